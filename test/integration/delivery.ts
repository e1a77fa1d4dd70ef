import { markOrderFulfillmentAsDeliveredWorkflow } from "@medusajs/medusa/core-flows"
import { dateIn } from "../../src/lease-cart"
import { CONFIRM, LeaseDesk } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"
import type { Pieces } from "./support/merchant"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

const TIME_ZONE = "America/Chicago"

/** From Medusa's own "Mark as delivered" to a lease that runs: told once, with the day, when everything is there. */
export const delivery = storeRules(
  "delivery",
  (store) => {
    const desk = new LeaseDesk(store)

    /** Puts something into the shop that is not shipped. */
    async function sellDownload(): Promise<void> {
      const { sales_channels } = (await store.admin.get("/admin/sales-channels?fields=id")).body
      const { body } = await store.admin.post("/admin/products", {
        title: "Care instructions",
        handle: "download",
        status: "published",
        metadata: { lease_brand: "Harbor Home", lease_category: "Furniture" },
        sales_channels: sales_channels.map(({ id }: { id: string }) => ({ id })),
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

    const deliver = (orderId: string, parcelId: string) =>
      store.andWait("delivery.created", () => store.merchant.deliver(orderId, parcelId))
    const confirmed = () => store.sandbox.journal().filter(({ route }) => route === CONFIRM)
    const isDelivered = async (orderId: string) => {
      const { state } = await desk.cardWhen(orderId, ({ state }) => state === "delivered")
      return state === "delivered"
    }

    it("at half past eleven in the evening is told once, with that day where the store is, not the next one in Greenwich", async () => {
      const orderId = await desk.placed()
      const parcel = await store.merchant.send(orderId)
      expect(confirmed()).toEqual([])
      const evening = nextEvening()
      const deliveryDate = dateIn(evening, TIME_ZONE)
      expect(deliveryDate).not.toBe(evening.toISOString().slice(0, 10))
      jest.useFakeTimers({ now: evening, advanceTimers: true, doNotFake: ALL_BUT_DATE })
      try {
        await deliver(orderId, parcel)
        expect(await isDelivered(orderId)).toBe(true)
      } finally {
        jest.useRealTimers()
      }
      await store.look()
      expect(await desk.lease(orderId)).toMatchObject({ delivery_date: deliveryDate, attention: [] })
      expect(confirmed()).toMatchObject([{ status: 204, body: { deliveryDate } }])
      expect(store.sandbox.leases()).toMatchObject([{ state: "Funded" }])
    })

    it("in several parcels is told with the last one, none of a canceled one, and until then the card says how much is there", async () => {
      const orderId = await desk.placed(SOFA_AND_CHAIRS)
      const wrong = await store.merchant.packed(orderId, { sofa: 1 })
      await store.andWait("order.fulfillment_canceled", () => store.merchant.cancelParcel(orderId, wrong))
      for (const pieces of [{ sofa: 1 }, { chair: 1 }] as Pieces[]) await desk.delivered(orderId, pieces)
      expect(confirmed()).toEqual([])
      const next_step = { params: { done: "2", total: "3" } }
      expect(await desk.card(orderId)).toMatchObject({ state: "part_shipped", next_step })
      await desk.delivered(orderId, { chair: 1 })
      expect(await isDelivered(orderId)).toBe(true)
      expect(confirmed()).toHaveLength(1)
    })

    it("does not wait for items that do not ship, nor for a shipment that nobody reported", async () => {
      await sellDownload()
      const orderId = await desk.placed({ items: [{ handle: "sofa" }, { handle: "download" }] })
      await deliver(orderId, await store.merchant.packed(orderId, { sofa: 1 }))
      expect(await isDelivered(orderId)).toBe(true)
    })

    it("of an edited order waits for what was added and for a person, and the lease stays what was signed", async () => {
      const orderId = await desk.placed()
      const { amount } = await desk.lease(orderId)
      await store.merchant.edit(orderId, { add: { [store.shop.variantIds.lamp ?? ""]: 1 } })
      for (const pieces of [{ sofa: 1 }, undefined]) await desk.delivered(orderId, pieces)
      expect(confirmed()).toEqual([])
      const note = "The customer pays the difference in the store."
      await desk.act(orderId, "settle", { outcome: "nothing", note })
      expect(await isDelivered(orderId)).toBe(true)
      expect((await desk.lease(orderId)).amount).toBe(amount)
    })

    it("by code, past the routes, whose event was lost is found by the job", async () => {
      const orderId = await desk.placed()
      const fulfillmentId = await store.merchant.send(orderId)
      await store.sql("update lease set order_id = null")
      const input = { orderId, fulfillmentId }
      await store.andWait("delivery.created", () =>
        markOrderFulfillmentAsDeliveredWorkflow(store.container).run({ input }),
      )
      expect(confirmed()).toEqual([])
      await store.sql("update lease set order_id = ?", [orderId])
      await store.look()
      expect(await isDelivered(orderId)).toBe(true)
    })

    it("is looked for each minute by Medusa's own clock, and by the plugin's heartbeat where no job comes", async () => {
      expect(store.scheduled.get("job-lease-to-own-owed-calls")).toMatchObject({ cron: "* * * * *" })
      expect(store.scheduled.get("heartbeat")).toBe(true)
      const orderId = await desk.placed()
      const parcel = await store.merchant.send(orderId)
      store.sandbox.fault({ route: CONFIRM, fault: "429" })
      await deliver(orderId, parcel)
      expect(confirmed()).toHaveLength(1)
      await store.pass("2 minutes")
      await store.beat()
      expect(confirmed()).toHaveLength(2)
      expect(await isDelivered(orderId)).toBe(true)
    })
  },
  { timeZone: TIME_ZONE },
)

const ALL_BUT_DATE: FakeableAPI[] = [
  ...(["hrtime", "nextTick", "performance", "queueMicrotask", "setImmediate", "clearImmediate"] as const),
  ...(["setInterval", "clearInterval", "setTimeout", "clearTimeout"] as const),
]

/** The next half past eleven in the evening where the store is. */
function nextEvening(): Date {
  const now = Date.now()
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: TIME_ZONE, hour: "2-digit", minute: "2-digit" })
  for (let minute = Math.ceil(now / 60_000) * 60_000; ; minute += 60_000)
    if (clock.format(minute) === "23:30") return new Date(minute)
}
