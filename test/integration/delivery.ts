import { CONFIRM, LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"

/** From Medusa's own "Mark as delivered" to an active lease. */
export const delivery = storeRules("delivery", (store) => {
  const dashboard = new LeaseDashboard(store)
  const deliver = (orderId: string, parcelId: string) =>
    store.andWait("delivery.created", () => store.merchant.deliver(orderId, parcelId))
  const expectDelivered = async (orderId: string) =>
    expect((await dashboard.cardWhen(orderId, ({ state }) => state === "delivered")).state).toBe("delivered")

  it("a complete delivery ignores canceled parcels, items that don't ship and unreported shipments", async () => {
    const orderId = await dashboard.placed({ items: [{ handle: "sofa" }, { handle: "chair" }] })
    await store.sql("update order_line_item set requires_shipping = false where product_handle = 'chair'")
    const wrong = await store.merchant.packed(orderId, { sofa: 1 })
    await store.andWait("order.fulfillment_canceled", () => store.merchant.cancelParcel(orderId, wrong))
    await deliver(orderId, await store.merchant.packed(orderId, { sofa: 1 }))
    await expectDelivered(orderId)
  })

  it("a delivery is confirmed at once, or by the next job, or by the heartbeat if no job runs", async () => {
    expect(store.scheduled.get("job-lease-to-own-pending-calls")).toMatchObject({ cron: "* * * * *" })
    expect(store.scheduled.get("heartbeat")).toBe(true)
    const orderId = await dashboard.placed()
    const parcel = await store.merchant.send(orderId)
    expect(dashboard.count(CONFIRM)).toBe(0)
    store.sandbox.fault({ route: CONFIRM, fault: "429" })
    await deliver(orderId, parcel)
    expect(dashboard.count(CONFIRM)).toBe(1)
    await store.pass("2 minutes")
    await store.beat()
    expect(dashboard.count(CONFIRM)).toBe(2)
    await expectDelivered(orderId)
  })
})
