import {
  ACTION_KEYS,
  type ActionKey,
  canOf,
  isActionKey,
  mayDo,
} from "../../../../src/modules/lease/card/allowed-actions"
import { BLOCKING } from "../../../../src/modules/lease/rules/alerts"
import { EXCLUSIVE_KINDS } from "../../../../src/modules/lease/rules/pending-calls"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import { type MessageCode, messages } from "../../../../src/modules/lease/texts/messages"
import {
  ARRIVED,
  alert,
  anew,
  back,
  byLink,
  type Change,
  call,
  facts,
  failed,
  GIVEN_BACK,
  hosted,
  is,
  type Lease,
  later,
  NOT_RETURNABLE,
  OPERATOR,
  type Order,
  placed,
  REPORTED,
  refused,
  running,
  runs,
  UNCAPTURED,
  unknown,
  unplaced,
  unrecorded,
} from "./support/card-facts"

const HELD = { held_at: new Date(0) }
const can = (change: Change = {}) => canOf(facts(change), OPERATOR)
/** Exactly the possible actions. */
const allowed = (change: Change = {}) => ACTION_KEYS.filter((key) => can(change)[key].allowed)
const reason = (key: ActionKey, change: Change = {}) => {
  const action = can(change)[key]
  return action.allowed ? null : action.reason
}

/** A delivered order with these calls. */
const arrived = (...pendingCalls: Change["pendingCalls"] & object) => placed(ARRIVED, {}, ...pendingCalls)
/** The same order, shipped and not delivered. */
const ON_ITS_WAY = { shipped: true, shippedAt: later(0) }
const EDITED = { total: 130_000 }
/** The new contract of an order edited after the signature. */
const renewed = (status: LeaseStatus, lease: Lease = {}, order: Order = EDITED) =>
  anew(status, { amount: status === "approved" ? null : 130_000, ...lease }, order)
const CANCELED = { canceled: true }
const LINKS = { order_link: "sealed", delivery_link: "sealed" }
const SIGNED = { status: "signed", order_id: null } as const
const SENT = call("send_order_id", { state: "done", finished_at: later(0) })
const RUNS = { status: "delivered", delivered_at: later(0) } as const
const UNHEARD = { evidence: "none", service_status: null } as const
const CONTRADICTED = { evidence: "reported", service_status: "Contracts" } as const

const CAPTURE_UNCLEAR = placed(UNCAPTURED, {}, { ...failed("capture_payment"), sent: true })
const UNORDERED = unplaced("signed", {}, failed("place_order"))
const DIED = { ...running("confirm_delivery"), due_at: later(0) }

/** Actions that several situations allow. */
const ON_HOLD = "check_status cancel_contract mark_resolved"
const AT_REST = "check_status cancel_contract confirm_delivery mark_resolved"
const UNCONFIRMED = "check_status attest cancel_contract mark_resolved"
const CANCELABLE = "check_status cancel_contract retry mark_resolved"
const PART_SHIPPED = "check_status confirm_delivery check_return return_lease mark_resolved"
const SHIPPED = "check_status confirm_delivery mark_delivered check_return return_lease mark_resolved"
const TRIED = "check_status confirm_delivery mark_delivered check_return return_lease retry mark_resolved"

