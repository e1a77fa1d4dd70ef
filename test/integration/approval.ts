import { APPLICANT_SECRETS } from "./support/applicant"
import { customer } from "./support/customer"
import { eventually } from "./support/eventually"
import { storeRules } from "./support/lease-store"
import { sentMails } from "./support/sent-mails"
import type { Shopper } from "./support/shopper"

const notices = { shoppers: { store: "Harbor & Home", link: "https://shop.example/checkout?cart={cartId}" } }

/** An approval belongs to the shopper, and moves to their current cart. */
export const approval = storeRules(
  "an approval goes to another cart",
  (store) => {
    const applications = () => store.calls().filter((call) => call === "POST /application").length
    const take = (shopper: Shopper, body: object = {}) => shopper.as().post(`${path(shopper)}/approval`, body)
    const ask = (shopper: Shopper) => shopper.as().post(`${path(shopper)}/approval-code`)
    const path = ({ cartId }: Shopper) => `/store/lease-to-own/carts/${cartId}`

    it("a customer's approval moves to another cart without a second application", async () => {
      const first = await customer(store, "kim@shopper.example")
      await first.fillCart()
      await first.apply()
      await first.offer()
      const second = await first.another()
      expect((await second.view()).body).toMatchObject({
        step: "intro",
        status: null,
        actions: { approval: { allowed: true }, apply: { allowed: true } },
        approval: { amount: 3000, currency: "usd", elsewhere: true, ends_soon: false },
      })
      expect(await take(second)).toMatchObject({
        status: 200,
        body: { step: "offer", status: "offered", approval: { elsewhere: false }, offer: { currency: "usd" } },
      })
      expect((await first.view()).body).toMatchObject({ step: "intro", approval: { elsewhere: true } })
      expect(applications()).toBe(1)
    })

    describe("a guest's approval, in a store with emails", () => {
      const mails = sentMails(store)

      it("a guest's approval moves by a one-time code that arrives at once, on another device", async () => {
        const first = await store.filled()
        await first.apply()
        await first.offer()
        const second = await first.another()
        expect((await second.view()).body).toMatchObject({ approval: null, actions: { code: { allowed: true } } })
        const { status, body } = await ask(second)
        expect([status, Object.keys(body)]).toEqual([200, ["leaseKey", "message"]])
        const [mail] = await eventually(
          async () => mails,
          (sent) => sent.length > 0,
        )
        expect(mail).toMatchObject({ to: "robin@shopper.example", template: "lease-to-own.code" })
        const [code] = /\d{4} \d{4}/.exec(mail?.content.text ?? "") ?? []
        // Anyone who can read Medusa's notifications could request a code in their own browser.
        expect(JSON.stringify(await store.sql("select * from notification"))).not.toContain(code)
        // A reader of the email didn't request it in this browser.
        expect(await take(second, { code })).toMatchObject({ status: 409, body: { code: "code_not_requested" } })
        second.leaseKey = body.leaseKey
        expect(await take(second, { code: 12345678 })).toMatchObject({ status: 400, body: { code: "body_invalid" } })
        expect(await take(second, { code })).toMatchObject({ status: 200, body: { status: "offered" } })
        expect((await second.contract()).body).toMatchObject({ url: expect.stringContaining("http") })
        expect((await first.view()).body).toMatchObject({ step: "intro", status: "superseded", approval: null })
        expect(applications()).toBe(1)
        const all = JSON.stringify([mails, await store.sql("select * from lease_code")])
        expect(APPLICANT_SECRETS.filter((secret) => all.includes(secret))).toEqual([])
      })
    })
  },
  { notices },
)
