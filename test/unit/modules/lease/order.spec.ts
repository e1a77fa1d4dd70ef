import {
  amountDiffers,
  capturedAt,
  isOpenPayment,
  isOurs,
  isOwn,
  isPaidOtherwise,
  moneyDiffers,
  paidBy,
  toCapture,
} from "../../../../src/modules/lease/rules/order"
import { anOrder, aPayment, LEASE_ID, SESSION } from "../../../support/order"

const LEASE = { id: LEASE_ID }
const MINE = aPayment({ id: "pay_mine" })
const OTHERS = aPayment({ id: "pay_others", leaseId: "lease_2" })
const OTHERS_SESSION = { ...SESSION, id: "payses_2", leaseId: "lease_2" }

describe("whose an order is", () => {
  it("an order counts with the payments of one lease", () => {
    const order = anOrder({ payments: [OTHERS, MINE] })
    expect(paidBy(order, LEASE)).toEqual({ ...order, payments: [MINE] })
  })

  it.each<[boolean, string, Parameters<typeof anOrder>[0]]>([
    [true, "by its session", { payments: [] }],
    [true, "by one of its sessions", { sessions: [OTHERS_SESSION, SESSION], payments: [OTHERS] }],
    [false, "by a payment, once the session is another lease's", { sessions: [OTHERS_SESSION], payments: [MINE] }],
    [true, "by a payment, where no session is left", { sessions: [], payments: [OTHERS, MINE] }],
    [false, "where another method pays as well", { heldByOthers: true }],
    [false, "where nothing is ours", { sessions: [], payments: [] }],
  ])("a lease alone pays it: %s, %s", (own, _, change) => {
    expect(isOwn(anOrder(change), LEASE)).toBe(own)
  })

  it("our provider is requested to pay, or holds the money", () => {
    expect(isOurs(anOrder({ payments: [] }))).toBe(true)
    expect(isOurs(anOrder({ sessions: [] }))).toBe(true)
    expect(isOurs(anOrder({ sessions: [], payments: [] }))).toBe(false)
  })

  it("another method paid, or nothing is due", () => {
    const is = (heldByOthers: boolean, total: number) => isPaidOtherwise(anOrder({ heldByOthers, total }))
    expect([is(true, 100), is(false, 0), is(false, 1)]).toEqual([true, true, false])
  })
})

describe("a payment", () => {
  it("is open while it is authorized, or holds a cent", () => {
    expect(isOpenPayment(aPayment({ captured: 0 }))).toBe(true)
    expect(isOpenPayment(aPayment({ captured: 0, canceled: true }))).toBe(false)
    expect(isOpenPayment(aPayment({ captured: 1, canceled: true }))).toBe(true)
    expect(isOpenPayment(aPayment({ captured: 1, refunded: 1 }))).toBe(false)
  })

  it("is captured only while no other payment holds a cent", () => {
    const open = aPayment({ captured: 0 })
    expect(toCapture([aPayment({ captured: 0, canceled: true }), open])).toBe(open)
    expect(toCapture([open, aPayment({ captured: 1 })])).toBeUndefined()
  })

  it("was captured at its booking", () => {
    expect(capturedAt(anOrder({ payments: [aPayment({ captured: 0 }), MINE] }))).toBe(MINE.capturedAt)
    expect(capturedAt(anOrder({ payments: [] }))).toBeNull()
  })
})

