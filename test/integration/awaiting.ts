import { Modules } from "@medusajs/framework/utils"
import { createOrderFulfillmentWorkflow } from "@medusajs/medusa/core-flows"
import { eventually } from "./support/eventually"
import { CANCEL, LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"

/** Orders whose signature only the shopper's browser reported, because the service's responses have no status. */
export const awaiting = storeRules(
  "orders that await confirmation",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const paymentStatus = async (orderId: string) => (await store.merchant.order(orderId)).payment_status
    const captured = (orderId: string) =>
      eventually(
        () => paymentStatus(orderId),
        (status) => status === "captured",
      )
    const payments = () => store.sql("select id from payment where deleted_at is null")
    const HELD = { status: 400, body: { code: "ship_before_confirmation" } }

    it("an order without a status is placed with an open payment, and is paid and ships once the service confirms", async () => {
      const { orderId, ...kept } = await dashboard.awaits()
      const shopper = Object.assign(store.shopper(), kept)
      expect(await dashboard.lease(orderId)).toMatchObject({ status: "placed", evidence: "reported", alerts: [] })
      const told = [{ code: "awaiting", message: expect.stringContaining("is still confirming your contract") }]
      const placed = { step: "placed", order_id: orderId, status: null }
      expect((await shopper.view()).body).toMatchObject({ ...placed, messages: told })
      const { body } = await shopper.http.get(`/store/lease-to-own/orders/${orderId}`)
      expect(body.lease).toMatchObject({ status: "placed", messages: told })
      for (const _time of [1, 2])
        expect(await store.merchant.checkStatus(orderId)).toMatchObject({ status: 200, body: { is_authorized: false } })
      expect([await paymentStatus(orderId), await payments()]).toEqual(["awaiting", []])

      await dashboard.statusAgain()
      expect((await store.merchant.checkStatus(orderId)).body.is_authorized).toBe(true)
      expect(await dashboard.lease(orderId)).toMatchObject({ status: "placed", evidence: "verified" })
      await store.runJob()
      expect(await captured(orderId)).toBe("captured")
      expect((await store.merchant.pack(orderId)).status).toBe(200)
      expect((await shopper.view()).body).toMatchObject({ step: "placed", messages: [] })
    })

    it("goods of an unconfirmed order are held at every shipping route, but a fulfillment made in code can be canceled", async () => {
      const orderId = await dashboard.awaiting()
      const message = expect.stringContaining("Do not ship yet")
      expect(await store.merchant.pack(orderId)).toMatchObject({ status: 400, body: { ...HELD.body, message } })
      expect(await store.merchant.parcels(orderId)).toEqual([])
      // Custom code isn't checked; what it packed is held at the next step.
      const items = (await store.merchant.order(orderId)).items.map(({ id, quantity }) => ({ id, quantity }))
      const input = { order_id: orderId, items }
      const { result: parcel } = await createOrderFulfillmentWorkflow(store.container).run({ input })
      const shipment = `/admin/orders/${orderId}/fulfillments/${parcel.id}/shipments`
      expect(await store.admin.post(shipment, { items })).toMatchObject(HELD)
      expect(await store.admin.post(`/admin/fulfillments/${parcel.id}/shipment`, { labels: [] })).toMatchObject(HELD)
      expect(await store.merchant.deliver(orderId, parcel.id)).toMatchObject(HELD)
      expect((await store.merchant.cancelParcel(orderId, parcel.id)).status).toBe(200)
    })

    it.each<[string, (orderId: string) => Promise<unknown>, string, number]>([
      ["at the dashboard", (orderId) => store.merchant.cancel(orderId), "This lease is over", 1],
      ["in code", (orderId) => store.container.resolve(Modules.ORDER).cancel(orderId), "This order was canceled", 0],
    ])("an order that is canceled %s can no longer be confirmed", async (_where, cancel, says, calls) => {
      const orderId = await dashboard.awaiting()
      await cancel(orderId)
      expect((await store.merchant.order(orderId)).status).toBe("canceled")
      await dashboard.statusAgain()
      const body = { message: expect.stringContaining(says) }
      expect(await store.merchant.checkStatus(orderId)).toMatchObject({ status: 422, body })
      expect([dashboard.count(CANCEL), await payments()]).toEqual([calls, []])
    })

    it("an order without a lease is packed, shipped, delivered and canceled without a call, and Medusa refuses a missing one", async () => {
      const plain = async () => {
        const shopper = await store.filled()
        await shopper.startPayment("pp_system_default")
        return (await shopper.complete()).body.order.id as string
      }
      const orderId = await plain()
      const parcel = await store.merchant.send(orderId)
      expect((await store.merchant.deliver(orderId, parcel)).status).toBe(200)
      expect((await store.merchant.cancel(await plain())).status).toBe(200)
      await store.reconcile()
      expect([store.calls(), await store.sql("select id from lease")]).toEqual([[], []])
      for (const action of ["cancel", "fulfillments"]) {
        const items = [{ id: "x", quantity: 1 }]
        const { status } = await store.admin.post(`/admin/orders/order_nowhere/${action}`, { items })
        expect([action, status]).toEqual([action, 404])
      }
    })
  },
  { confirmDeliveryOn: "manual" },
)
