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

  it("our provider is asked for the money, or holds it", () => {
    expect(isOurs(anOrder({ payments: [] }))).toBe(true)
    expect(isOurs(anOrder({ sessions: [] }))).toBe(true)
    expect(isOurs(anOrder({ sessions: [], payments: [] }))).toBe(false)
  })

  it("another method paid, or nothing is to be paid", () => {
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

  it("is captured once: not while a cent of another one is", () => {
    const open = aPayment({ captured: 0 })
    expect(toCapture([aPayment({ captured: 0, canceled: true }), open])).toBe(open)
    expect(toCapture([open, aPayment({ captured: 1 })])).toBeUndefined()
  })

  it("was captured when it was booked", () => {
    expect(capturedAt(anOrder({ payments: [aPayment({ captured: 0 }), MINE] }))).toBe(MINE.capturedAt)
    expect(capturedAt(anOrder({ payments: [] }))).toBeNull()
  })
})

describe("the total of an order", () => {
  const chair = { action: "return", number: 1, identifier: "CHAIR", quantity: 1, price: 400, tax: 0 } as const
  type Lease = Parameters<typeof amountDiffers>[0]
  const lease: Lease = {
    ...({ way: "application", order_id: "order_1", placed_at: new Date(0), amount: 45_400 } as const),
    ...{ accepted_order: null, reductions: [{ amount: 400, lines: [chair] }] },
  }
  const differs = (total: number, change: Partial<Lease> = {}) =>
    amountDiffers({ ...lease, ...change }, { total, returned: 0 })

  it("may be the contract's, its rest, or what staff accepted", () => {
    expect([differs(45_400), differs(45_000), differs(44_000)]).toEqual([false, false, true])
    expect(differs(44_000, { accepted_order: { total: 44_000, returned: 0 } })).toBe(false)
  })

  it("of a new contract is the contract's alone", () => {
    expect([differs(45_400, { placed_at: null }), differs(45_000, { placed_at: null })]).toEqual([false, true])
  })

  it("waits for the goods that came back", () => {
    expect(amountDiffers({ ...lease }, { total: 44_000, returned: 1 })).toBe(false)
  })
})

describe("Medusa's money", () => {
  const lease = { status: "placed", amount: 45_400, accepted_order: null, reductions: null } as const
  type Money = Partial<Parameters<typeof moneyDiffers>[0]>
  const differs = (order: Parameters<typeof anOrder>[0], change: Money = {}) =>
    moneyDiffers({ ...lease, ...change }, anOrder(order))
  const OPEN = { payments: [aPayment({ captured: 0 })] }

  it("of a cent too few differs", () => {
    expect(differs({ payments: [aPayment({ captured: 1 })] })).toBe(true)
  })

  it("as staff accepted it counts for what another method held then, too", () => {
    const accepted_order = { total: 45_400, returned: 0, held: 45_400, status: "placed" } as const
    expect(differs({}, { accepted_order })).toBe(false)
    expect(differs({ heldElsewhere: 1 }, { accepted_order })).toBe(true)
    expect(differs({ heldElsewhere: 1 }, { accepted_order: { ...accepted_order, heldElsewhere: 1 } })).toBe(false)
  })

  it("of a canceled lease must not stay authorized, unless another method pays for all", () => {
    const canceled = { status: "canceled" } as const
    expect(differs(OPEN, canceled)).toBe(true)
    expect(differs({ ...OPEN, heldElsewhere: 45_399 }, canceled)).toBe(true)
    expect(differs({ ...OPEN, heldElsewhere: 45_400 }, canceled)).toBe(false)
    expect(differs({ payments: [aPayment({ captured: 0, canceled: true })] }, canceled)).toBe(false)
    expect(differs({ sessions: [], payments: [] }, canceled)).toBe(false)
  })

  it("of another method differs from a cent on that is not for what an edit added", () => {
    expect([differs({ heldElsewhere: 1 }), differs({ heldElsewhere: 1, total: 45_401 })]).toEqual([true, false])
    expect(differs({ ...OPEN, heldElsewhere: 1, total: 45_000 })).toBe(true)
    expect(differs({ ...OPEN, heldElsewhere: 45_400 }, { amount: null })).toBe(false)
  })
})