/** Exactly the possible actions in each situation. */
const POSSIBLE: [string, string, Change][] = [
  ["no one has applied", "", unplaced("open")],
  ["decision pending", "", unplaced("pending")],
  ["denied", "", unplaced("denied")],
  ["approved", "", unplaced("approved")],
  ["offered", "", unplaced("offered")],
  ["contract handed out", UNCONFIRMED, unplaced("signing", UNHEARD)],
  ["signed without an order", ON_HOLD, unplaced("signed")],
  ["signed, not ordered", CANCELABLE, UNORDERED],
  ["expired", "", unplaced("expired")],
  ["given up before the order", "", unplaced("canceled")],
  ["awaiting", UNCONFIRMED, placed({}, REPORTED)],
  ["not confirmed", ON_HOLD, placed({}, CONTRADICTED)],
  ["void", ON_HOLD, placed({}, alert("lease_dead"))],
  ["accepted", AT_REST, {}],
  ["attested", AT_REST, placed({}, { evidence: "attested" })],
  ["partly shipped", PART_SHIPPED, placed({ shipped: true })],
  ["all shipped", SHIPPED, placed(ON_ITS_WAY)],
  [
    "nothing ships",
    "check_status cancel_contract confirm_delivery mark_delivered mark_resolved",
    placed({ pieces: 0 }),
  ],
  ["delivery due", SHIPPED, placed(ARRIVED)],
  ["sending", "", arrived(running("confirm_delivery"))],
  ["delivery failed", TRIED, arrived(failed("confirm_delivery"))],
  ["delivery refused", TRIED, arrived(refused("confirm_delivery"))],
  ["delivery unknown", "check_status check_return retry mark_resolved", arrived(unknown("confirm_delivery"))],
  ["a call whose process died", TRIED, arrived(DIED)],
  ["delivered", "check_status check_return return_lease mark_resolved", runs(ARRIVED)],
  ["payment not captured", "check_status cancel_contract confirm_delivery retry mark_resolved", CAPTURE_UNCLEAR],
  ["one call in progress, one failed", "retry", placed({}, {}, running("cancel_contract"), failed("confirm_delivery"))],
  ["another cart than was signed", `${ON_HOLD} replace_contract`, placed({}, alert("cart_mismatch"))],
  ["held until it is checked", "check_status release_hold mark_resolved", placed(ARRIVED, HELD)],
  ["held, its order not recorded yet", "release_hold", unrecorded("placing", HELD)],
  ["held, its cancellation unclear", "check_status release_hold mark_resolved", is("canceling", HELD)],
  ["a call to Medusa in progress", AT_REST, placed(UNCAPTURED, {}, running("capture_payment"))],
  ["not returnable", "check_status check_return mark_resolved", { ...runs(ARRIVED), ...NOT_RETURNABLE }],
  ["all of it came back", "check_status check_return return_lease mark_resolved", runs(back(2))],
  ["some of it came back", "check_status check_return mark_resolved", runs(back(1))],
  ["cancel unknown", "check_status retry mark_resolved", is("canceling", {}, {}, unknown("cancel_contract"))],
  ["return unknown", "check_status retry mark_resolved", is("returning", {}, {}, unknown("return_lease"))],
  ["canceled", "", is("canceled", {}, GIVEN_BACK)],
  ["canceled, its money still held", "mark_resolved", is("canceled")],
  ["returned", "", is("returned", {}, GIVEN_BACK)],
  ["returned, the books not corrected", "retry mark_resolved", is("returned", {}, GIVEN_BACK, failed("close_payment"))],
  ["canceled, not shipped", CANCELABLE, placed(CANCELED, {}, refused("cancel_contract"))],
  ["canceled, but shipped", "check_status check_return return_lease mark_resolved", runs({ ...ARRIVED, ...CANCELED })],
  ["edited after signing", `${AT_REST} replace_contract`, placed(EDITED)],
  ["another recipient", `${ON_HOLD} replace_contract`, placed({}, alert("recipient_differs"))],
  ["a new contract waits", "signing_link", renewed("approved")],
  ["a new contract is offered", "signing_link", renewed("offered")],
  ...(["open", "pending", "undecided", "approved"] as const).map((status): [string, string, Change] => [
    "a link is out",
    "signing_link withdraw_link",
    byLink(status),
  ]),
  ["the application by link is sent", "signing_link", byLink("submitting")],
  ["a lease by link ran", "", unplaced("approved", { placed_at: later(0), linked_at: later(0) })],
  ["the application by link is denied", "withdraw_link", byLink("denied")],
  ["a new contract is out", `${UNCONFIRMED} signing_link`, renewed("signing", UNHEARD)],
  ["a new contract is signed", ON_HOLD, renewed("signed")],
  ["edited once more", `${ON_HOLD} replace_contract`, renewed("signed", {}, { total: 1 })],
  ["a new contract has ended, its order still paid", "mark_resolved", renewed("expired")],
  ["a second order on the lease", "", placed({}, { order_id: "order_0" })],
  ["the order is not recorded yet", "", unrecorded("signed")],
  ["a hosted lease without links", "mark_resolved", hosted()],
  ["hosted, with both links", "send_order_id send_delivery_date mark_resolved", hosted(LINKS)],
  ["hosted, its number sent", "send_delivery_date mark_resolved", hosted(LINKS, {}, SENT)],
  ["hosted, its link used by someone else", "retry mark_resolved", hosted({}, {}, refused("send_order_id"))],
  ["hosted, its order canceled", "mark_resolved", hosted(LINKS, CANCELED)],
  ["a hosted lease that runs", "send_order_id mark_resolved", hosted({ ...RUNS, ...LINKS })],
  ["a card that was not used", "mark_resolved", hosted(SIGNED, null)],
]

