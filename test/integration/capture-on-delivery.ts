import { books } from "./support/books"
import { eventually } from "./support/eventually"
import { CANCEL, CONFIRM, LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

/** The payment is recorded when the lease has started, with the delivery of the last piece. */
export const captureOnDelivery = storeRules(
  "capture on delivery",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    async function placed() {
      const { order } = await store.ordered(SOFA_AND_CHAIRS)
      return { orderId: order.id, total: order.total }
    }
    const captured = async (orderId: string) => (await books(store, orderId)).captured

    it("with capture on delivery, nothing is captured with the order or on request, so nothing can be refunded", async () => {
      const { orderId } = await placed()
      await store.reconcile()
      expect(await store.merchant.capture(orderId)).toMatchObject({
        status: 400,
        body: { code: "capture_before_delivery", message: expect.stringContaining("Confirm the delivery") },
      })
      expect((await store.merchant.order(orderId)).payment_status).toBe("authorized")
      expect((await store.merchant.refund(orderId)).status).toBe(400)
      expect([await captured(orderId), dashboard.count(CANCEL)]).toEqual([[], 0])
    })

    it("with capture on delivery, the full amount is captured once, right after the complete delivery is confirmed", async () => {
      const { orderId, total } = await placed()
      await dashboard.delivered(orderId, { sofa: 1, chair: 1 })
      expect([dashboard.count(CONFIRM), await captured(orderId)]).toEqual([0, []])
      await dashboard.delivered(orderId)
      await eventually(
        () => captured(orderId),
        ({ length }) => length > 0,
      )
      await store.reconcile()
      expect([dashboard.count(CONFIRM), await captured(orderId)]).toEqual([1, [total]])
      expect(await dashboard.lease(orderId)).toMatchObject({ status: "delivered", alerts: [] })
    })
  },
  { captureOn: "delivery" },
)
