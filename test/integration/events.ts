import { readFileSync } from "node:fs"
import { join } from "node:path"
import { asValue } from "@medusajs/framework/awilix"
import type { Event } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { LocalNotificationService } from "@medusajs/notification-local/dist/services/local"
import ts from "typescript"
import * as plugin from "../../src"
import { type LeaseEventData, LeaseEvents } from "../../src/modules/lease/ledger"
import { storeRules } from "./support/lease-store"
import { logOf } from "./support/traces"

const LINK = "https://shop.example/cart/{cartId}"
const notices = { shoppers: { store: "Harbor & Home", link: LINK } }

/** Runs the code that a page shows, and returns what it exports. */
function exampleOf<Exports extends object>(page: string): Exports {
  const text = readFileSync(join(__dirname, `../../docs/${page}.md`), "utf8")
  const code = /^```ts\n([\s\S]*?)^```/m.exec(text)?.[1] ?? ""
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS } })
  const shown = {} as Exports
  const load = (name: string) => (name === "medusa-plugin-lease-to-own" ? plugin : require(name))
  new Function("exports", "require", outputText)(shown, load)
  return shown
}

/** With the `analytics` option, the store's Analytics module gets the same events, about the lease and no person. */
export const analytics = storeRules(
  "analytics of a lease",
  (store) => {
    it("are the events of the lease, each by the lease's own id", async () => {
      const tracked: { event: string; actor_id: string; properties: object }[] = []
      store.container.register(Modules.ANALYTICS, asValue({ track: async (event: never) => void tracked.push(event) }))
      const { order } = await store.ordered()
      await store.runJob()
      const lease = await store.ledger.ofOrder(order.id)
      const steps = ["applied", "approved", "signing", "signed", "placed"].map((name) => `lease.${name}`)
      expect(tracked.map(({ event }) => event)).toEqual(steps)
      expect(new Set(tracked.map(({ actor_id }) => actor_id))).toEqual(new Set([lease?.id]))
      expect(JSON.stringify(tracked)).not.toContain(lease?.email)
    })
  },
  { analytics: true },
)

/** Subscribers and notification providers of a store get its leases' events. */
export const events = storeRules(
  "what happens to a lease",
  (store) => {
    const told: Event<LeaseEventData>[] = []
    const listen = async (event: Event<unknown>) => void told.push(event as Event<LeaseEventData>)
    const broken = async () => {
      throw new Error("a subscriber of the store failed")
    }
    const bus = () => store.container.resolve(Modules.EVENT_BUS)
    const mails = () => store.container.resolve(Modules.NOTIFICATION).listNotifications({ channel: "email" })
    const names = Object.values(LeaseEvents)
    beforeEach(() => {
      told.length = 0
      for (const name of names) bus().subscribe(name, listen, { subscriberId: `listen-${name}` })
    })
    afterEach(() => {
      for (const name of names) bus().unsubscribe(name, listen, { subscriberId: `listen-${name}` })
    })
    const takeEmails = () => store.sql("update notification_provider set channels = '{feed,email}'")

    it("an event reaches the store's subscribers once, in order, without personal data, even if one of them throws", async () => {
      await takeEmails()
      bus().subscribe(LeaseEvents.SIGNED, broken, { subscriberId: "broken" })
      const { order, shopper } = await store.ordered()
      await logOf(() => store.runJob())
      // A second run sends the event of an order that the first one may have recorded.
      await store.runJob()
      bus().unsubscribe(LeaseEvents.SIGNED, broken, { subscriberId: "broken" })
      const steps = ["applied", "approved", "signing", "signed", "placed"].map((name) => `lease.${name}`)
      expect(told.map(({ name }) => name)).toEqual(steps)
      const ids = { id: (await store.ledger.ofOrder(order.id))?.id, cart_id: shopper.cartId, order_id: order.id }
      const numbers = { event_id: expect.any(String), sequence: expect.any(Number) }
      expect(told.at(-1)?.data).toEqual({ ...ids, ...numbers, taxed_by: "in_cart" })
    })

    it("an event reaches the subscriber in docs/events.md", async () => {
      const shown = exampleOf<{ default: (args: unknown) => Promise<void>; config: { event: string } }>("events")
      const { order } = await store.ordered()
      const info = jest.spyOn(store.container.resolve(ContainerRegistrationKeys.LOGGER), "info")
      const event = { name: shown.config.event, data: { order_id: order.id, event_id: "leasean_7" } }
      await shown.default({ event, container: store.container })
      expect(shown.config.event).toBe(LeaseEvents.DELIVERED)
      expect(info).toHaveBeenCalledWith(`The lease of order ${order.display_id} has begun (leasean_7).`)
      info.mockRestore()
    })

    it("the route in docs/extend.md finds an order's lease", async () => {
      const { GET } = exampleOf<{ GET: (req: unknown, res: unknown) => Promise<void> }>("extend")
      const { order } = await store.ordered()
      const lease = await store.ledger.ofOrder(order.id)
      const json = jest.fn()
      await GET({ scope: store.container, params: { id: order.id } }, { json })
      expect(json.mock.calls[0]?.[0].leases).toMatchObject([
        { reference: lease?.reference, status: "placed", order: { display_id: order.display_id } },
      ])
      expect(Number(json.mock.calls[0]?.[0].leases[0].amount)).toBe(lease?.amount)
    })

    it("an email reaches a shopper once the provider accepts it, and appears once in Medusa's notifications", async () => {
      await takeEmails()
      const shopper = await store.filled()
      await shopper.apply()
      await store.runJob()
      const down = jest.spyOn(LocalNotificationService.prototype, "send").mockRejectedValue(new Error("no connection"))
      await logOf(() => store.jobAfter("20 minutes"))
      down.mockRestore()
      await store.jobAfter("20 minutes", "20 minutes")
      const sent = (await mails()).filter(({ status }) => status === "success")
      expect(sent).toMatchObject([{ template: "lease-to-own.approved", trigger_type: "lease-to-own" }])
      expect(sent[0]?.data).toMatchObject({ link: LINK.replace("{cartId}", shopper.cartId), store: "Harbor & Home" })
    })
  },
  { notices },
)
