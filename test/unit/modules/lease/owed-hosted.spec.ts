import type { Facts, OrderState } from "../../../../src/modules/lease/outbox/facts"
import { owedOf } from "../../../../src/modules/lease/outbox/owed"
import type { TaskKind } from "../../../../src/modules/lease/rules/call-kinds"
import type { LeaseRecord } from "../../../../src/modules/lease/rules/records"
import type { TaskRecord } from "../../../../src/modules/lease/tables/tasks"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOW = new Date("2026-11-21T12:00:00.000Z")
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const OPTIONS = {
  captureOn: "order",
  confirmDeliveryOn: "delivered",
  placeOrderAfter: 2 * MINUTE,
  abandonAfter: DAY,
  timeZone: "America/Chicago",
} as const

const LEASE = {
  way: "widget",
  status: "placed",
  evidence: "reported",
  amount: 45_400,
  order_id: "order_1",
  order_display_id: 7,
  attention: [],
  signed_at: ago(60 * MINUTE),
  placed_at: ago(60 * MINUTE),
  status_at: ago(60 * MINUTE),
  accepted_order: null,
  snapshot: null,
  widget_approved_at: ago(60 * MINUTE),
} as unknown as LeaseRecord
const ORDER: OrderState = {
  ...{ id: "order_1", createdAt: ago(60 * MINUTE), cancelled: false, cancelledAt: null, total: 1 },
  ...{
    sessionIds: [],
    own: false,
    paidOtherwise: true,
    heldElsewhere: 0,
    awaitingSession: null,
    payments: [],
    recipientDiffers: false,
  },
  ...{ shipped: false, deliveredAt: null, shippedAt: null, pieces: 1, returned: 0 },
}
const DELIVERED = { shipped: true, deliveredAt: new Date("2026-11-21T03:00:00.000Z") }
const task = (kind: TaskKind, change: Partial<TaskRecord> = {}) =>
  ({ kind, state: "done", actor: "system", last_error: null, ...change }) as TaskRecord

function owed(lease: Partial<LeaseRecord>, order: Partial<OrderState> | null, tasks: TaskRecord[] = []) {
  const facts: Facts = { lease: { ...LEASE, ...lease }, order: order && { ...ORDER, ...order }, cart: null, tasks }
  return owedOf(facts, OPTIONS, NOW)
}
const kinds = (...of: Parameters<typeof owed>) => owed(...of).calls.map(({ kind }) => kind)
const NUMBER = { kind: "send_order_id", detail: { order_id: "7" } }
const DATE = { kind: "send_delivery_date", detail: { delivery_date: "2026-11-20" } }

describe("what is owed for a hosted lease", () => {
  it("is the order's number once the order is there", () => {
    expect(owed({}, {}).calls).toEqual([NUMBER])
  })

  it("is the delivery date of the store's own zone once everything is delivered", () => {
    expect(owed({}, DELIVERED).calls).toEqual([NUMBER, DATE])
  })

  it.each(["done", "settled", "refused"] as const)("is no number any more that is %s", (state) => {
    expect(kinds({}, {}, [task("send_order_id", { state })])).toEqual([])
  })

  it("is the number of an order whose delivery was told first", () => {
    expect(kinds({ status: "delivered" }, DELIVERED)).toEqual(["send_order_id"])
  })

  it.each(["signed", "placed", "delivered", "cancelled", "returned", "superseded"] as const)(
    "is never a call of our own way, nor anything of Medusa's books (%s)",
    (status) => {
      const own: TaskKind[] = ["send_order_id", "send_delivery_date"]
      for (const order of [null, {}, DELIVERED, { cancelled: true }, { ...DELIVERED, returned: 1 }])
        expect(kinds({ status, signed_at: ago(9 * DAY) }, order).filter((kind) => !own.includes(kind))).toEqual([])
    },
  )

  it("is nothing where no success was ever reported", () => {
    expect(kinds({ evidence: "none" }, DELIVERED)).toEqual([])
  })

  it("is nothing for a canceled order: a person hears that its lease is alive", () => {
    expect(owed({}, { ...DELIVERED, cancelled: true })).toMatchObject({
      calls: [],
      raise: ["order_cancelled_lease_alive"],
    })
  })
})

describe("what a person hears of a hosted lease", () => {
  it("is that a card was not used, after a day, and not before", () => {
    const signed = { status: "signed", order_id: null } as const
    expect(owed(signed, null).raise).toEqual([])
    expect(owed({ ...signed, signed_at: ago(DAY) }, null)).toMatchObject({ raise: ["signed_without_order"], calls: [] })
  })

  it("is that the goods came back", () => {
    expect(owed({}, { ...DELIVERED, returned: 1 }).raise).toEqual(["return_due"])
    expect(owed({}, { ...DELIVERED, pieces: 2, returned: 1 }).raise).toEqual(["return_partial"])
  })

  it("is no difference of money or sums: they are another provider's", () => {
    expect(owed({}, { total: 999_999 }).raise).toEqual([])
  })

  it("is that a link failed, until no call stands refused for it", () => {
    const error = { code: "link_missing" as const, params: {}, at: "" }
    const refused = task("send_order_id", { state: "refused", last_error: error })
    expect(owed({}, {}, [refused]).lower).not.toContain("link_missing")
    expect(owed({}, {}, [task("send_order_id"), refused]).lower).toContain("link_missing")
  })
})

describe("an order whose event was lost", () => {
  it.each([
    ["after a success", { status: "signed", order_id: null }],
    ["after an approval without a success", { status: "open", order_id: null }],
  ] as const)("is recorded once it stands, %s", (_, lease) => {
    expect(owed(lease, { createdAt: ago(4 * MINUTE) })).toMatchObject({ record: false, lookAt: expect.any(Date) })
    expect(owed(lease, { createdAt: ago(5 * MINUTE) })).toMatchObject({ record: true })
  })

  it("is looked at again while nothing pays it, however old it is: its card may be declined yet", () => {
    const young = { status: "signed", order_id: null } as const
    expect(owed(young, { createdAt: ago(DAY), paidOtherwise: false })).toMatchObject({ record: false, calls: [] })
    expect(owed(young, { createdAt: ago(DAY), paidOtherwise: false }).lookAt).toEqual(expect.any(Date))
  })

  it("is no business of a widget in which nothing was approved, or that was left", () => {
    const lease = { status: "open", order_id: null, widget_approved_at: null } as const
    expect(owed(lease, {})).toMatchObject({ record: false, lookAt: null })
  })

  it("is looked for after an approval, hourly, then daily, and not without end", () => {
    const lookAt = (age: number) =>
      owed({ status: "open", order_id: null, widget_approved_at: ago(age) }, null).lookAt?.getTime()
    expect(lookAt(MINUTE)).toBe(NOW.getTime() + 60 * MINUTE)
    expect(lookAt(2 * DAY)).toBe(NOW.getTime() + DAY)
    expect(lookAt(31 * DAY)).toBeUndefined()
  })
})
