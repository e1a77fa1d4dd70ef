import { type ExplainedFacts, explain, inEnglish } from "../../../../src/modules/lease/explanation/explain"
import { replay, type Stage } from "../../../../src/modules/lease/explanation/replay"
import type { HistoryEntry, HistoryRecord } from "../../../../src/modules/lease/rules/records"
import type { LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import {
  AWAITING,
  ago,
  type Change,
  call,
  DAY,
  factsOf,
  HOUR,
  hence,
  MINUTE,
  NOW,
  OPEN,
  OPTIONS,
  type Order,
  raised,
} from "./support/decide"

const ALL = { ...OPTIONS, timeoutMs: 30_000, operator: { name: "Acorn" } }
const CREATED = { created_at: ago(30 * DAY), reconcile_at: NOW, approved_until: hence(20 * DAY) }

const ENTRIES = {
  applied: { type: "application_sent", detail: {} as never },
  approved: { type: "application_answered", detail: { status: "approved" } },
  denied: { type: "application_answered", detail: { status: "denied" } },
  offered: { type: "offer_made", detail: { amount: 1, currency_code: "usd" } },
  opened: { type: "contract_handed_out" },
  signed: { type: "signature_verified", detail: { status: "Lease Accepted" } },
  starting: { type: "order_starting" },
  refused: { type: "order_refused", detail: { code: "out_of_stock" } },
  placed: { type: "order_placed", detail: { order_id: "order_1", display_id: 1 } },
  delivered: { type: "delivery_confirmed", detail: { date: "2026-11-20" } },
  cancelRequested: { type: "cancel_requested" },
  cancelRefused: { type: "cancel_refused", detail: { reason: "wrong-state" } },
  canceled: { type: "canceled", detail: {} },
  returnRequested: { type: "return_requested", detail: { date: "" } },
  resolvedAsNothing: { type: "resolved_by_hand", detail: { outcome: "nothing", note: "" } },
  resolvedAsCanceled: { type: "resolved_by_hand", detail: { outcome: "canceled", note: "" } },
} as const satisfies Record<string, HistoryEntry>
type Name = keyof typeof ENTRIES
const ORDERED: Name[] = ["applied", "approved", "offered", "opened", "signed", "starting", "placed"]

/** One entry a day, the last one a day ago. */
const historyOf = (names: readonly Name[]) =>
  names.map((name, place) => {
    const { type, ...entry } = ENTRIES[name]
    return {
      type,
      detail: "detail" in entry ? entry.detail : {},
      created_at: ago((names.length - place) * DAY),
    } as HistoryRecord
  })

describe("the way to a lease's present status", () => {
  const wayOf = (status: LeaseStatus, ...names: Name[]) =>
    replay({ status, status_at: ago(HOUR), created_at: ago(30 * DAY) }, historyOf(names))
  const statuses = (way: Stage[]) => way.map(({ status }) => status).join(" ")

  it.each<[string, LeaseStatus, Name[], string]>([
    [
      "is each status that it entered",
      "placed",
      ORDERED,
      "open submitting approved offered signing signed placing placed",
    ],
    [
      "leaves out a denial after which somebody else was approved",
      "approved",
      ["applied", "denied", "applied", "approved"],
      "open submitting approved",
    ],
    [
      "leaves out orders that were refused",
      "signed",
      [...ORDERED.slice(0, 6), "refused", "starting", "refused"],
      "open submitting approved offered signing signed",
    ],
    [
      "leaves out a cancellation that was refused",
      "placed",
      [...ORDERED, "cancelRequested", "cancelRefused"],
      "open submitting approved offered signing signed placing placed",
    ],
    [
      "goes on after a return that staff recorded as without effect",
      "placed",
      [...ORDERED, "returnRequested", "resolvedAsNothing"],
      "open submitting approved offered signing signed placing placed",
    ],
    [
      "ends with what staff recorded",
      "canceled",
      [...ORDERED, "resolvedAsCanceled"],
      "open submitting approved offered signing signed placing placed canceled",
    ],
    [
      "goes on where an order's start was left without an entry",
      "signed",
      [...ORDERED.slice(0, 6), "signed"],
      "open submitting approved offered signing signed",
    ],
    [
      "keeps the order if the signature is confirmed after it",
      "placed",
      [...ORDERED, "signed"],
      "open submitting approved offered signing signed placing placed",
    ],
    ["ends with the row's status if the history is incomplete", "delivered", ["approved"], "open delivered"],
  ])("%s", (_, status, names, expected) => expect(statuses(wayOf(status, ...names))).toBe(expected))

  it("dates each status by its entry, and the last one by the row if it has no entry", () => {
    const way = wayOf("expired", "applied", "approved")
    expect(way.map(({ at }) => at)).toEqual([ago(30 * DAY), ago(2 * DAY), ago(DAY), ago(HOUR)])
  })

  it("keeps the last attempt to end the lease", () => {
    const way = wayOf("delivered", ...ORDERED, "cancelRequested", "cancelRefused", "delivered")
    expect(way.at(-2)).toMatchObject({ status: "placed", tried: { status: "canceling", at: ago(3 * DAY) } })
  })
})

/** The sentences, with their times as minutes from now. */
function explained(change: Change = {}, names: Name[] = ORDERED, more: Partial<ExplainedFacts> = {}) {
  const { options, lease, ...rest } = change
  const facts = factsOf({ lease: { ...CREATED, ...lease }, ...rest })
  const about = { history: historyOf(names), alert: null, stopped: null, away: false, ...more }
  const { past, waits, next } = inEnglish(explain({ ...facts, ...about }, { ...ALL, ...options }))
  const inMinutes = (text: string) =>
    text.replace(/(\S+Z): /g, (_, at) => `${Math.round((Date.parse(at) - NOW.getTime()) / MINUTE)} min: `)
  return { past: past.map(inMinutes), waits: waits.map(inMinutes), next: next.map(inMinutes) }
}
const early = (status: LeaseStatus, lease: Change["lease"] = {}, more: Change = {}): Change => ({
  lease: { status, order_id: null, placed_at: null, signed_at: null, evidence: "none", ...lease },
  order: null,
  cart: {},
  ...more,
})
const SHIPPED: Order = { shipped: true, cancelable: false, shippedAt: ago(HOUR), pieces: 1 }

describe("an explanation", () => {
  it("says of a placed order what it waits for, when staff hear of it, and what a cancellation does", () => {
    expect(explained({ order: { pieces: 1 } })).toEqual({
      past: [
        "-8640 min: Acorn approved the application.",
        "-4320 min: The contract was signed.",
        "-1440 min: The order was placed.",
      ],
      waits: ["The items have to ship.", `${21 * 1440 - 60} min: Staff get an alert: Signed, lease not started.`],
      next: ["If the order is canceled: The contract is canceled with Acorn."],
    })
  })

  it("says that a shipped order can't be canceled", () => {
    const { waits, next } = explained({ order: SHIPPED })
    expect(waits[0]).toBe("The items have to arrive.")
    expect(next).toEqual([
      "If the order is canceled: It cannot be canceled anymore, because items have shipped. The lease can be returned.",
    ])
  })

  it("says until when an open contract can be signed, and what a signature does", () => {
    const lease = { contract_at: ago(3 * MINUTE), checked_at: ago(MINUTE), reconcile_at: hence(2 * MINUTE) }
    expect(explained(early("signing", lease), ORDERED.slice(0, 4))).toEqual({
      past: ["-4320 min: Acorn approved the application.", "-1440 min: The customer opened the contract."],
      waits: [
        "The customer has to sign the contract.",
        "28800 min: The approval expires.",
        "2 min: We ask Acorn for the status again.",
      ],
      next: ["If the customer signs: The customer has to place the order. 2 min: The order is placed automatically."],
    })
  })

  it("says of a signed contract when it is ordered automatically, and when it is given up", () => {
    const signed = { signed_at: ago(MINUTE), status_at: ago(MINUTE), evidence: "verified" } as const
    const { waits } = explained(early("signed", signed), ORDERED.slice(0, 5))
    expect(waits).toEqual([
      "The customer has to place the order.",
      "1 min: The order is placed automatically.",
      "1440 min: If there is no order by then, the contract is canceled with Acorn.",
    ])
  })

  it("says of a cancellation why it was requested, how often it failed, and when it is tried again", () => {
    const cancel = call("cancel_contract", "due", {
      ...{ attempts: 3, sent: true, due_at: hence(4 * MINUTE), detail: { cause: "order_canceled" } },
      last_error: { code: "result_unknown", params: {}, at: NOW.toISOString() },
    })
    const facts = {
      lease: { status: "canceling" },
      order: { ...OPEN, canceled: true, canceledAt: ago(DAY) },
      pendingCalls: [cancel],
    } as const
    expect(explained(facts as never, [...ORDERED, "cancelRequested"], { alert: "cancel_unknown" })).toMatchObject({
      past: [
        ...[expect.anything(), expect.anything(), expect.anything()],
        "-1440 min: The cancellation was requested from Acorn.",
        "Reason: the order was canceled.",
      ],
      waits: [
        "Staff have to act: Cancellation unclear.",
        "Acorn has to confirm that the lease has ended.",
        "Failed attempts so far: 3.",
        "4 min: The contract is canceled with Acorn.",
      ],
      next: [
        "If Acorn accepts the request: The lease is canceled. 2 min: The open payment is closed.",
        expect.stringMatching(
          /^If Acorn refuses the request: The lease continues as before. Staff get an alert: Lease not canceled./,
        ),
      ],
    })
  })

  it("says what follows once the signature of an order is confirmed", () => {
    const { waits, next } = explained({
      lease: { evidence: "reported", service_status: "" },
      order: { ...AWAITING, payments: [], pieces: 1 },
    })
    expect(waits).toContain("Acorn has to confirm the signature.")
    expect(next).toContain("If Acorn confirms the signature: The payment is authorized.")
  })

  it("says when the status is read next, not when a check of all leases would read it hours later", () => {
    const lease = { contract_at: ago(3 * MINUTE), checked_at: ago(MINUTE), reconcile_at: hence(2 * MINUTE) }
    const readsAt = (due_at: Date) => {
      const check = { code: "mixed_up_answer", of: 900 } as const
      const pendingCalls = [call("read_status", "due", { attempts: 0, due_at, detail: { check } })]
      const { waits } = explained({ ...early("signing", lease), pendingCalls }, ORDERED.slice(0, 4))
      return waits.filter((sentence) => sentence.includes("status again"))
    }
    expect(readsAt(hence(2 * HOUR))).toEqual(["2 min: We ask Acorn for the status again."])
    expect(readsAt(hence(MINUTE))).toEqual(["1 min: We ask Acorn for the status again."])
  })

  it("says what an application waits for", () => {
    const { waits, next } = explained(early("submitting", { status_at: NOW, contract_at: null }), ["applied"])
    expect(waits).toEqual([
      "Acorn has to decide about the application.",
      expect.stringMatching(/^\d+ min: The application counts as unanswered if no response comes by then\.$/),
    ])
    expect(next).toEqual(["If Acorn approves the application: The customer has to sign the contract."])
  })

  it("says of a hosted lease that only its customer can pay with the virtual card, and when staff hear of it", () => {
    const lease = { flow: "hosted", evidence: "reported", signed_at: ago(HOUR), status_at: ago(HOUR) } as const
    expect(explained(early("signed", lease), [])).toEqual({
      past: ["-60 min: The contract was signed."],
      waits: [
        "The customer has to pay with the virtual card.",
        `${23 * 60} min: Staff get an alert: Signed, not ordered.`,
      ],
      next: [],
    })
  })

  it("says of a hosted order which dates and numbers are sent, and not that it can be returned here", () => {
    const lease = { flow: "hosted", evidence: "reported", order_display_id: 7 } as const
    const { waits, next } = explained({ lease, order: { ...SHIPPED, sessions: [], payments: [] } }, [])
    expect(waits).toEqual(["The items have to arrive.", "0 min: The order number is sent to Acorn."])
    expect(next).toEqual([])
  })

  it("says that a lease that ended waits for nothing", () => {
    const lease = { status: "canceled", status_at: ago(3 * DAY), reconcile_at: null } as const
    const { past, waits, next } = explained(
      { lease, order: { canceled: true, canceledAt: ago(3 * DAY), payments: [] } },
      [...ORDERED, "cancelRequested", "canceled"],
    )
    expect(past.at(-1)).toBe("-1440 min: The lease was canceled.")
    expect({ waits, next }).toEqual({ waits: ["Nothing is left to do."], next: [] })
  })

  it.each<[string, Partial<ExplainedFacts>, Change["lease"], string]>([
    ["held", {}, { held_at: ago(HOUR) }, "Nothing is sent until staff check this lease and release it."],
    [
      "of a removed account",
      { stopped: "account_removed" },
      {},
      "Nothing is sent, because Acorn's account is not in the options.",
    ],
    [
      "of a moved store",
      { stopped: "store_held" },
      {},
      "Nothing is sent, because the store's database was moved, restored or copied.",
    ],
    ["newer", {}, { alerts: raised("a newer alert" as never) }, "A newer version of the plugin handles this lease."],
  ])("says of a lease that is %s only that nothing happens", (_, more, lease, sentence) => {
    expect(explained({ lease: lease ?? {} }, ORDERED, more)).toMatchObject({ waits: [sentence], next: [] })
  })

  it("says that the service doesn't respond", () => {
    expect(explained({}, ORDERED, { away: true }).waits[0]).toBe(
      "Acorn is not responding right now. Calls wait until it responds.",
    )
  })
})
