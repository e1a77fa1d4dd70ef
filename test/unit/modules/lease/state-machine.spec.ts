import { serviceCalls } from "../../../../src/modules/lease/calls"
import { BEFORE_ORDER, BOUND, isEnded } from "../../../../src/modules/lease/rules/lease-predicates"
import { outcomesOf } from "../../../../src/modules/lease/rules/pending-calls"
import type { LeaseRecord } from "../../../../src/modules/lease/rules/records"
import {
  CLOSED,
  FLOWS,
  LEASE_STATUSES,
  type LeaseAction,
  type LeaseEventType,
  type LeaseStatus,
  listed,
  shopStep,
  transitions,
  WITHOUT_APPLICATION,
  whyNot,
} from "../../../../src/modules/lease/rules/state-machine"
import type { MessageCode } from "../../../../src/modules/lease/texts/messages"

/** Only staff can end these, in the dashboard. */
const ENDS: LeaseStatus[] = ["denied", "returned", ...CLOSED]
const facts = { available: true, inSync: true, hasOrder: false, orderFailed: false }

describe("the table of states", () => {
  const events = Object.keys(transitions) as LeaseEventType[]
  const mayHappen = (event: LeaseEventType, status: LeaseStatus) =>
    (transitions[event].from as readonly LeaseStatus[]).includes(status)

  const HAPPENS: Record<LeaseStatus, string> = {
    open: "application_sent widget_succeeded order_placed_unreported approval_taken contract_replaced lease_superseded",
    submitting:
      "application_approved application_denied application_pending application_unanswered application_not_taken",
    approved: "offer_made lease_expired approval_moved lease_superseded",
    denied: "application_sent lease_superseded",
    pending: "offer_made lease_expired lease_superseded",
    undecided: "application_sent application_approved application_denied application_pending lease_superseded",
    offered: "offer_made contract_requested signature_verified lease_expired approval_moved lease_superseded",
    signing:
      "offer_made contract_requested signature_verified signature_reported cancel_started resolved_as_canceled lease_expired approval_moved",
    signed: "signature_verified order_started order_placed cancel_started resolved_as_canceled lease_expired",
    placing: "order_started order_start_lapsed order_placed resolved_as_canceled",
    placed:
      "delivery_confirmed return_started cancel_started resolved_as_canceled resolved_as_returned resolved_as_delivered",
    delivered: "return_started resolved_as_canceled resolved_as_returned",
    returning:
      "return_done return_refused return_refused_undelivered resolved_as_canceled resolved_as_returned resolved_as_delivered",
    returned: "",
    canceling:
      "cancel_done cancel_refused cancel_refused_unplaced cancel_refused_unsigned resolved_as_canceled resolved_as_returned resolved_as_delivered",
    canceled: "",
    expired: "",
    superseded: "",
  }
  it.each(LEASE_STATUSES)("the possible events of a lease that is %s", (status) => {
    expect(events.filter((event) => mayHappen(event, status)).join(" ")).toBe(HAPPENS[status])
  })

  /** Left automatically after a while, by any process that reconciles (`accounts/deps.ts`). */
  const LAPSING: readonly LeaseStatus[] = ["submitting", "placing"]
  const BY_PEOPLE: readonly LeaseAction[] = ["apply", "offer", "contract", "place", "cancel", "deliver", "return"]
  const waiting = LEASE_STATUSES.filter((status) => !ENDS.includes(status))
  const leaving = (status: LeaseStatus) =>
    events.flatMap((event) =>
      mayHappen(event, status) && transitions[event].to !== status ? [transitions[event].to] : [],
    )
  const outcomes = (status: LeaseStatus, lease: Partial<LeaseRecord> = {}) =>
    outcomesOf({
      ...{ status, flow: "api", placed_at: null, delivered_at: null, signed_at: null, held_at: null },
      ...lease,
    }).filter((outcome) => outcome !== "nothing")

  it.each(waiting)("%s is left by time, shopper or staff, and leads to an end", (status) => {
    const time = LAPSING.filter((lapsing) => lapsing === status)
    const people = BY_PEOPLE.filter((action) => whyNot(action, status) === null)
    expect([...time, ...people, ...outcomes(status)]).not.toEqual([])
    const reached = new Set<LeaseStatus>([status])
    for (const from of reached) for (const to of leaving(from)) reached.add(to)
    expect([...reached].filter((to) => ENDS.includes(to))).not.toEqual([])
  })

  it.each(Object.entries(serviceCalls))("staff can end %s with an unknown outcome", (_kind, call) => {
    const stuckIn = waiting.filter(
      (status) => status === call.entering?.status || (!call.entering && whyNot(call.action, status) === null),
    )
    expect(stuckIn).not.toEqual([])
    for (const status of stuckIn) expect(outcomes(status, { placed_at: new Date(0) })).not.toEqual([])
  })

  it("only the service can turn a signed contract back into an unsigned one", () => {
    const unsigned: LeaseStatus[] = ["open", "submitting", "approved", "offered", "signing", "expired", "superseded"]
    // A refused cancellation returns to the previous status.
    const exceptions: LeaseEventType[] = ["lease_expired", "cancel_refused_unsigned"]
    for (const status of ["signed", "placing", "placed", "canceling"] as const)
      for (const event of events.filter((event) => !exceptions.includes(event) && mayHappen(event, status)))
        expect(unsigned).not.toContain(transitions[event].to)
  })
})

