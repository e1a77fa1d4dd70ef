import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Event, INotificationModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { LocalNotificationService } from "@medusajs/notification-local/dist/services/local"
import ts from "typescript"
import * as plugin from "../../src"
import { type LeaseEventData, LeaseEvents } from "../support/ledger"
import { storeRules } from "./support/lease-store"
import { logOf } from "./support/traces"

const LINK = "https://shop.example/cart/{cartId}"
const notices = {
  shoppers: { store: "Harbor & Home", link: LINK },
  staff: { to: ["leases@shop.example"], every: 60_000 },
}

/** Subscribers and notification providers of a store are told what happens to its leases. */
export const events = storeRules(
  "what happens to a lease",
  (store) => {
    const told: Event<LeaseEventData>[] = []
    const listen = async (event: Event<unknown>) => void told.push(event as Event<LeaseEventData>)
    const broken = async () => {
      throw new Error("a subscriber of the store failed")
    }
    const bus = () => store.container.resolve(Modules.EVENT_BUS)
    const mails = () => {
      const notifications: INotificationModuleService = store.container.resolve(Modules.NOTIFICATION)
      return notifications.listNotifications({ channel: "email" })
    }
    beforeEach(() => {
      told.length = 0
      for (const name of Object.values(LeaseEvents)) bus().subscribe(name, listen, { subscriberId: `listen-${name}` })
    })
    afterEach(() => {
      for (const name of Object.values(LeaseEvents)) bus().unsubscribe(name, listen, { subscriberId: `listen-${name}` })
    })
    const takeEmails = () => store.sql("update notification_provider set channels = '{feed,email}'")

    it("reaches the subscribers of the store once, in order, with ids alone, even where one of them throws", async () => {
      await takeEmails()
      bus().subscribe(LeaseEvents.SIGNED, broken, { subscriberId: "broken" })
      const { order, shopper } = await store.ordered()
      await logOf(() => store.runJob())
      // A second run tells of the order that the first one may have written down.
      await store.runJob()
      bus().unsubscribe(LeaseEvents.SIGNED, broken, { subscriberId: "broken" })
      const names = ["applied", "approved", "signing", "signed", "placed"].map((name) => `lease.${name}`)
      expect(told.map(({ name }) => name)).toEqual(names)
      expect(told.at(-1)?.data).toEqual({
        id: (await store.ledger.ofOrder(order.id))?.id,
        event_id: expect.any(String),
        sequence: expect.any(Number),
        cart_id: shopper.cartId,
        order_id: order.id,
      })
    })

    it("reaches the subscriber that docs/events.md shows", async () => {
      const code =
        /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(join(__dirname, "../../docs/events.md"), "utf8"))?.[1] ?? ""
      const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS } })
      const shown = {} as { default: (args: unknown) => Promise<void>; config: { event: string } }
      const load = (name: string) => (name === "medusa-plugin-lease-to-own" ? plugin : require(name))
      new Function("exports", "require", outputText)(shown, load)
      const { order } = await store.ordered()
      const info = jest.spyOn(store.container.resolve(ContainerRegistrationKeys.LOGGER), "info")
      const event = { name: shown.config.event, data: { order_id: order.id, event_id: "leasean_7" } }
      await shown.default({ event, container: store.container })
      expect(shown.config.event).toBe(LeaseEvents.DELIVERED)
      expect(info).toHaveBeenCalledWith(`The lease of order ${order.display_id} has begun (leasean_7).`)
      info.mockRestore()
    })

    it("reaches a shopper by e-mail once the provider takes it, once, in Medusa's list of notifications", async () => {
      await takeEmails()
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.apply()
      await store.runJob()
      await store.pass("20 minutes")
      const down = jest.spyOn(LocalNotificationService.prototype, "send").mockRejectedValue(new Error("no connection"))
      const log = await logOf(() => store.runJob())
      expect(log).toMatch(/the e-mail about lease\.approved[\s\S]*It is tried again\./)
      down.mockRestore()
      await store.pass("20 minutes")
      await store.runJob()
      await store.runJob()
      const sent = (await mails()).filter(({ status }) => status === "success")
      expect(sent).toMatchObject([{ template: "lease-to-own.approved", trigger_type: "lease-to-own" }])
      expect(sent[0]?.data).toMatchObject({ link: LINK.replace("{cartId}", shopper.cartId), store: "Harbor & Home" })
    })

    it("reaches the store's people as one e-mail, when it needs them", async () => {
      const { order } = await store.ordered()
      await takeEmails()
      const lease = await store.ledger.ofOrder(order.id)
      await store.sql(
        `update lease set attention = '[{"code": "second_order", "params": {}, "since": "2026-11-20T10:00:00.000Z"}]'`,
      )
      await store.sql(
        "insert into lease_announcement (id, lease_id, name, alert, mail_at) values ('leasean_1', ?, 'lease.needs_attention', 'second_order', now() - interval '1 minute')",
        [lease?.id],
      )
      await store.pass("2 minutes")
      await store.runJob()
      const [mail] = await mails()
      expect(mail).toMatchObject({ to: "leases@shop.example", template: "lease-to-own.needs-attention" })
      expect(mail?.data).toMatchObject({ count: "1", references: lease?.reference })
    })
  },
  { notices },
)
