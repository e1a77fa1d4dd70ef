import {
  CALL_KINDS,
  CALL_STATES,
  type CallDetail,
  eventOf,
  FINISHED,
  isExclusive,
  isOpen,
  isReplacing,
  isRunning,
  isUnderWay,
  NOT_REACHED,
  type Outcome,
  outcomesOf,
  requestedDetail,
} from "../../../../src/modules/lease/rules/pending-calls"
import { type LeaseStatus, transitions } from "../../../../src/modules/lease/rules/state-machine"

const NOW = new Date("2026-11-21T12:00:00.000Z")

it("calls that could conflict at the service or in the cart exclude each other; those on Medusa's books don't", () => {
  expect(CALL_KINDS.filter(isExclusive)).toEqual([
    "place_order",
    "cancel_contract",
    "confirm_delivery",
    "return_lease",
    "return_lines",
    "send_delivery_date",
  ])
})

it("a call is open until it ends, and staff can end only one whose outcome is unknown", () => {
  expect(CALL_STATES.filter((state) => isOpen({ state }))).toEqual(["due", "running", "unknown"])
  expect(CALL_STATES.filter((state) => isUnderWay({ state }))).toEqual(["due", "running"])
})

it("a process holds a running call until its claim expires", () => {
  const later = new Date(NOW.getTime() + 1)
  expect(isRunning({ state: "running", due_at: later }, NOW)).toBe(true)
  expect(isRunning({ state: "running", due_at: NOW }, NOW)).toBe(false)
  expect(isRunning({ state: "due", due_at: later }, NOW)).toBe(false)
})

it("only a cancellation for a new contract replaces one", () => {
  expect(isReplacing({ kind: "cancel_contract", detail: { cause: "replaced" } })).toBe(true)
  expect(isReplacing({ kind: "cancel_contract", detail: { cause: "by_hand" } })).toBe(false)
  expect(isReplacing({ kind: "return_lease", detail: { cause: "replaced" } })).toBe(false)
})

it.each<[string, sent: boolean, asked: CallDetail, CallDetail]>([
  ["isn't sent yet, with what is asked now", false, { delivery_date: "2026-11-02" }, { delivery_date: "2026-11-02" }],
  ["was sent, as it was, because it may have taken effect", true, { delivery_date: "2026-11-02" }, {}],
  ["was sent, with what follows it in Medusa", true, { mark_delivered: true }, { mark_delivered: true }],
  ["was sent, and is to be sent again", true, { send_again: true }, { send_again: true }],
])("a call that is requested once more and %s", (_, sent, asked, added) => {
  const detail = { delivery_date: "2026-11-01", date_of_return: "2026-11-03" }
  expect(requestedDetail({ sent, detail }, asked)).toEqual({ ...detail, ...added })
})

it("a sent call keeps what follows it, but is sent again only for who asks for it now", () => {
  const detail = { mark_delivered: true, send_again: true }
  expect(requestedDetail({ sent: true, detail }, {})).toEqual({ mark_delivered: true })
})

it("a call is either open or finished", () => {
  expect(FINISHED).toEqual(["done", "refused", "resolved_by_hand"])
})

it("a call that didn't reach the service, or found it too busy, had no effect", () => {
  expect([...NOT_REACHED].sort()).toEqual(["service_busy", "service_unreachable"])
})

describe("how staff may end a lease that ended elsewhere", () => {
  type Lease = Parameters<typeof outcomesOf>[0]
  const lease = (status: LeaseStatus, change: Partial<Lease> = {}): Lease => ({
    ...{ status, flow: "api", signed_at: NOW, placed_at: NOW, delivered_at: null, held_at: null },
    ...change,
  })
  const UNPLACED = { placed_at: null }
  const UNSIGNED = { ...UNPLACED, signed_at: null }
  const HELD = { held_at: NOW }

  it.each<[LeaseStatus, Outcome[]]>([
    ["approved", ["nothing"]],
    ["signing", ["canceled", "nothing"]],
    ["signed", ["canceled", "nothing"]],
    ["placed", ["canceled", "returned", "delivered", "nothing"]],
    ["delivered", ["canceled", "returned", "nothing"]],
    ["canceling", ["canceled", "returned", "delivered", "nothing"]],
    ["returning", ["canceled", "returned", "delivered", "nothing"]],
    ["returned", ["nothing"]],
  ])("%s: %j", (status, outcomes) => {
    expect(outcomesOf(lease(status))).toEqual(outcomes)
    expect(outcomesOf(lease(status), { reducing: true })).toEqual([...outcomes.slice(0, -1), "reduced", "nothing"])
  })

  it.each<[string, Outcome, Lease, status: LeaseStatus | null]>([
    ["as canceled", "canceled", lease("canceling"), "canceled"],
    ["as returned", "returned", lease("returning"), "returned"],
    ["as delivered", "delivered", lease("canceling"), "delivered"],
    ["back to its order, if the cancellation had no effect", "nothing", lease("canceling"), "placed"],
    ["back to its signature, without an order", "nothing", lease("canceling", UNPLACED), "signed"],
    ["back to its contract, without a signature", "nothing", lease("canceling", UNSIGNED), "signing"],
    ["back to the delivery, if nothing came back", "nothing", lease("returning", { delivered_at: NOW }), "delivered"],
    ["back to its order, without a delivery", "nothing", lease("returning"), "placed"],
    ["as it is, if nothing was begun", "nothing", lease("placed"), null],
    ["as replaced, if it was held without a contract", "nothing", lease("offered", HELD), "superseded"],
    ["as it is, if its order was placed", "nothing", lease("placed", HELD), null],
    ["as it is, if it wasn't held", "nothing", lease("offered"), null],
    ["as it is, if the operator's widget has it", "nothing", lease("open", { ...HELD, flow: "hosted" }), null],
    ["as it is, if a part was taken", "reduced", lease("delivered"), null],
  ])("%s", (_, outcome, of, status) => {
    const event = eventOf(outcome, of)
    expect(event && transitions[event].to).toBe(status)
  })
})