describe("a lease that belongs to one session", () => {
  it("every lease that is placing or has an order belongs to one session", () => {
    const unbound = LEASE_STATUSES.filter((status) => !BOUND.includes(status))
    for (const status of unbound) expect(whyNot("capture", status)).not.toBeNull()
    const bound: LeaseStatus[] = ["placing", "placed", "canceling", "canceled", "returning", "returned"]
    expect(BOUND).toEqual(expect.arrayContaining(bound))
  })
})

it("the statuses before the order are those in which an approval moves, or has its own reason not to", () => {
  const answered = LEASE_STATUSES.filter((status) => !["no_approval", "expired"].includes(whyNot("move", status) ?? ""))
  expect(LEASE_STATUSES.filter((status) => BEFORE_ORDER.includes(status))).toEqual(answered)
})

it("an application is free again once it is denied or its lease has ended", () => {
  const free = LEASE_STATUSES.filter((status) => status === "denied" || isEnded({ status }))
  expect(LEASE_STATUSES.filter((status) => WITHOUT_APPLICATION.includes(status))).toEqual(free)
})

it("values are listed for SQL", () => {
  expect(listed(FLOWS)).toBe("'api', 'hosted'")
})

describe("whether an action is possible", () => {
  const ORDERED = "placed delivered returning returned"
  const ENDED = { open_unknown: "canceling returning", already_closed: "canceled returned" }
  type Answers = Partial<Record<MessageCode | "possible", string>>

  it.each<[LeaseAction, Answers, inAllOthers: MessageCode]>([
    [
      "apply",
      { possible: "open undecided", denied: "denied", busy: "submitting canceling", order_placed: ORDERED },
      "application_open",
    ],
    [
      "offer",
      {
        ...{ possible: "approved pending offered signing", no_application: "open", denied: "denied" },
        ...{ undecided: "undecided", busy: "submitting canceling", already_signed: "signed placing" },
        ...{ order_placed: ORDERED, expired: "expired" },
      },
      "not_approved",
    ],
    [
      "move",
      {
        ...{ possible: "approved offered signing", busy: "submitting", pending: "pending", undecided: "undecided" },
        ...{ application_other_order: "signed placing", expired: "expired" },
      },
      "no_approval",
    ],
    [
      "contract",
      {
        ...{ possible: "offered signing", no_application: "open", denied: "denied", no_offer: "approved" },
        ...{ pending: "pending", undecided: "undecided", already_signed: "signed placing" },
        ...{ order_placed: ORDERED, busy: "canceling", expired: "expired" },
      },
      "not_approved",
    ],
    [
      "signature",
      {
        ...{ possible: "offered signing signed placing", no_application: "open", denied: "denied" },
        ...{ no_offer: "approved", order_placed: ORDERED, busy: "canceling", expired: "expired" },
      },
      "not_approved",
    ],
    [
      "place",
      {
        ...{ possible: "signed placing", no_application: "open", denied: "denied", no_offer: "approved" },
        ...{ pending: "pending", undecided: "undecided", order_placed: ORDERED },
        lease_dead: "canceling canceled expired superseded",
      },
      "not_signed",
    ],
    ["capture", { possible: "placed delivered", ...ENDED }, "capture_before_placed"],
    [
      "cancel",
      {
        ...{ possible: "signing signed placed canceling", busy: "placing", cancel_after_delivery: "delivered" },
        ...{ open_unknown: "returning", already_closed: "canceled returned expired superseded" },
      },
      "cancel_before_signing",
    ],
    ["deliver", { possible: "placed", already_delivered: "delivered", ...ENDED }, "deliver_before_placed"],
    ["return", { possible: "placed delivered returning", ...ENDED, open_unknown: "canceling" }, "return_before_placed"],
    ["reduce", { possible: "delivered", reduction_undelivered: "placed", ...ENDED }, "refund_before_placed"],
    [
      "attest",
      { possible: "signing signed placing placed", already_confirmed: "delivered", ...ENDED },
      "attest_before_contract",
    ],
    ["tell_order", { possible: "placed delivered", ...ENDED }, "order_id_before_placed"],
  ])("%s", (action, answers, inAllOthers) => {
    const expected = (status: LeaseStatus) => {
      const [said = inAllOthers] = Object.entries(answers).find(([, named]) => named.split(" ").includes(status)) ?? []
      return said
    }
    expect(LEASE_STATUSES.map((status) => [status, whyNot(action, status) ?? "possible"])).toEqual(
      LEASE_STATUSES.map((status) => [status, expected(status)]),
    )
  })
})

