import type { Query } from "../../../src/medusa/read/carts"
import { readGoods } from "../../../src/medusa/read/orders"

/** An order of chairs, one of which was exchanged and returned. The details are Medusa's counts. */
function exchangedOne(quantity: number, detail: object): Query {
  const details = { reference_id: "item_1", quantity: 1 }
  const line = { id: "item_1", quantity, unit_price: 10, detail: { return_received_quantity: 1, ...detail } }
  const rows: Record<string, object[]> = {
    order: [
      { id: "order_1", status: "pending", items: [line], fulfillments: [{ shipped_at: "2026-11-21T12:00:00Z" }] },
    ],
    return: [{ id: "return_1", exchange_id: "oexc_1" }],
    order_change: [{ id: "ordch_1", actions: [{ action: "RECEIVE_RETURN_ITEM", details }] }],
  }
  return { graph: async ({ entity }) => ({ data: rows[entity] ?? [] }) }
}

describe("a piece that was exchanged", () => {
  it("counts nowhere, though it was reported neither as shipped nor as delivered", async () => {
    const goods = await readGoods(exchangedOne(2, {}), "order_1")
    expect(goods).toMatchObject({ pieces: 1, delivered: 0, returned: 0, deliveredAt: null, shippedAt: null })
  })

  it("doesn't stand for another one that has not shipped yet", async () => {
    const goods = await readGoods(exchangedOne(2, { shipped_quantity: 1 }), "order_1")
    expect(goods).toMatchObject({ pieces: 1, shippedAt: null })
  })
})
