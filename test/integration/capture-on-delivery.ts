import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { eventually } from "./support/eventually"
import { CANCEL, CONFIRM, LeaseDesk } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

/** The payment is recorded when the lease has started, with the delivery of the last piece. */
export const captureOnDelivery = storeRules(
  "capture on delivery",
  (store) => {
    const desk = new LeaseDesk(store)
    async function placed() {
      const { order } = await store.ordered(SOFA_AND_CHAIRS)
      return { orderId: order.id, total: order.total }
    }
    const captures = () => store.sql("select amount from capture where deleted_at is null")
    const payment = () => store.sql("select canceled_at from payment where deleted_at is null")
    const CLOSED = [{ canceled_at: expect.any(Date) }]

    it("captures nothing with the order, nor when somebody asks for it, so there is nothing to refund", async () => {
      const { orderId } = await placed()
      await store.look()
      expect(await store.merchant.capture(orderId)).toMatchObject({
        status: 400,
        body: { code: "capture_before_delivery", message: expect.stringContaining("Confirm the delivery") },
      })
      expect((await store.merchant.order(orderId)).payment_status).toBe("authorized")
      expect((await store.merchant.refund(orderId)).status).toBe(400)
      expect([await captures(), desk.count(CANCEL)]).toEqual([[], 0])
    })

    it("captures nothing while pieces are missing, and the whole sum once, right after the service took the delivery", async () => {
      const { orderId, total } = await placed()
      await desk.delivered(orderId, { sofa: 1, chair: 1 })
      expect([desk.count(CONFIRM), await captures()]).toEqual([0, []])
      await desk.delivered(orderId)
      const captured = await eventually(captures, (rows) => rows.length > 0)
      expect(captured.map(({ amount }) => Number(amount))).toEqual([total])
      await store.look()
      expect([desk.count(CONFIRM), (await captures()).length]).toEqual([1, 1])
      expect(await desk.lease(orderId)).toMatchObject({ status: "delivered", attention: [] })
    })

    it("is given up for a lease that was returned before: its payment is closed, and nobody has to see to the order", async () => {
      const { orderId } = await placed()
      await store.merchant.send(orderId)
      const said = { outcome: "returned", note: "Agreed with the operator by phone." }
      expect(await desk.act(orderId, "settle", said)).toMatchObject({ result: "done" })
      await store.pass("3 minutes")
      await store.runJob()
      expect([await payment(), await captures()]).toEqual([CLOSED, []])
      expect(await desk.lease(orderId)).toMatchObject({ status: "returned", attention: [] })
      expect((await store.merchant.order(orderId)).status).toBe("pending")
    })

    it("closes the payment with the contract of an order that code canceled before, which Medusa alone would leave open", async () => {
      const { orderId } = await placed()
      const input = { order_id: orderId }
      await store.andWait("order.canceled", () => cancelOrderWorkflow(store.container).run({ input }))
      for (const _minutes of [3, 6]) {
        await store.pass("3 minutes")
        await store.runJob()
      }
      expect(await desk.lease(orderId)).toMatchObject({ status: "cancelled", attention: [] })
      expect([await payment(), await captures(), desk.count(CANCEL)]).toEqual([CLOSED, [], 1])
      const [row] = await store.sql("select coalesce(sum(amount), 0) as sum from order_transaction")
      expect(Number(row?.sum)).toBe(0)
    })
  },
  { captureOn: "delivery" },
)