describe("the total of an order", () => {
  const chair = { action: "return", number: 1, identifier: "CHAIR", quantity: 1, price: 400, tax: 0 } as const
  type Lease = Parameters<typeof amountDiffers>[0]
  const lease: Lease = {
    ...({ flow: "api", order_id: "order_1", placed_at: new Date(0), amount: 45_400 } as const),
    ...{ accepted_order: null, reductions: [{ amount: 400, lines: [chair] }] },
  }
  const differs = (total: number, change: Partial<Lease> = {}) =>
    amountDiffers({ ...lease, ...change }, { total, returned: 0, returnRequestedTotal: 0 })

  it("may be the contract's, what is left of it, or what staff accepted", () => {
    expect([differs(45_400), differs(45_000), differs(44_000)]).toEqual([false, false, true])
    expect(differs(44_000, { accepted_order: { total: 44_000, returned: 0 } })).toBe(false)
  })

  it("of a new contract is only the contract's", () => {
    expect([differs(45_400, { placed_at: null }), differs(45_000, { placed_at: null })]).toEqual([false, true])
  })

  it("waits for the goods that came back", () => {
    expect(amountDiffers({ ...lease }, { total: 44_000, returned: 1, returnRequestedTotal: 0 })).toBe(false)
  })

  it("is that of an exchange once the old goods no longer count, while they are being returned", () => {
    const exchanged = (total: number) => amountDiffers(lease, { total, returned: 0, returnRequestedTotal: 23_814 })
    expect([exchanged(45_400), exchanged(45_400 + 23_814), exchanged(45_400 + 50_000)]).toEqual([false, false, true])
  })
})

describe("Medusa's money", () => {
  const LEASE = { status: "placed", amount: 45_400, accepted_order: null, reductions: null } as const
  type Lease = Partial<Parameters<typeof moneyDiffers>[0]>
  const paid = (captured: number, refunded = 0) => ({ payments: [aPayment({ captured, refunded })] })
  const OPEN = paid(0)
  const VOID = { payments: [aPayment({ captured: 0, canceled: true })] }
  const NONE = { sessions: [], payments: [] }
  const TWO = { payments: [aPayment({ captured: 45_000 }), aPayment({ captured: 400 })] }
  const canceled: Lease = { status: "canceled" }
  /** Staff accepted that Medusa holds this much of it. */
  const accepted = (held: number, more: object = {}): Lease => ({
    accepted_order: { total: 45_400, returned: 0, held, heldElsewhere: 0, status: "placed", ...more },
  })

  it.each<[boolean, string, Parameters<typeof anOrder>[0], Lease?]>([
    [false, "captured whole", {}],
    [false, "captured whole in two payments", TWO],
    [false, "not captured yet", OPEN],
    [true, "not even promised", NONE],
    [true, "canceled", VOID],
    [true, "a cent too few", paid(45_399)],
    [true, "a cent alone", paid(1)],
    [true, "a cent too much", paid(45_401)],
    [true, "refunded in part", paid(45_400, 100)],
    [false, "refunded in part, as staff accepted it", paid(45_400, 100), accepted(45_300)],
    [true, "refunded further than that", paid(45_400, 200), accepted(45_300)],
    [true, "held beside another method's cent", { heldElsewhere: 1 }],
    [true, "held beside another method's cent since staff accepted it", { heldElsewhere: 1 }, accepted(45_400)],
    [false, "held beside it, as staff accepted it", { heldElsewhere: 1 }, accepted(45_400, { heldElsewhere: 1 })],
    [false, "held beside another method's for what an edit added", { heldElsewhere: 1, total: 45_401 }],
    [true, "open beside another method's, after an edit that cut it", { ...OPEN, heldElsewhere: 1, total: 45_000 }],
    [false, "open beside another method's, without an amount", { ...OPEN, heldElsewhere: 45_400 }, { amount: null }],

    [true, "held after the cancellation", {}, canceled],
    [true, "held after the cancellation, as staff accepted it before", {}, { ...accepted(45_400), ...canceled }],
    [false, "refunded after the cancellation", paid(45_400, 45_400), canceled],
    [true, "open after the cancellation", OPEN, canceled],
    [true, "open after it, while another method pays less than all", { ...OPEN, heldElsewhere: 45_399 }, canceled],
    [false, "open after it, where another method pays for all", { ...OPEN, heldElsewhere: 45_400 }, canceled],
    [false, "canceled with the lease", VOID, canceled],
    [false, "never asked for, of a canceled lease", NONE, canceled],
    [true, "held after the return", {}, { status: "returned" }],
    [false, "never captured before the return", OPEN, { status: "returned" }],
  ])("differs: %s, %s", (differs, _, order, lease = {}) => {
    expect(moneyDiffers({ ...LEASE, ...lease }, anOrder(order))).toBe(differs)
  })
})
