import { dateIn } from "../../src/lease-cart"
import { type LeaseRecord } from "../support/ledger"
import { eventually } from "./support/eventually"
import { LeaseDesk } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"

/** The word of a person who accepts the order as it is now. */
const ACCEPTED = { outcome: "nothing", note: "The customer pays the difference in the store." }
const TIME_ZONE = "America/Chicago"
const CONFIRM = "POST /application/cart/delivery"

/** From Medusa's own "Mark as delivered" to a lease that runs: told once, with the day, when everything is there. */
export const delivery = storeRules(
  "delivery",
  (store) => {
    const desk = new LeaseDesk(store)

    /** Puts something into the shop that is not shipped. */
    async function sellDownload(): Promise<void> {
      const { body } = await store.admin.post("/admin/products", {
        title: "Care instructions",
        handle: "download",
        status: "published",
        metadata: { lease_brand: "Harbor Home", lease_category: "Furniture" },
        sales_channels: await channels(),
        options: [{ title: "Version", values: ["Standard"] }],
        variants: [
          {
            title: "Standard",
            sku: "DOWNLOAD",
            manage_inventory: false,
            options: { Version: "Standard" },
            prices: [{ currency_code: "usd", amount: 60 }],
          },
        ],
      })
      store.shop.variantIds.download = body.product.variants[0].id
    }
    async function channels(): Promise<{ id: string }[]> {
      const { body } = await store.admin.get("/admin/sales-channels?fields=id")
      return body.sales_channels.map(({ id }: { id: string }) => ({ id }))
    }

    async function placed(items: { handle: string; quantity?: number }[] = [{ handle: "sofa" }], shipping?: null) {
      const { order } = await store.ordered({ items, ...(shipping === null && { shipping }) })
      return order.id
    }
    /** An order that is on its way, all of it in one parcel. */
    const shipped = () =>
      store.begin("shipped", async () => {
        const orderId = await placed()
        return { orderId, parcel: await store.merchant.send(orderId) }
      })
    const deliver = (orderId: string, parcelId: string) =>
      store.andWait("delivery.created", () => store.merchant.deliver(orderId, parcelId))
    const leaseOf = async (orderId: string) => (await store.ledger.ofOrder(orderId)) as LeaseRecord
    const confirmed = () => store.sandbox.journal().filter(({ route }) => route === CONFIRM)
    const delivered = (orderId: string) =>
      eventually(
        () => leaseOf(orderId),
        ({ status }) => status === "delivered",
      )
    const today = () => dateIn(new Date(), TIME_ZONE)

    it("is told to the service once, with the day, when everything is delivered", async () => {
      const { orderId, parcel } = await shipped()
      expect(confirmed()).toEqual([])
      await deliver(orderId, parcel)
      expect(await delivered(orderId)).toMatchObject({ status: "delivered", delivery_date: today(), attention: [] })
      await store.look()
      expect(confirmed()).toMatchObject([{ status: 204, body: { deliveryDate: today() } }])
      const [lease] = store.sandbox.leases()
      expect(lease).toMatchObject({ state: "Funded" })
    })

    it("at half past eleven in the evening is of that day where the store is, not of the next one in Greenwich", async () => {
      const { orderId, parcel } = await shipped()
      const evening = nextEvening()
      jest.useFakeTimers({ now: evening, advanceTimers: true, doNotFake: ALL_BUT_DATE })
      try {
        await deliver(orderId, parcel)
        const { delivery_date } = await delivered(orderId)
        expect(delivery_date).toBe(dateIn(evening, TIME_ZONE))
        expect(delivery_date).not.toBe(evening.toISOString().slice(0, 10))
      } finally {
        jest.useRealTimers()
      }
    })

    it("in several parcels is told with the last one, and until then the card says how much is there", async () => {
      const orderId = await placed([{ handle: "sofa" }, { handle: "chair", quantity: 2 }])
      const first = await store.merchant.send(orderId, { sofa: 1 })
      const second = await store.merchant.send(orderId, { chair: 1 })
      await deliver(orderId, first)
      await deliver(orderId, second)
      await store.look()
      expect(confirmed()).toEqual([])
      expect((await leaseOf(orderId)).status).toBe("placed")
      const { body } = await store.admin.get(`/admin/lease-to-own/orders/${orderId}`)
      expect(body.lease).toMatchObject({ state: "part_shipped", next_step: { params: { done: "2", total: "3" } } })
      await deliver(orderId, await store.merchant.send(orderId, { chair: 1 }))
      await delivered(orderId)
      expect(confirmed()).toHaveLength(1)
    })

    it("is not told of a parcel that was canceled, but of the one that was sent instead", async () => {
      const orderId = await placed()
      const wrong = await store.merchant.packed(orderId)
      await store.andWait("order.fulfillment_canceled", () => store.merchant.cancelParcel(orderId, wrong))
      await store.look()
      expect(confirmed()).toEqual([])
      await deliver(orderId, await store.merchant.send(orderId))
      expect((await delivered(orderId)).status).toBe("delivered")
      expect(confirmed()).toHaveLength(1)
    })

    it("without a shipment that anybody reported is told all the same", async () => {
      const orderId = await placed()
      await deliver(orderId, await store.merchant.packed(orderId))
      expect((await delivered(orderId)).status).toBe("delivered")
    })

    it("does not wait for items that do not ship", async () => {
      await sellDownload()
      const orderId = await placed([{ handle: "sofa" }, { handle: "download" }])
      await deliver(orderId, await store.merchant.send(orderId, { sofa: 1 }))
      expect((await delivered(orderId)).status).toBe("delivered")
    })

    it("of an order in which nothing ships is left to a person", async () => {
      await sellDownload()
      const orderId = await placed([{ handle: "download" }], null)
      await store.look()
      expect(confirmed()).toEqual([])
      const lease = await leaseOf(orderId)
      await store.ledger.confirmDelivery(lease, {
        date: today(),
        count: { pieces: 0, delivered: 0 },
        actor: { by: "merchant", id: "user_1" },
      })
      expect(await leaseOf(orderId)).toMatchObject({ status: "delivered", delivery_date: today() })
      expect(confirmed()).toHaveLength(1)
    })

    it("of an order that was edited after it was placed waits for what was added and for a person, and the lease stays what was signed", async () => {
      const orderId = await placed()
      const { amount } = await leaseOf(orderId)
      await store.merchant.edit(orderId, { add: { [store.shop.variantIds.lamp ?? ""]: 1 } })
      await deliver(orderId, await store.merchant.send(orderId, { sofa: 1 }))
      await store.look()
      expect(confirmed()).toEqual([])
      await deliver(orderId, await store.merchant.send(orderId))
      await store.look()
      expect(confirmed()).toEqual([])
      await desk.act(orderId, "settle", ACCEPTED)
      expect(await delivered(orderId)).toMatchObject({ status: "delivered", amount })
    })

    it("does not wait for what was taken out of the order once a person has accepted that", async () => {
      const orderId = await placed([{ handle: "sofa" }, { handle: "chair", quantity: 2 }])
      await deliver(orderId, await store.merchant.send(orderId, { sofa: 1 }))
      await store.merchant.edit(orderId, { quantities: { chair: 0 } })
      await store.look()
      expect(confirmed()).toEqual([])
      await desk.act(orderId, "settle", ACCEPTED)
      expect((await delivered(orderId)).status).toBe("delivered")
    })

    describe("that the service does not take", () => {
      async function delivering(fault: "409" | "503" | "drop-after", times = 1) {
        const { orderId, parcel } = await shipped()
        store.sandbox.fault({ route: CONFIRM, fault, times })
        await deliver(orderId, parcel)
        await eventually(
          async () => confirmed(),
          (calls) => calls.length > 0,
        )
        return orderId
      }

      it("is sent again by the job, when it had no effect", async () => {
        const orderId = await delivering("503")
        await store.pass("2 minutes")
        await store.runJob()
        expect((await delivered(orderId)).status).toBe("delivered")
        expect(confirmed().map(({ status }) => status)).toEqual([503, 204])
      })

      it("is read back when the answer was lost, and not sent twice", async () => {
        const orderId = await delivering("drop-after")
        await store.pass("2 minutes")
        await store.runJob()
        expect((await delivered(orderId)).status).toBe("delivered")
        expect(confirmed()).toHaveLength(1)
      })

      it("is shown to a person when it is refused, and not resent automatically", async () => {
        const orderId = await delivering("409")
        const lease = await eventually(
          () => leaseOf(orderId),
          ({ attention }) => attention.length > 0,
        )
        expect(lease).toMatchObject({ status: "placed", attention: [{ code: "delivery_failed" }] })
        await store.pass("2 hours")
        await store.look()
        expect(confirmed()).toHaveLength(1)
      })
    })

    it("whose event was lost is found by the job", async () => {
      const { orderId, parcel } = await shipped()
      await store.sql("update lease set order_id = null")
      await eventOf(parcel)
      await store.sql("update lease set order_id = ?", [orderId])
      await store.look()
      expect((await delivered(orderId)).status).toBe("delivered")

      /** Delivered by code, past the routes; no handler of the event finds a lease. */
      async function eventOf(parcelId: string) {
        const { markOrderFulfillmentAsDeliveredWorkflow } = await import("@medusajs/medusa/core-flows")
        await store.andWait("delivery.created", () =>
          markOrderFulfillmentAsDeliveredWorkflow(store.container).run({
            input: { orderId, fulfillmentId: parcelId },
          }),
        )
        expect(confirmed()).toEqual([])
      }
    })

    it("asks the service nothing about orders without a lease", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.startPayment("pp_system_default")
      const { body } = await shopper.complete()
      await deliver(body.order.id, await store.merchant.send(body.order.id))
      await store.look()
      expect(store.calls()).toEqual([])
    })

    it("is looked for each minute by Medusa's own clock", () => {
      expect(store.scheduled.get("job-lease-to-own-owed-calls")).toMatchObject({ cron: "* * * * *" })
    })

    it("is told by the plugin's own heartbeat, which Medusa's start sets going, where no job comes", async () => {
      expect(store.scheduled.get("heartbeat")).toBe(true)
      const { orderId, parcel } = await shipped()
      store.sandbox.fault({ route: CONFIRM, fault: "429" })
      await deliver(orderId, parcel)
      expect(confirmed()).toHaveLength(1)
      await store.pass("2 minutes")
      await store.beat()
      expect(confirmed()).toHaveLength(2)
      expect(await leaseOf(orderId)).toMatchObject({ status: "delivered" })
    })
  },
  { timeZone: TIME_ZONE },
)

const ALL_BUT_DATE: FakeableAPI[] = [
  "hrtime",
  "nextTick",
  "performance",
  "queueMicrotask",
  "setImmediate",
  "clearImmediate",
  "setInterval",
  "clearInterval",
  "setTimeout",
  "clearTimeout",
]

/** The next half past eleven in the evening where the store is. */
function nextEvening(): Date {
  const now = Date.now()
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: TIME_ZONE, hour: "2-digit", minute: "2-digit" })
  for (let minute = Math.ceil(now / 60_000) * 60_000; ; minute += 60_000)
    if (clock.format(minute) === "23:30") return new Date(minute)
}
