import { Modules } from "@medusajs/framework/utils"
import {
  cancelOrderWorkflow,
  createOrderFulfillmentWorkflow,
  createOrderShipmentWorkflow,
} from "@medusajs/medusa/core-flows"
import { dateIn } from "../../src/lease-cart"
import { type LeaseRecord } from "../support/ledger"
import { eventually } from "./support/eventually"
import { LeaseDesk } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"

const PRICING = "GET /application/cart/pricing"
const CANCEL = "DELETE /application/contract"
const CONFIRM = "POST /application/cart/delivery"
/** `admin-routes.ts` has the same options, so both begin with the same orders. */
const TIME_ZONE = "America/Chicago"
const MERCHANT = { by: "merchant", id: "user_1" } as const

/** Orders whose signature only the shopper's browser reported, because the service's answers carry no status. */
export const awaiting = storeRules(
  "orders that await confirmation",
  (store) => {
    const desk = new LeaseDesk(store)

    async function awaiting(how?: Parameters<LeaseDesk["awaits"]>[0]) {
      const { orderId, ...shopper } = await desk.awaits(how)
      return { shopper: Object.assign(store.shopper(), shopper), orderId }
    }
    const leaseOf = async (orderId: string) => (await store.ledger.ofOrder(orderId)) as LeaseRecord
    const paymentStatus = async (orderId: string) => (await store.merchant.order(orderId)).payment_status
    const captured = (orderId: string) =>
      eventually(
        () => paymentStatus(orderId),
        (status) => status === "captured",
      )
    const parcels = async (orderId: string) => (await store.merchant.parcels(orderId)).length
    const deletes = () => store.calls().filter((call) => call === CANCEL)

    it("are placed with their payment open, and their shopper is told", async () => {
      const { shopper, orderId } = await awaiting()
      expect(await leaseOf(orderId)).toMatchObject({ status: "placed", evidence: "reported", attention: [] })
      expect(await paymentStatus(orderId)).toBe("awaiting")
      expect(await store.sql("select id from payment")).toEqual([])
      const told = [{ code: "awaiting", message: expect.stringContaining("is still confirming your contract") }]
      expect((await shopper.look()).body).toMatchObject({
        step: "placed",
        order_id: orderId,
        status: null,
        messages: told,
      })
      const { body } = await shopper.http.get(`/store/lease-to-own/orders/${orderId}`)
      expect(body.lease).toMatchObject({ status: "placed", messages: told })
    })

    it("are not placed when no one said that the contract is signed", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.sign()
      desk.noStatus()
      await shopper.startPayment()
      expect(await shopper.complete()).toMatchObject({ status: 400, body: { code: "no_status" } })
      expect(await store.sql('select id from "order"')).toEqual([])
    })

    describe("hold their goods", () => {
      it("packing is refused, in words", async () => {
        const { orderId } = await awaiting()
        expect(await store.merchant.pack(orderId)).toMatchObject({
          status: 400,
          body: { code: "ship_before_confirmation", message: expect.stringContaining("Do not ship yet") },
        })
        expect(await parcels(orderId)).toBe(0)
      })

      /** Code is not asked; what it packed is held at the next step. */
      async function packedInCode(orderId: string) {
        const { items } = await store.merchant.order(orderId)
        const { result } = await createOrderFulfillmentWorkflow(store.container).run({
          input: { order_id: orderId, items: items.map(({ id, quantity }) => ({ id, quantity })) },
        })
        return { parcel: result.id, items: items.map(({ id, quantity }) => ({ id, quantity })) }
      }

      it("shipping and delivering of what code packed is refused; taking it back is not", async () => {
        const { orderId } = await awaiting()
        const { parcel, items } = await packedInCode(orderId)
        const shipment = await store.admin.post(`/admin/orders/${orderId}/fulfillments/${parcel}/shipments`, { items })
        expect(shipment).toMatchObject({ status: 400, body: { code: "ship_before_confirmation" } })
        const byItself = await store.admin.post(`/admin/fulfillments/${parcel}/shipment`, { labels: [] })
        expect(byItself).toMatchObject({ status: 400, body: { code: "ship_before_confirmation" } })
        expect(await store.merchant.deliver(orderId, parcel)).toMatchObject({
          status: 400,
          body: { code: "ship_before_confirmation" },
        })
        expect((await store.merchant.cancelParcel(orderId, parcel)).status).toBe(200)
      })

      it("what code shipped all the same is shown to a person, until the lease is confirmed", async () => {
        const { orderId } = await awaiting()
        const { parcel, items } = await packedInCode(orderId)
        await store.andWait("shipment.created", () =>
          createOrderShipmentWorkflow(store.container).run({
            input: { order_id: orderId, fulfillment_id: parcel, items, labels: [] },
          }),
        )
        await store.look()
        expect((await leaseOf(orderId)).attention.map(({ code }) => code)).toEqual(["shipped_unconfirmed"])

        await desk.statusAgain()
        await store.merchant.checkStatus(orderId)
        await store.look()
        expect(await leaseOf(orderId)).toMatchObject({ evidence: "verified", attention: [] })
      })

      it("until a status older than ten minutes is read again", async () => {
        const { orderId } = await awaiting()
        await desk.statusAgain()
        await store.pass("11 minutes")
        const before = store.calls().length
        expect((await store.merchant.pack(orderId)).status).toBe(200)
        expect(store.calls().slice(before)).toEqual([PRICING])
        expect((await leaseOf(orderId)).evidence).toBe("verified")
      })
    })

    describe("are asked about again and again", () => {
      it("without an answer nothing changes, and the button goes on working", async () => {
        const { orderId } = await awaiting()
        for (const _time of [1, 2, 3])
          expect(await store.merchant.checkStatus(orderId)).toMatchObject({
            status: 200,
            body: { is_authorized: false },
          })
        expect(await paymentStatus(orderId)).toBe("awaiting")
      })

      it("once the service tells, the payment is authorized and captured, and the goods may leave", async () => {
        const { shopper, orderId } = await awaiting()
        await store.merchant.checkStatus(orderId)
        await desk.statusAgain()
        expect((await store.merchant.checkStatus(orderId)).body.is_authorized).toBe(true)
        expect(await leaseOf(orderId)).toMatchObject({ status: "placed", evidence: "verified" })
        await store.runJob()
        expect(await captured(orderId)).toBe("captured")
        expect((await store.merchant.pack(orderId)).status).toBe(200)
        expect((await shopper.look()).body).toMatchObject({ step: "placed", messages: [] })
      })

      it("by the job, too: read, authorized, captured, without anybody at the dashboard", async () => {
        const { orderId } = await awaiting()
        await store.pass("3 minutes")
        await store.runJob()
        expect((await leaseOf(orderId)).evidence).toBe("reported")
        await desk.statusAgain()
        await store.pass("3 minutes")
        await store.runJob()
        expect(await captured(orderId)).toBe("captured")
        expect(await store.sql("select id from payment where deleted_at is null")).toHaveLength(1)
        expect(await leaseOf(orderId)).toMatchObject({ evidence: "verified", attention: [] })
      })
    })

    it("are confirmed by a merchant who asked the operator: authorized, captured, shipped", async () => {
      const { orderId } = await awaiting()
      const note = "The operator confirmed it by telephone."
      await store.ledger.attest(await leaseOf(orderId), { note, actor: MERCHANT })
      await store.runJob()
      expect(await captured(orderId)).toBe("captured")
      expect(await leaseOf(orderId)).toMatchObject({ status: "placed", evidence: "attested" })
      expect((await store.merchant.pack(orderId)).status).toBe(200)
    })

    it("are vouched for by the person who says that they were delivered: authorized and captured, once", async () => {
      const { orderId } = await awaiting()
      const note = "The operator started the lease by telephone."
      const settled = { outcome: "delivered", note, seen: [], actor: MERCHANT }
      await store.ledger.settle(await leaseOf(orderId), settled)
      await store.runJob()
      expect(await captured(orderId)).toBe("captured")
      const lease = await leaseOf(orderId)
      expect(lease).toMatchObject({ status: "delivered", evidence: "attested" })
      const done = (await store.ledger.tasks(lease.id)).map(({ kind, state }) => `${kind} ${state}`)
      expect(done.sort()).toEqual(["authorize_payment done", "capture_payment done"])
    })

    describe("that the service knows as not signed", () => {
      async function unsigned() {
        const made = await awaiting({ signed: false })
        await desk.statusAgain()
        return made
      }

      it("say so at each click, and can be confirmed later", async () => {
        const { orderId } = await unsigned()
        for (const _time of [1, 2])
          expect(await store.merchant.checkStatus(orderId)).toMatchObject({
            status: 422,
            body: { message: expect.stringContaining("reports that this contract is not signed") },
          })
        expect(await paymentStatus(orderId)).toBe("awaiting")
        expect((await store.merchant.pack(orderId)).status).toBe(400)

        const { application_id } = await leaseOf(orderId)
        await fetch(`${store.sandbox.controlUrl}/leases/${application_id}/sign`, { method: "POST" })
        expect((await store.merchant.checkStatus(orderId)).body.is_authorized).toBe(true)
      })

      it("cannot be attested: the service's word counts more", async () => {
        const { orderId } = await unsigned()
        const note = "I would like to ship this one today."
        await expect(store.ledger.attest(await leaseOf(orderId), { note, actor: MERCHANT })).rejects.toMatchObject({
          code: "attest_overruled",
        })
      })

      it("are ended by canceling the order, which cancels the contract", async () => {
        const { orderId } = await unsigned()
        expect((await store.merchant.cancel(orderId)).status).toBe(200)
        expect(deletes()).toHaveLength(1)
        expect((await store.merchant.order(orderId)).status).toBe("canceled")
        expect((await leaseOf(orderId)).status).toBe("cancelled")
      })
    })

    describe("that are canceled", () => {
      it("at the dashboard cancel the contract, and can no longer be confirmed", async () => {
        const { orderId } = await awaiting()
        expect((await store.merchant.cancel(orderId)).status).toBe(200)
        expect(deletes()).toHaveLength(1)
        await desk.statusAgain()
        expect((await store.merchant.checkStatus(orderId)).body).toMatchObject({
          message: expect.stringContaining("This lease is over"),
        })
        expect(await store.sql("select id from payment")).toEqual([])
      })

      it("in code cannot be confirmed either, while the lease is still alive", async () => {
        const { orderId } = await awaiting()
        await store.container.resolve(Modules.ORDER).cancel(orderId)
        await desk.statusAgain()
        expect(await store.merchant.checkStatus(orderId)).toMatchObject({
          status: 422,
          body: { message: expect.stringContaining("This order was canceled") },
        })
        expect(await store.sql("select id from payment")).toEqual([])
      })

      it("in code cancel the contract, too", async () => {
        const { orderId } = await awaiting()
        await store.andWait("order.canceled", () =>
          cancelOrderWorkflow(store.container).run({ input: { order_id: orderId } }),
        )
        await store.look()
        const lease = await eventually(
          () => leaseOf(orderId),
          ({ status }) => status === "cancelled",
        )
        expect(lease).toMatchObject({ status: "cancelled", attention: [] })
        expect(deletes()).toHaveLength(1)
      })
    })

    it("that the service calls void are shown to a person, and held", async () => {
      const { orderId } = await awaiting()
      const { application_id } = await leaseOf(orderId)
      const state = JSON.stringify({ state: "Approved" })
      const headers = { "content-type": "application/json" }
      await fetch(`${store.sandbox.controlUrl}/leases/${application_id}/state`, {
        method: "POST",
        headers,
        body: state,
      })
      await desk.statusAgain()
      expect((await store.merchant.checkStatus(orderId)).status).toBe(422)
      expect((await leaseOf(orderId)).attention.map(({ code }) => code)).toEqual(["lease_dead"])
      expect(await store.merchant.pack(orderId)).toMatchObject({ status: 400, body: { code: "ship_attention" } })
    })

    describe("the guards leave orders alone that have no lease", () => {
      async function plain() {
        const shopper = store.shopper()
        await shopper.fillCart()
        await shopper.startPayment("pp_system_default")
        return (await shopper.complete()).body.order.id as string
      }

      it("they are packed, shipped and delivered without a call", async () => {
        const orderId = await plain()
        const parcel = await store.merchant.send(orderId)
        expect((await store.merchant.deliver(orderId, parcel)).status).toBe(200)
        expect(store.calls()).toEqual([])
        expect(await store.sql("select id from lease")).toEqual([])
      })

      it("an order that is not there is Medusa's to refuse", async () => {
        expect((await store.admin.post("/admin/orders/order_nowhere/cancel")).status).toBe(404)
        expect(
          (await store.admin.post("/admin/orders/order_nowhere/fulfillments", { items: [{ id: "x", quantity: 1 }] }))
            .status,
        ).toBe(404)
      })
    })

    describe("with confirmDeliveryOn manual", () => {
      it("a person confirms the delivery, and nothing is sent before", async () => {
        const { order } = await store.ordered()
        const parcel = await store.merchant.send(order.id)
        await store.andWait("delivery.created", () => store.merchant.deliver(order.id, parcel))
        await store.look()
        expect(store.calls()).not.toContain(CONFIRM)
        expect((await leaseOf(order.id)).status).toBe("placed")

        const date = dateIn(new Date(), TIME_ZONE) ?? ""
        await store.ledger.confirmDelivery(await leaseOf(order.id), {
          date,
          count: { pieces: 1, delivered: 1 },
          actor: MERCHANT,
        })
        expect(await leaseOf(order.id)).toMatchObject({ status: "delivered", delivery_date: date })
        expect(store.calls().filter((call) => call === CONFIRM)).toHaveLength(1)
      })
    })
  },
  { confirmDeliveryOn: "manual", timeZone: TIME_ZONE },
)
