import { ACTION_KEYS, type ActionKey, canOf, mayDo } from "../../../../src/modules/lease/card/allowed-actions"
import { BLOCKING } from "../../../../src/modules/lease/rules/alerts"
import { EXCLUSIVE_KINDS } from "../../../../src/modules/lease/rules/call-kinds"
import { LEASE_STATUSES, type LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import { type MessageCode, messages } from "../../../../src/modules/lease/texts/messages"
import { type Change, facts, failed, later, raised, refused, running, task, unknown } from "./support/card-facts"
import { everyFacts } from "./support/every-facts"

const OPERATOR = {
  permitted: true,
  operator: { name: "Acorn Leasing", contact: "help@acorn.example", merchantContact: "stores@acorn.example" },
}
const can = (change: Change = {}) => canOf(facts(change), OPERATOR)
/** The possible actions, and no others. */
const allowed = (change: Change = {}) => ACTION_KEYS.filter((key) => can(change)[key].allowed)
const reason = (key: ActionKey, change: Change = {}) => {
  const judged = can(change)[key]
  return judged.allowed ? null : judged.reason
}

const unplaced = (status: LeaseStatus, lease: Change["lease"] = {}): Change => ({
  lease: { status, order_id: null, ...lease },
  order: null,
})
const is = (status: LeaseStatus, lease: Change["lease"] = {}) => ({ lease: { status, ...lease } })
const hosted = (lease: Change["lease"] = {}) => ({ lease: { way: "widget", ...lease } }) as const
/** With these calls, of an order that is delivered. */
const arrived = (...tasks: Change["tasks"] & object): Change => ({ order: shipped, tasks })
const back = (returned: number) => ({ ...is("delivered", running_), order: { ...shipped, returned } })
/** An order that was edited after signing, and its new contract. */
const edited = { order: { total: 130_000 } }
const newContract = (status: LeaseStatus): Change => ({
  lease: { status, placed_at: null, amount: status === "approved" ? null : 130_000 },
  order: { total: 130_000 },
})
const doubtful = { evidence: "reported", service_status: "" } as const
const LINKS = { order_link: "sealed", delivery_link: "sealed" }
const shipped = { shipped: true, delivered: 2 }
const running_ = { status: "delivered", delivered_at: later(0), delivery_date: "2026-11-20" } as const

describe("what may be done", () => {
  it.each<[string, string, Change]>([
    ["no one has applied", "", unplaced("open")],
    ["decision pending", "", unplaced("pending")],
    ["denied", "", unplaced("denied")],
    ["approved", "", unplaced("approved")],
    ["offered", "", unplaced("offered")],
    [
      "contract handed out",
      "check_status attest cancel_contract settle",
      unplaced("signing", { evidence: "none", service_status: null }),
    ],
    ["signed without an order", "check_status cancel_contract settle", unplaced("signed")],
    [
      "signed, could not be ordered",
      "check_status cancel_contract retry settle",
      { ...unplaced("signed"), tasks: [failed("place_order")] },
    ],
    ["expired", "", unplaced("expired")],
    ["given up before the order", "", unplaced("cancelled")],
    ["awaiting", "check_status attest cancel_contract settle", { lease: doubtful }],
    [
      "not confirmed",
      "check_status cancel_contract settle",
      { lease: { evidence: "reported", service_status: "Contracts" } },
    ],
    ["void", "check_status cancel_contract settle", { lease: { attention: raised("lease_dead") } }],
    ["accepted", "check_status cancel_contract confirm_delivery settle", {}],
    ["attested", "check_status cancel_contract confirm_delivery settle", { lease: { evidence: "attested" } }],
    ["partly shipped", "check_status confirm_delivery check_return return_lease settle", { order: { shipped: true } }],
    ["delivery due", "check_status confirm_delivery check_return return_lease settle", { order: shipped }],
    ["sending", "", arrived(running("confirm_delivery"))],
    [
      "delivery to be tried again",
      "check_status confirm_delivery check_return return_lease retry settle",
      arrived(failed("confirm_delivery")),
    ],
    [
      "delivery refused",
      "check_status confirm_delivery check_return return_lease retry settle",
      arrived(refused("confirm_delivery")),
    ],
    ["delivery unknown", "check_status check_return retry settle", arrived(unknown("confirm_delivery"))],
    ["delivered", "check_status check_return return_lease settle", { lease: running_, order: shipped }],
    [
      "payment not captured",
      "check_status cancel_contract confirm_delivery retry settle",
      { order: { captured: false }, tasks: [failed("capture_payment")] },
    ],
    [
      "not returnable",
      "check_status check_return settle",
      { lease: running_, order: shipped, returnCheck: { eligible: false, at: later(0) } },
    ],
    ["all of it came back", "check_status check_return return_lease settle", back(2)],
    ["some of it came back", "check_status check_return settle", back(1)],
    ["cancel unknown", "check_status retry settle", { ...is("cancelling"), tasks: [unknown("cancel_contract")] }],
    ["return unknown", "check_status retry settle", { ...is("returning"), tasks: [unknown("return_lease")] }],
    ["canceled", "", is("cancelled")],
    ["returned", "", is("returned")],
    ["returned, the books not corrected", "retry settle", { ...is("returned"), tasks: [failed("close_payment")] }],
    [
      "canceled, nothing shipped",
      "check_status cancel_contract retry settle",
      { order: { cancelled: true }, tasks: [refused("cancel_contract")] },
    ],
    [
      "canceled, goods have left",
      "check_status check_return return_lease settle",
      { lease: running_, order: { ...shipped, cancelled: true } },
    ],
    ["edited after signing", "check_status cancel_contract confirm_delivery settle replace_contract", edited],
    [
      "to another recipient",
      "check_status cancel_contract settle replace_contract",
      { lease: { attention: raised("recipient_differs") } },
    ],
    ["a new contract of it waits", "signing_link", newContract("approved")],
    ["a new contract of it is offered", "signing_link", newContract("offered")],
    [
      "a new contract of it is handed out",
      "check_status attest cancel_contract settle signing_link",
      { ...newContract("signing"), lease: { ...newContract("signing").lease, evidence: "none", service_status: null } },
    ],
    ["a new contract of it is signed", "check_status cancel_contract settle", newContract("signed")],
    [
      "edited once more after that",
      "check_status cancel_contract settle replace_contract",
      { ...newContract("signed"), order: { total: 140_000 } },
    ],
    ["a new contract of it that ended", "", newContract("expired")],
    ["a second order on the lease", "", { lease: { order_id: "order_0" } }],
    ["the order is not recorded yet", "", { lease: { status: "signed", order_id: null } }],
    ["a hosted lease without links", "settle", hosted()],
    ["hosted, with both links", "send_order_id send_delivery_date settle", hosted(LINKS)],
    [
      "hosted, its number sent",
      "send_delivery_date settle",
      { ...hosted(LINKS), tasks: [task("send_order_id", { state: "done" })] },
    ],
    ["hosted, its link used by somebody else", "retry settle", { ...hosted(), tasks: [refused("send_order_id")] }],
    ["hosted, its order canceled", "settle", { ...hosted(LINKS), order: { cancelled: true } }],
    ["a hosted lease that runs", "send_order_id settle", hosted({ ...running_, ...LINKS })],
    ["a card that was not used", "settle", { ...hosted({ status: "signed", order_id: null }), order: null }],
  ])("%s: %j", (_, actions, change) => {
    expect(allowed(change).join(" ")).toBe(actions)
  })

  it("names every action, whatever the lease", () => {
    for (const status of LEASE_STATUSES) expect(Object.keys(can({ lease: { status } }))).toEqual([...ACTION_KEYS])
  })

  it("lets a person end every lease for which a contract may be in force", () => {
    const alive: LeaseStatus[] = ["signing", "signed", "placing", "placed", "delivered", "cancelling", "returning"]
    const order = (status: LeaseStatus) => (["signing", "signed", "placing"].includes(status) ? unplaced(status) : {})
    expect(alive.filter((status) => !mayDo(facts({ lease: { status }, ...order(status) }), "settle"))).toEqual([])
  })
})

describe("the reason why not", () => {
  it.each<[ActionKey, MessageCode, Change]>([
    ["check_status", "already_closed", is("cancelled")],
    ["check_status", "check_before_contract", unplaced("offered")],
    ["attest", "open_unknown", { lease: { ...doubtful, status: "cancelling" } }],
    ["confirm_delivery", "open_unknown", is("cancelling")],
    ["return_lease", "open_unknown", is("cancelling")],
    ["cancel_contract", "open_unknown", is("returning")],
    ["attest", "already_confirmed", {}],
    ["attest", "attest_overruled", { lease: { evidence: "reported", service_status: "Contracts" } }],
    ["attest", "attest_before_contract", unplaced("approved")],
    ["attest", "order_is_cancelled", { lease: doubtful, order: { cancelled: true } }],
    ["attest", "already_closed", is("returned")],
    ["cancel_contract", "cancel_after_shipping", { order: { shipped: true } }],
    ["cancel_contract", "cancel_after_delivery", { lease: running_ }],
    ["cancel_contract", "cancel_before_signing", unplaced("approved")],
    ["cancel_contract", "already_closed", is("cancelled")],
    ["cancel_contract", "busy", unplaced("placing")],
    ["cancel_contract", "open_unknown", is("cancelling")],
    ["cancel_contract", "open_unknown", { tasks: [unknown("confirm_delivery")] }],
    ["cancel_contract", "open_unknown", { tasks: [{ ...failed("confirm_delivery"), sent: true }] }],
    ["confirm_delivery", "already_delivered", { lease: running_ }],
    ["confirm_delivery", "deliver_before_placed", unplaced("signed")],
    ["confirm_delivery", "ship_before_confirmation", { lease: doubtful }],
    ["confirm_delivery", "ship_attention", { lease: { attention: raised("cart_mismatch") } }],
    ["confirm_delivery", "order_is_cancelled", { order: { cancelled: true } }],
    ["confirm_delivery", "open_unknown", arrived(unknown("confirm_delivery"))],
    ["confirm_delivery", "already_closed", is("returned")],
    ["check_return", "return_before_placed", unplaced("signed")],
    ["check_return", "return_before_shipping", {}],
    ["check_return", "already_closed", is("returned")],
    ["check_return", "open_unknown", is("returning")],
    ["return_lease", "return_before_shipping", {}],
    ["return_lease", "return_not_eligible", { lease: running_, returnCheck: { eligible: false, at: later(0) } }],
    ["return_lease", "return_before_start", { order: shipped, returnCheck: { eligible: false, at: later(0) } }],
    ["return_lease", "return_incomplete", back(1)],
    ["return_lease", "open_unknown", arrived(unknown("confirm_delivery"))],
    ["retry", "retry_nothing_open", {}],
    ["retry", "busy", { tasks: [running("confirm_delivery")] }],
    ["settle", "settle_nothing_open", is("cancelled")],
    ["settle", "busy", { tasks: [running("cancel_contract")] }],
    ["send_order_id", "hosted_only", {}],
    ["send_order_id", "hosted_only", hosted()],
    ["send_order_id", "order_id_before_placed", { ...hosted({ status: "signed", order_id: null }), order: null }],
    ["send_order_id", "order_is_cancelled", { ...hosted(LINKS), order: { cancelled: true } }],
    ["send_order_id", "already_sent", { ...hosted(), tasks: [task("send_order_id", { state: "done" })] }],
    ["send_delivery_date", "hosted_only", {}],
    ["send_delivery_date", "already_delivered", hosted(running_)],
    ["send_delivery_date", "hosted_only", hosted()],
    ["replace_contract", "replace_nothing", {}],
    ["replace_contract", "replace_nothing", newContract("approved")],
    ["replace_contract", "replace_nothing", newContract("signed")],
    ["replace_contract", "replace_nothing", unplaced("signed")],
    ["replace_contract", "order_is_cancelled", { order: { ...edited.order, cancelled: true } }],
    ["replace_contract", "cancel_after_shipping", { order: { ...edited.order, shipped: true } }],
    ["replace_contract", "cancel_after_delivery", { ...edited, lease: running_ }],
    ["replace_contract", "open_unknown", { ...edited, lease: { status: "cancelling" } }],
    ["replace_contract", "already_closed", { ...edited, lease: { status: "cancelled" } }],
    ["replace_contract", "widget_in_portal", { ...edited, lease: { way: "widget" } }],
    ["signing_link", "signing_link_none", edited],
    ["signing_link", "signing_link_none", newContract("signed")],
    ["signing_link", "signing_link_none", newContract("expired")],
    ["signing_link", "signing_link_none", hosted()],
    ["signing_link", "order_is_cancelled", { ...newContract("approved"), order: { cancelled: true } }],
    ["confirm_delivery", "widget_in_portal", hosted()],
    ["cancel_contract", "other_order", { lease: { order_id: "order_0" } }],
    ["settle", "order_not_recorded", { lease: { status: "signed", order_id: null } }],
  ])("%s: %s", (key, code, change) => {
    expect(reason(key, change)).toBe(code)
  })

  it("is the role's first, for everything", () => {
    const judged = canOf(facts({ lease: doubtful }), { ...OPERATOR, permitted: false })
    expect(Object.values(judged)).toEqual(
      ACTION_KEYS.map(() => ({ allowed: false, reason: "not_permitted", params: {} })),
    )
  })

  it("is that another call is in progress, for everything but what is tried again", () => {
    for (const kind of EXCLUSIVE_KINDS) {
      const reasons = ACTION_KEYS.filter((key) => key !== "retry").map((key) => reason(key, { tasks: [running(kind)] }))
      expect(new Set(reasons)).toEqual(new Set(["busy"]))
    }
  })

  it("is no call to Medusa that is in progress", () => {
    expect(allowed({ order: { captured: false }, tasks: [running("capture_payment")] })).toContain("confirm_delivery")
  })

  it("is a call no more whose claim has ended", () => {
    const tasks = [{ ...running("confirm_delivery"), due_at: later(0) }]
    expect(allowed({ order: shipped, tasks })).toContain("retry")
  })

  it.each(BLOCKING)("names what was raised as %s before a delivery is confirmed", (code) => {
    const judged = can({ lease: { attention: raised(code) } }).confirm_delivery
    expect(judged).toMatchObject({ allowed: false, reason: "ship_attention", params: { reason: expect.any(String) } })
  })

  it("tells the day that was confirmed already", () => {
    expect(can({ lease: running_ }).confirm_delivery).toMatchObject({ params: { date: "2026-11-20" } })
  })

  it("counts what came back", () => {
    const { return_lease } = can(back(1))
    expect(return_lease).toMatchObject({
      params: { done: "1", total: "2", whom: expect.stringContaining("Acorn Leasing") },
    })
  })

  it("names whom staff asks at the operator, and by which id, wherever it sends a person there", () => {
    const { return_lease } = can(back(1))
    expect(return_lease).toMatchObject({ params: { whom: "Acorn Leasing (stores@acorn.example, ID APP-4711)" } })
    const { cancel_contract } = can({ order: shipped })
    expect(cancel_contract).toMatchObject({ params: { whom: "Acorn Leasing (stores@acorn.example, ID APP-4711)" } })
    const unnamed = { ...doubtful, status: "cancelling", application_id: null } as const
    expect(can({ lease: unnamed }).attest).toMatchObject({ params: { whom: "Acorn Leasing (stores@acorn.example)" } })
  })

  it("is no answer about a return that is older than the delivery", () => {
    const asked = (at: Date) =>
      reason("return_lease", { lease: running_, order: shipped, returnCheck: { eligible: false, at } })
    expect([asked(later(-1)), asked(later(0))]).toEqual([null, "return_not_eligible"])
  })
})

describe("over every combination of lease, order and calls", () => {
  const all = everyFacts().map((one) => ({ ...one, can: canOf(one, OPERATOR) }))
  type Judged = (typeof all)[number]
  const allowing = (key: ActionKey) => all.filter(({ can }) => can[key].allowed)
  const isSure = ({ lease }: Judged) => lease.evidence === "verified" || lease.evidence === "attested"

  it("every action that can be taken at all is allowed somewhere", () => {
    expect(ACTION_KEYS.filter((key) => !allowing(key).length)).toEqual([])
  })

  it("each reason has a text whose parameters are all given, and no others", () => {
    const named = new Map(
      Object.entries(messages).map(([code, text]) => [code, [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)]),
    )
    const wrong = all.flatMap(({ can }) =>
      Object.values(can).filter((judged) => {
        if (judged.allowed) return false
        const names = new Set(named.get(judged.reason))
        // The code of a reason is for other languages; it stands beside its words.
        if (names.has("reason")) names.add("reason_code")
        const given = Object.keys(judged.params)
        return given.length !== names.size || given.some((name) => !names.has(name))
      }),
    )
    expect(wrong).toEqual([])
  })

  it("the mode of capturing changes nothing: it is about Medusa's books", () => {
    const other = all.map((one) => canOf({ ...one, captureOn: "delivery" }, OPERATOR))
    expect(JSON.stringify(other)).toBe(JSON.stringify(all.map(({ can }) => can)))
  })

  it("a delivery is confirmed only for a placed lease that is sure and has its order", () => {
    const right = (one: Judged) => one.lease.status === "placed" && one.order?.cancelled === false && isSure(one)
    expect(allowing("confirm_delivery").filter((one) => !right(one))).toEqual([])
  })

  it("a contract is never canceled once something has shipped or the lease runs", () => {
    const right = ({ lease, order }: Judged) => !order?.shipped && /^(signing|signed|placed)$/.test(lease.status)
    expect(allowing("cancel_contract").filter((one) => !right(one))).toEqual([])
  })

  it("asks how the contract stands wherever one may be in force and no one else is asking", () => {
    const alive: LeaseStatus[] = ["signing", "signed", "placing", "placed", "delivered", "cancelling", "returning"]
    const free = all.filter(({ can }) => !can.check_status.allowed && can.check_status.reason !== "busy")
    const own = free.filter(
      ({ lease, order }) => lease.way === "application" && (!order || order.id === lease.order_id),
    )
    expect(own.filter(({ lease }) => alive.includes(lease.status))).toEqual([])
  })

  it("a merchant's word never overrules the service's, nor is it asked for twice", () => {
    expect(allowing("attest").filter((one) => one.lease.service_status || isSure(one))).toEqual([])
  })

  it("nothing is sent to the service while another call is in progress or in doubt", () => {
    const sending: ActionKey[] = ["cancel_contract", "confirm_delivery", "return_lease"]
    const open = all.filter(({ tasks }) => tasks.some(({ state }) => state === "running" || state === "unknown"))
    expect(open.filter(({ can }) => sending.some((key) => can[key].allowed))).toEqual([])
  })
})