/** Why an action is not possible. */
const REASONS: [ActionKey, MessageCode, Change][] = [
  ["release_hold", "release_not_held", {}],
  ["release_hold", "other_order", placed({}, { order_id: "order_0", ...HELD })],
  ["confirm_delivery", "lease_newer", placed(ARRIVED, alert("of_tomorrow" as never))],
  ["confirm_delivery", "lease_held", placed(ARRIVED, HELD)],
  ["retry", "lease_held", placed({}, HELD, failed("confirm_delivery"))],
  ["check_status", "already_closed", is("canceled")],
  ["check_status", "check_before_contract", unplaced("offered")],
  ["attest", "already_confirmed", {}],
  ["attest", "attest_overruled", placed({}, CONTRADICTED)],
  ["attest", "order_is_canceled", placed(CANCELED, REPORTED)],
  ["cancel_contract", "cancel_after_shipping", placed({ shipped: true })],
  ["cancel_contract", "cancel_before_signing", unplaced("approved")],
  ["cancel_contract", "open_unknown", is("canceling")],
  ["cancel_contract", "open_unknown", placed({}, {}, unknown("confirm_delivery"))],
  ["cancel_contract", "open_unknown", placed({}, {}, { ...failed("confirm_delivery"), sent: true })],
  ["cancel_contract", "other_order", placed({}, { order_id: "order_0" })],
  ["confirm_delivery", "already_delivered", runs()],
  ["confirm_delivery", "ship_before_confirmation", placed({}, REPORTED)],
  ["confirm_delivery", "order_is_canceled", placed(CANCELED)],
  ["confirm_delivery", "open_unknown", arrived(unknown("confirm_delivery"))],
  ["confirm_delivery", "widget_in_portal", hosted()],
  ["mark_delivered", "mark_delivered_unshipped", {}],
  ["mark_delivered", "mark_delivered_unshipped", placed({ shipped: true })],
  ["mark_delivered", "mark_delivered_differs", placed({ ...ON_ITS_WAY, returned: 1 })],
  ["mark_delivered", "mark_delivered_differs", placed({ ...ON_ITS_WAY, returned: 2 })],
  ["mark_delivered", "mark_delivered_differs", placed({ ...ON_ITS_WAY, ...EDITED })],
  ["mark_delivered", "already_delivered", runs(ON_ITS_WAY)],
  ["mark_delivered", "ship_before_confirmation", placed(ON_ITS_WAY, REPORTED)],
  ["mark_delivered", "ship_attention", placed(ON_ITS_WAY, alert("lease_dead"))],
  ["mark_delivered", "deliver_before_placed", placed(null)],
  ["mark_delivered", "order_is_canceled", placed({ ...ON_ITS_WAY, ...CANCELED })],
  ["mark_delivered", "widget_in_portal", hosted({}, ON_ITS_WAY)],
  ["check_return", "return_before_placed", unplaced("signed")],
  ["check_return", "return_before_shipping", {}],
  ["return_lease", "return_before_shipping", {}],
  ["return_lease", "return_not_eligible", { ...runs(), ...NOT_RETURNABLE }],
  ["return_lease", "return_before_start", { ...placed(ARRIVED), ...NOT_RETURNABLE }],
  ["return_lease", "return_incomplete", runs(back(1))],
  ["return_lease", "open_unknown", arrived(unknown("confirm_delivery"))],
  ["return_lease", "open_unknown", is("canceling")],
  ["retry", "retry_nothing_open", {}],
  ["retry", "busy", placed({}, {}, running("confirm_delivery"))],
  ["mark_resolved", "resolve_nothing_open", is("canceled", {}, GIVEN_BACK)],
  ["mark_resolved", "busy", placed({}, {}, running("cancel_contract"))],
  ["mark_resolved", "order_not_recorded", unrecorded("signed")],
  ["mark_resolved", "resolve_nothing_open", is("canceled", { order_id: null }, GIVEN_BACK)],
  ["attest", "order_not_recorded", unrecorded("canceled")],
  ["send_order_id", "hosted_only", placed({}, LINKS)],
  ["send_order_id", "hosted_only", hosted()],
  ["send_order_id", "order_id_before_placed", hosted(SIGNED, null)],
  ["send_order_id", "order_is_canceled", hosted(LINKS, CANCELED)],
  ["send_order_id", "already_sent", hosted({}, {}, SENT)],
  ["send_delivery_date", "hosted_only", placed({}, LINKS)],
  ["send_delivery_date", "deliver_before_placed", hosted(LINKS, null)],
  ["confirm_delivery", "deliver_before_placed", placed(null)],
  ["send_delivery_date", "already_delivered", hosted(RUNS)],
  ["send_delivery_date", "hosted_only", hosted()],
  ["replace_contract", "replace_nothing", {}],
  ["replace_contract", "replace_nothing", renewed("approved")],
  ["replace_contract", "replace_nothing", renewed("signed")],
  ["replace_contract", "replace_nothing", unplaced("signed")],
  ["replace_contract", "replace_nothing", is("signed", {}, EDITED)],
  ["replace_contract", "order_is_canceled", placed({ ...EDITED, ...CANCELED })],
  ["replace_contract", "cancel_after_shipping", placed({ ...EDITED, shipped: true })],
  ["replace_contract", "cancel_after_delivery", runs(EDITED)],
  ["replace_contract", "open_unknown", is("canceling", {}, EDITED)],
  ["replace_contract", "already_closed", is("canceled", {}, EDITED)],
  ["replace_contract", "cancel_after_delivery", runs()],
  ["replace_contract", "replace_nothing", placed(null, alert("cart_mismatch"))],
  ["replace_contract", "widget_in_portal", hosted({}, EDITED)],
  ["signing_link", "signing_link_none", placed(EDITED)],
  ["signing_link", "signing_link_none", renewed("signed")],
  ["signing_link", "signing_link_none", renewed("expired")],
  ["signing_link", "signing_link_none", hosted()],
  ["signing_link", "signing_link_none", byLink("denied")],
  ["withdraw_link", "withdraw_link_none", byLink("signing")],
  ["withdraw_link", "withdraw_link_none", renewed("approved")],
  ["signing_link", "order_is_canceled", renewed("approved", {}, CANCELED)],
]