describe("the shop's step", () => {
  it.each([
    [null, {}, "intro"],
    [null, { available: false }, "unavailable"],
    ["open", {}, "intro"],
    ["submitting", {}, "deciding"],
    ["pending", {}, "undecided"],
    ["undecided", {}, "undecided"],
    ["denied", {}, "denied"],
    ["denied", { mayApplyAgain: true }, "intro"],
    ["approved", {}, "offer"],
    ["approved", { available: false }, "unavailable"],
    ["offered", {}, "offer"],
    ["offered", { available: false }, "unavailable"],
    ["signing", {}, "offer"],
    ["signing", { inSync: false }, "cart_changed"],
    ["signing", { reported: true }, "ready"],
    ["signing", { reported: true, inSync: false }, "cart_changed"],
    ["approved", { overLimit: true }, "over_limit"],
    ["offered", { overLimit: true, inSync: false }, "over_limit"],
    // The service accepted this cart, so its earlier limit doesn't count.
    ["offered", { overLimit: true }, "offer"],
    ["signing", { firstPaymentPending: true }, "first_payment_pending"],
    ["signing", { firstPaymentPending: true, inSync: false, available: false }, "first_payment_pending"],
    ["signed", {}, "ready"],
    ["signed", { hosted: true }, "card"],
    ["signed", { inSync: false }, "contract_mismatch"],
    ["signed", { orderFailed: true }, "order_failed"],
    ["signed", { held: true }, "unavailable"],
    ["placed", { held: true, hasOrder: true }, "placed"],
    ["placing", {}, "confirming"],
    ["placed", {}, "placed"],
    ["delivered", {}, "placed"],
    ["returning", {}, "placed"],
    ["returned", {}, "placed"],
    ["canceling", {}, "unavailable"],
    ["canceled", {}, "intro"],
    ["canceled", { hasOrder: true }, "placed"],
    ["expired", {}, "intro"],
    ["superseded", {}, "intro"],
    // The order exists: it isn't placed, and its cart isn't leased again.
    ["open", { orderExists: true }, "intro"],
    ["offered", { orderExists: true }, "offer"],
    ["signing", { orderExists: true, reported: true }, "confirming"],
    ["signed", { orderExists: true }, "confirming"],
    ["signed", { orderExists: true, inSync: false, orderFailed: true }, "confirming"],
    ["expired", { orderExists: true }, "placed"],
    ["superseded", { orderExists: true }, "placed"],
  ] as const)("of %s %j is %s", (status, change, step) => {
    expect(shopStep(status, { ...facts, ...change })).toBe(step)
  })
})
