import type { INotificationModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { APPLICANT_SECRETS } from "./support/applicant"
import { customer } from "./support/customer"
import { eventually } from "./support/eventually"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

const notices = { shoppers: { store: "Harbor & Home" } }

/** An approval is the shopper's, and goes to the cart that they have now. */
export const approval = storeRules(
  "an approval goes to another cart",
  (store) => {
    const applications = () => store.calls().filter((call) => call === "POST /application").length
    const take = (shopper: Shopper, body: object = {}) => shopper.as().post(`${path(shopper)}/approval`, body)
    const ask = (shopper: Shopper) => shopper.as().post(`${path(shopper)}/approval-code`)
    const path = ({ cartId }: Shopper) => `/store/lease-to-own/carts/${cartId}`

    async function approvedCustomer(): Promise<Shopper> {
      const { token, ...kept } = await store.begin("approved customer", async () => {
        const shopper = await customer(store, "kim@shopper.example")
        await shopper.fillCart()
        await shopper.apply()
        await shopper.offer()
        return { token: shopper.token, cartId: shopper.cartId, leaseKey: shopper.leaseKey }
      })
      return Object.assign(store.shopper(token), kept)
    }

    it("of the same customer, from its view to its order, without a second application", async () => {
      const first = await approvedCustomer()
      const second = await first.another()
      const { body } = await second.look()
      expect(body).toMatchObject({
        step: "intro",
        status: null,
        can: { approval: { allowed: true }, apply: { allowed: true } },
        approval: { amount: 3000, currency: "usd", elsewhere: true, ends_soon: false },
      })
      expect(await take(second)).toMatchObject({
        status: 200,
        body: { step: "offer", status: "offered", approval: { elsewhere: false }, offer: { currency: "usd" } },
      })
      expect((await first.look()).body).toMatchObject({ step: "intro", approval: { elsewhere: true } })
      await second.signAt((await second.contract()).body.url)
      await second.signature()
      await second.startPayment()
      const { body: done } = await store.andWait("order.placed", () => second.complete())
      expect(done.type).toBe("order")
      expect((await first.look()).body).toMatchObject({ approval: null, can: { approval: { allowed: false } } })
      expect(await take(first)).toMatchObject({ status: 409, body: { code: "no_approval" } })
      expect(applications()).toBe(1)
    })

    it("and two carts that ask at once, with a contract out for a third, are one lease and one contract", async () => {
      const first = await approvedCustomer()
      const { body: contract } = await first.contract()
      const [second, third] = [await first.another(), await first.another()]
      const answers = await Promise.all([take(second), take(third), take(second), take(third)])
      const won = answers.filter(({ status }) => status === 200)
      expect(won.length).toBeGreaterThan(0)
      for (const { status, body } of answers.filter((answer) => answer.status !== 200))
        expect([status, ["busy", "no_approval"].includes(body.code)]).toEqual([409, true])
      const live = await store.sql("select cart_id, status from lease where status <> 'superseded'")
      expect(live).toEqual([{ cart_id: expect.any(String), status: "offered" }])
      await expect(first.signAt(contract.url)).rejects.toBeDefined()
      const holder = live[0]?.cart_id === second.cartId ? second : third
      await holder.signAt((await holder.contract()).body.url)
      await holder.signature()
      await holder.startPayment()
      await store.andWait("order.placed", () => holder.complete())
      expect(await store.sql("select status from lease where status <> 'superseded'")).toEqual([{ status: "placed" }])
      expect(store.sandbox.leases()).toHaveLength(1)
      expect(applications()).toBe(1)
    })

    it("and not of somebody else who knows the cart and the e-mail address: the view says nothing", async () => {
      const guest = store.shopper()
      await guest.fillCart()
      await guest.apply()
      const views = await Promise.all(
        ["robin@shopper.example", "nobody@shopper.example"].map(async (email) => {
          const stranger = store.shopper()
          await stranger.fillCart({ items: [{ handle: "lamp" }], email })
          expect(await take(stranger)).toMatchObject({ status: 409, body: { code: "no_approval" } })
          return JSON.stringify((await stranger.look()).body)
        }),
      )
      expect(views[0]).toBe(views[1])
    })

    it("says that no code can be sent, and offers none, where nothing sends e-mails", async () => {
      const guest = store.shopper()
      await guest.fillCart()
      expect((await guest.look()).body.can.code).toMatchObject({ allowed: false, reason: "code_unavailable" })
      expect(await ask(guest)).toMatchObject({ status: 409, body: { code: "code_unavailable" } })
    })

    describe("of a guest, by a one-time code", () => {
      type Provider = { options?: { channels?: string[] } }
      const channels = () => {
        const { modules } = store.container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
        const module = modules?.[Modules.NOTIFICATION] as { options: { providers: Provider[] } } | undefined
        return module?.options.providers[0]?.options?.channels ?? []
      }
      const mails = () => {
        const notifications: INotificationModuleService = store.container.resolve(Modules.NOTIFICATION)
        return notifications.listNotifications({ channel: "email" })
      }
      beforeEach(async () => {
        channels().push("email")
        await store.sql("update notification_provider set channels = '{feed,email}'")
      })
      afterEach(() => void channels().pop())

      it("that comes by e-mail at once and goes on to the contract, on another device", async () => {
        const first = store.shopper()
        await first.fillCart()
        await first.apply()
        await first.offer()
        const second = await first.another()
        expect((await second.look()).body).toMatchObject({ approval: null, can: { code: { allowed: true } } })
        const { status, body } = await ask(second)
        expect([status, Object.keys(body)]).toEqual([200, ["leaseKey", "message"]])
        const [mail] = await eventually(mails, (sent) => sent.length > 0)
        expect(mail).toMatchObject({ to: "robin@shopper.example", template: "lease-to-own.code" })
        const code = String((mail?.data as { code?: string } | undefined)?.code)
        // A reader of the e-mail has not asked for it in this browser.
        expect(await take(second, { code })).toMatchObject({ status: 409, body: { code: "code_not_asked" } })
        second.leaseKey = body.leaseKey
        expect(await take(second, { code: "0000 0001" })).toMatchObject({ status: 409, body: { code: "code_wrong" } })
        expect(await take(second, { code })).toMatchObject({ status: 200, body: { status: "offered" } })
        expect((await second.contract()).body).toMatchObject({ url: expect.stringContaining("http") })
        expect((await first.look()).body).toMatchObject({ step: "intro", status: "superseded", approval: null })
        expect(applications()).toBe(1)
        const all = JSON.stringify([await mails(), await store.sql("select * from lease_code")])
        expect(APPLICANT_SECRETS.filter((secret) => all.includes(secret))).toEqual([])
      })

      it("answers alike where there is none, and sends nothing", async () => {
        const stranger = store.shopper()
        await stranger.fillCart({ items: [{ handle: "lamp" }], email: "nobody@shopper.example" })
        const { status, body } = await ask(stranger)
        expect([status, Object.keys(body), body.message.code]).toEqual([200, ["leaseKey", "message"], "code_sent"])
        await store.runJob()
        expect(await mails()).toEqual([])
      })

      it("refuses what is no code with the name of its field", async () => {
        const guest = store.shopper()
        await guest.fillCart()
        expect(await take(guest, { code: 12345678 })).toMatchObject({
          status: 400,
          body: { code: "body_invalid", fields: [{ field: "code" }] },
        })
      })
    })
  },
  { notices },
)
