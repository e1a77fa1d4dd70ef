import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { type LeaseRecord } from "../support/ledger"
import { eventually } from "./support/eventually"
import { storeRules } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

const CONFIRM = "POST /application/cart/delivery"
const CANCEL = "DELETE /application/contract"

/** The payment is recorded when the lease has started, with the delivery of the last piece. */
export const captureOnDelivery = storeRules(
  "capture on delivery",
  (store) => {
    async function placed() {
      const { order } = await store.ordered(SOFA_AND_CHAIRS)
      return { orderId: order.id, total: order.total }
    }
    const deliver = async (orderId: string, pieces?: Record<string, number>) => {
      const parcel = await store.merchant.send(orderId, pieces)
      return store.andWait("delivery.created", () => store.merchant.deliver(orderId, parcel))
    }
    const leaseOf = async (orderId: string) => (await store.ledger.ofOrder(orderId)) as LeaseRecord
    const captures = () => store.sql("select amount from capture where deleted_at is null")
    const captured = () => eventually(captures, (rows) => rows.length > 0)
    const confirmed = () => store.calls().filter((call) => call === CONFIRM)
    const until = (orderId: string, wanted: LeaseRecord["status"]) =>
      eventually(
        () => leaseOf(orderId),
        ({ status }) => status === wanted,
      )

    it("captures nothing with the order, nor when somebody asks for it, so there is nothing to refund", async () => {
      const { orderId } = await placed()
      await store.look()
      expect(await store.merchant.capture(orderId)).toMatchObject({
        status: 400,
        body: { code: "capture_before_delivery", message: expect.stringContaining("Confirm the delivery") },
      })
      expect(await captures()).toEqual([])
      expect((await store.merchant.order(orderId)).payment_status).toBe("authorized")
      expect((await store.merchant.refund(orderId)).status).toBe(400)
      expect(store.calls()).not.toContain(CANCEL)
    })

    it("captures nothing while pieces are missing, and the whole sum once, right after the service took the delivery", async () => {
      const { orderId, total } = await placed()
      await deliver(orderId, { sofa: 1, chair: 1 })
      await store.look()
      expect(confirmed()).toEqual([])
      expect(await captures()).toEqual([])
      await deliver(orderId)
      expect((await until(orderId, "delivered")).status).toBe("delivered")
      expect((await captured()).map(({ amount }) => Number(amount))).toEqual([total])
      await store.look()
      await store.look()
      expect(await captures()).toHaveLength(1)
      expect(confirmed()).toHaveLength(1)
      expect((await leaseOf(orderId)).attention).toEqual([])
    })

    it("captures nothing while the service has not taken the delivery", async () => {
      const { orderId } = await placed()
      store.sandbox.fault({ route: CONFIRM, fault: "503" })
      await deliver(orderId)
      await eventually(
        async () => confirmed(),
        (calls) => calls.length > 0,
      )
      await store.look()
      expect(await captures()).toEqual([])
      await store.pass("2 minutes")
      await store.runJob()
      expect((await until(orderId, "delivered")).status).toBe("delivered")
      expect(await captured()).toHaveLength(1)
    })

    it("captures when a person has scheduled the delivery", async () => {
      const { orderId } = await placed()
      const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
      const actor = { by: "merchant", id: "user_1" } as const
      await store.ledger.confirmDelivery(await leaseOf(orderId), { date, count: { pieces: 3, delivered: 0 }, actor })
      await store.runJob()
      expect(await captured()).toHaveLength(1)
    })

    const payment = () => store.sql("select canceled_at from payment where deleted_at is null")

    it("is given up for a lease that was returned before: its payment is closed, and nobody has to see to the order", async () => {
      const { orderId } = await placed()
      await store.merchant.send(orderId)
      const { id } = await leaseOf(orderId)
      const said = { outcome: "returned", note: "Agreed with the operator by phone." }
      expect((await store.admin.post(`/admin/lease-to-own/leases/${id}/actions/settle`, said)).status).toBe(200)
      await store.pass("3 minutes")
      await store.runJob()
      expect(await payment()).toEqual([{ canceled_at: expect.any(Date) }])
      expect(await captures()).toEqual([])
      expect(await leaseOf(orderId)).toMatchObject({ status: "returned", attention: [] })
      expect((await store.merchant.order(orderId)).status).toBe("pending")
    })

    describe("of an order that is canceled before", () => {
      it("cancels contract and payment at the dashboard", async () => {
        const { orderId } = await placed()
        expect((await store.merchant.cancel(orderId)).status).toBe(200)
        expect(store.calls().filter((call) => call === CANCEL)).toHaveLength(1)
        expect(await payment()).toEqual([{ canceled_at: expect.any(Date) }])
        expect(await captures()).toEqual([])
      })

      it("cancels contract and payment when code did it: Medusa alone would leave the payment open", async () => {
        const { orderId } = await placed()
        await store.andWait("order.canceled", () =>
          cancelOrderWorkflow(store.container).run({ input: { order_id: orderId } }),
        )
        expect((await until(orderId, "cancelled")).status).toBe("cancelled")
        await store.pass("3 minutes")
        await store.runJob()
        expect(await payment()).toEqual([{ canceled_at: expect.any(Date) }])
        expect(store.calls().filter((call) => call === CANCEL)).toHaveLength(1)
        expect((await leaseOf(orderId)).attention).toEqual([])
        const [row] = await store.sql("select coalesce(sum(amount), 0) as sum from order_transaction")
        expect(Number(row?.sum)).toBe(0)
      })
    })

    it("of an order whose edit raised the total waits for a person, who hears of the difference, and captures what was leased", async () => {
      const { orderId, total } = await placed()
      await store.merchant.edit(orderId, { add: { [store.shop.variantIds.lamp ?? ""]: 1 } })
      await deliver(orderId)
      await store.look()
      const lease = await leaseOf(orderId)
      expect([lease.status, ...lease.attention.map(({ code }) => code)]).toEqual(["placed", "amount_differs"])
      expect([confirmed(), await captures()]).toEqual([[], []])
      const date = new Date().toISOString().slice(0, 10)
      const actor = { by: "merchant", id: "user_1" } as const
      await store.ledger.confirmDelivery(lease, { date, count: { pieces: 4, delivered: 4 }, actor })
      await store.look()
      expect((await captured()).map(({ amount }) => Number(amount))).toEqual([total])
    })
  },
  { captureOn: "delivery" },
)