describe("what may be done", () => {
  it.each(POSSIBLE)("%s: %j", (_, actions, change) => {
    expect(allowed(change).join(" ")).toBe(actions)
  })

  it("every action is listed, whatever the lease", () => {
    for (const status of LEASE_STATUSES) expect(Object.keys(can({ lease: { status } }))).toEqual([...ACTION_KEYS])
    expect([...ACTION_KEYS, "delete"].filter(isActionKey)).toEqual([...ACTION_KEYS])
  })

  it("staff can end every lease whose contract may be in force", () => {
    const alive: LeaseStatus[] = ["signing", "signed", "placing", "placed", "delivered", "canceling", "returning"]
    const order = (status: LeaseStatus) => (["signing", "signed", "placing"].includes(status) ? unplaced(status) : {})
    expect(alive.filter((status) => !mayDo(facts({ lease: { status }, ...order(status) }), "mark_resolved"))).toEqual(
      [],
    )
  })
})

describe("the reason why not", () => {
  it.each(REASONS)("%s: %s", (key, code, change) => {
    expect(reason(key, change)).toBe(code)
  })

  it("each reason has a text whose parameters are all given, and no others", () => {
    const refused = [...POSSIBLE, ...REASONS].flatMap(([, , change]) => Object.entries(can(change)))
    const wrong = refused.flatMap(([key, action]) => {
      if (action.allowed) return []
      const named = [...messages[action.reason].matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
      // The reason's code is for other languages and isn't part of its text.
      const names = new Set([...named, ...(named.includes("reason") ? ["reason_code"] : [])])
      const given = Object.keys(action.params)
      return given.length === names.size && given.every((name) => names.has(name)) ? [] : [`${key}: ${action.reason}`]
    })
    expect(wrong).toEqual([])
  })

  it("a missing right is the first reason for every action", () => {
    const action = canOf(facts(placed({}, REPORTED)), { ...OPERATOR, permitted: false })
    expect(Object.values(action)).toEqual(
      ACTION_KEYS.map(() => ({ allowed: false, reason: "not_permitted", params: {} })),
    )
  })

  it("a call in progress is the reason for every action but retries and releases", () => {
    const others = ACTION_KEYS.filter((key) => key !== "retry" && key !== "release_hold")
    for (const kind of EXCLUSIVE_KINDS)
      expect(new Set(others.map((key) => reason(key, placed({}, {}, running(kind)))))).toEqual(new Set(["busy"]))
  })

  const NOV_19 = { delivery_date: "2026-11-19" }
  const whom = "Acorn Leasing (stores@acorn.example, ID APP-4711)"
  it.each<[string, ActionKey, Change, object]>([
    ["has the confirmed day", "confirm_delivery", runs({}, NOV_19), { date: "2026-11-19" }],
    ["has a widget's day", "send_delivery_date", hosted({ ...RUNS, ...NOV_19 }, {}, SENT), { date: "2026-11-19" }],
    ["has the day on which that was", "confirm_delivery", runs({}, { delivery_date: null }), { date: "2026-11-20" }],
    ["has the day on which the number was sent", "send_order_id", hosted({}, {}, SENT), { date: "2026-11-20" }],
    ["counts what came back, and names the contact", "return_lease", runs(back(1)), { done: "1", total: "2", whom }],
    ["names the operator's contact with ID", "cancel_contract", placed(ARRIVED), { whom, operator: "Acorn Leasing" }],
    [
      "names the contact alone if there is no ID",
      "attest",
      is("canceling", { ...REPORTED, application_id: null }),
      { whom: "Acorn Leasing (stores@acorn.example)" },
    ],
  ])("%s", (_, key, change, params) => {
    expect(can(change)[key]).toMatchObject({ allowed: false, params })
  })

  it.each(BLOCKING.filter((code) => code !== "held"))("an open %s is named before a delivery is confirmed", (code) => {
    const action = can(placed({}, alert(code))).confirm_delivery
    expect(action).toMatchObject({
      allowed: false,
      reason: "ship_attention",
      params: { reason: expect.any(String), reason_code: expect.any(String) },
    })
  })

  it("a return check from before the delivery is no reason", () => {
    const asked = (at: Date) => reason("return_lease", { ...runs(ARRIVED), returnCheck: { eligible: false, at } })
    expect([asked(later(-1)), asked(later(0))]).toEqual([null, "return_not_eligible"])
  })
})
