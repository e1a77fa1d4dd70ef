import { randomUUID } from "node:crypto"
import type { LeaseRecord } from "../../src/modules/lease/ledger"
import { hashLeaseKey, signingKey } from "../../src/modules/lease/rules/keys"
import { read, section, tables } from "../unit/docs/markdown"
import { APPLICANT_SECRETS, applicant } from "./support/applicant"
import { customer } from "./support/customer"
import { eventually } from "./support/eventually"
import { leaseInWidget, widgetOptions } from "./support/hosted-lease"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { sentMails } from "./support/sent-mails"
import type { Shopper } from "./support/shopper"
import { databaseOf } from "./support/traces"

const rows = tables(section(read("docs/security.md"), "What each secret opens")).flat()
const names = rows.map(([name = ""]) => name.replaceAll("`", ""))

const options = {
  notices: { shoppers: { store: "Harbor & Home", link: "https://shop.example/checkout?cart={cartId}" } },
  contractLink: "https://shop.example/lease?cart={cartId}",
}
const STRANGER = { status: 403, body: { code: "contract_key" } }

/** Every line of the table in docs/security.md. */
export const secrets = storeRules(
  "what docs/security.md says of each secret",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const mails = sentMails(store)
    const route = ({ cartId }: Shopper, step = "") => `/store/lease-to-own/carts/${cartId}${step && `/${step}`}`
    const orderOf = async (shopper: Shopper, id: string) =>
      (await ok(shopper.as().get(`/store/lease-to-own/orders/${id}`))).lease
    const leaseOf = async ({ cartId }: Shopper) => (await store.ledger.leftOfCart(cartId)) as LeaseRecord
    const expectUnreadable = async (...texts: (string | undefined)[]) => {
      const database = await databaseOf(store)
      expect(texts.filter((text) => text === undefined || database.includes(text))).toEqual([])
    }
    const offered = async () => {
      const shopper = await store.filled()
      await shopper.toOffer()
      return shopper
    }
    /** An order with a new contract, and the browser in which its customer opens the link. */
    async function linked() {
      const { order, shopper } = await store.ordered()
      await store.merchant.edit(order.id, { quantities: { sofa: 2 } })
      await store.reconcile()
      await dashboard.act(order.id, "replace_contract")
      const { link } = (await dashboard.act(order.id, "signing_link")) as { link: string }
      return { order, former: shopper, link, visitor: store.shopper().follow(link) }
    }
    /** A guest's code for another cart, in the browser that requested it. */
    async function codeFor(first: Shopper) {
      const second = await first.another()
      mails.length = 0
      second.leaseKey = (await ok(second.as().post(route(second, "approval-code")))).leaseKey
      await eventually(
        async () => mails,
        (sent) => sent.length > 0,
      )
      const code = /\d{4} \d{4}/.exec(mails.at(-1)?.content.text ?? "")?.[0] ?? ""
      const enter = (key = second.leaseKey) => second.as(key).post(route(second, "approval"), { code })
      return { second, code, enter }
    }

    const TESTS: Record<string, () => Promise<void>> = {
      "cart id": async () => {
        const shopper = await offered()
        for (const answer of [await shopper.contract(null), await shopper.offer(null)])
          expect(answer).toMatchObject(STRANGER)
        expect((await shopper.view(null)).body).toMatchObject({ step: "in_progress", status: null, offer: null })
        await shopper.signOffer()
        await shopper.startPayment()
        expect((await shopper.as(null).post(`/store/carts/${shopper.cartId}/complete`)).body.type).toBe("order")
      },

      "order id": async () => {
        const { order, shopper } = await store.ordered()
        shopper.leaseKey = undefined
        expect(await orderOf(shopper, order.id)).toMatchObject({ status: "placed", offer: null, sign_cart_id: null })
      },

      "lease key": async () => {
        const { order, shopper } = await store.ordered()
        expect(await orderOf(shopper, order.id)).toMatchObject({ offer: { currency: "usd" } })
        const other = await offered()
        const former = other.leaseKey
        expect((await other.view()).body).toMatchObject({ status: "offered" })
        expect(APPLICANT_SECRETS.filter((secret) => JSON.stringify(other).includes(secret))).toEqual([])
        await expectUnreadable(former)
        const { enter } = await codeFor(other)
        await ok(enter())
        expect((await other.view(former)).body).toMatchObject({ status: "superseded", offer: null })
      },

      "idempotency key": async () => {
        const shopper = await store.filled()
        const idempotencyKey = randomUUID()
        const send = (id: string) => {
          const again = { application: null, consent: { accepted: [], version: "default-2" }, idempotencyKey: id }
          return shopper.as(null).post(route(shopper, "application"), again)
        }
        await shopper.apply(undefined, { idempotencyKey })
        shopper.leaseKey = (await ok(send(idempotencyKey))).leaseKey
        expect((await shopper.view()).body).toMatchObject({ status: "approved" })
        expect(await send(randomUUID())).toMatchObject(STRANGER)
        await expectUnreadable(idempotencyKey)
      },

      "one-time code": async () => {
        const { second, code, enter } = await codeFor(await offered())
        await expectUnreadable(code, code.replace(" ", ""))
        expect(await enter("another browser's key")).toMatchObject({ body: { code: "code_not_requested" } })
        await ok(enter())
        expect((await second.contract()).status).toBe(200)
        const late = await codeFor(second)
        await store.sql("update lease_code set created_at = created_at - interval '21 minutes'")
        expect(await late.enter()).toMatchObject({ body: { code: "code_expired" } })
      },

      "signing link": async () => {
        const { order, link, visitor } = await linked()
        const { leaseKey } = visitor
        await expectUnreadable(leaseKey)
        const member = Object.assign(await customer(store, "mallory@shopper.example"), { leaseKey })
        member.cartId = visitor.cartId
        expect((await member.view()).body).toMatchObject({ status: "approved" })
        expect((await (await member.another()).view()).body).toMatchObject({ approval: null })
        expect(((await dashboard.act(order.id, "signing_link")) as { link: string }).link).toBe(link)
        expect((await visitor.offer()).status).toBe(200)
        await store.merchant.cancel(order.id)
        await store.reconcile()
        expect(await visitor.contract()).toMatchObject({ status: 409 })
      },

      "contract URL": async () => {
        const shopper = await offered()
        await expectUnreadable(new URL((await ok(shopper.contract())).url).pathname)
      },

      "widget token": async () => {
        const shopper = await store.filled()
        const silent = async (minutes: number) => {
          const ago = (at: string | null) => at && new Date(Date.parse(at) - minutes * 60_000).toISOString()
          const tokens = (await leaseOf(shopper)).widget_tokens ?? []
          await store
            .rows()
            .changeLease({ widget_tokens: tokens.map((one) => ({ ...one, used_at: ago(one.used_at) })) })
        }
        const { token } = await shopper.toWidget()
        await expectUnreadable(token)
        expect((await shopper.widget(token)).status).toBe(200)
        const elsewhere = { status: 403, body: { code: "widget_elsewhere" } }
        expect(await shopper.widget(null)).toMatchObject(elsewhere)
        await silent(31)
        expect((await shopper.widget(null)).status).toBe(200)
        await shopper.widgetEvent("onApproved", { leaseId: "H-1" })
        await silent(31)
        expect(await shopper.widget(null)).toMatchObject(elsewhere)
        await silent(24 * 60)
        expect((await shopper.widget(null)).status).toBe(200)
      },

      "widget's one-time URLs": async () => {
        const shopper = await store.filled()
        const success = await leaseInWidget(store.sandbox, await shopper.toWidget())
        await shopper.widgetEvent("onSuccess", success)
        const codes = [success.orderConfirmationUrl, success.deliveryConfirmationUrl].map((url) =>
          url?.split("/").at(-1),
        )
        await expectUnreadable(...codes)
        await shopper.startPayment("pp_system_default")
        await store.order(shopper)
        await store.reconcile()
        expect(await leaseOf(shopper)).toMatchObject({ order_link: null })
      },

      "customer login": async () => {
        const first = await customer(store, "kim@shopper.example")
        await first.fillCart()
        await first.apply()
        first.leaseKey = undefined
        expect((await first.view()).body).toMatchObject({ status: "approved" })
        expect((await (await first.another()).view()).body).toMatchObject({ approval: { elsewhere: true } })
        const other = Object.assign(await customer(store, "mallory@shopper.example"), { cartId: first.cartId })
        expect(await other.view()).toMatchObject({ status: 403, body: { code: "cart_of_customer" } })
      },

      "dashboard login": async () => {
        const { order, former, link, visitor } = await linked()
        expect(link).toContain(visitor.leaseKey)
        const { id } = await dashboard.lease(order.id)
        const paths = [
          `orders/${order.id}`,
          "leases",
          `leases/${id}`,
          `leases/${id}/history`,
          `leases/${id}/support`,
          "leases/export",
          "setup",
        ]
        const answers = await Promise.all(paths.map((path) => store.admin.get(`/admin/lease-to-own/${path}`)))
        expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
        const hidden = [...APPLICANT_SECRETS, former.leaseKey ?? "none", store.sandbox.password]
        expect(hidden.filter((secret) => JSON.stringify(answers).includes(secret))).toEqual([])
      },

      "notification:read": async () => {
        const { code } = await codeFor(await offered())
        const { visitor } = await linked()
        await store.pass("1 hour")
        await store.runJob()
        expect(mails.map(({ content }) => content.text).join()).toContain(visitor.leaseKey)
        const fields = "id,to,from,channel,template,data,provider_data,idempotency_key,external_id"
        const shown = JSON.stringify((await ok(store.admin.get(`/admin/notifications?fields=${fields}`))).notifications)
        expect(shown).toContain("lease-to-own.new_contract")
        expect([code, visitor.leaseKey ?? ""].filter((secret) => shown.includes(secret))).toEqual([])
      },

      "service credentials": async () => {
        await store.ordered()
        const { body } = await store.admin.get("/admin/lease-to-own/setup")
        expect(body.connection.ends).toBe(store.sandbox.password.slice(-2))
        expect(JSON.stringify(body)).not.toContain(store.sandbox.password)
        await expectUnreadable(store.sandbox.password)
      },

      cookieSecret: async () => {
        const { order, visitor } = await linked()
        const { signing_link_nonce } = await dashboard.lease(order.id)
        const made = (secret: string) => signingKey(signing_link_nonce ?? "", secret)
        expect([made("demo"), made("changed")].map((key) => key === visitor.leaseKey)).toEqual([true, false])
      },

      encryptionKey: async () => {
        const shopper = await store.filled()
        const success = await leaseInWidget(store.sandbox, await shopper.toWidget())
        await shopper.widgetEvent("onSuccess", success)
        await shopper.startPayment("pp_system_default")
        const { widget } = widgetOptions(store.sandbox) as { widget: object }
        store.setOptions({ ...options, widget: { ...widget, encryptionKey: "7f".repeat(32) } })
        await store.order(shopper)
        await store.reconcile()
        const [call] = await store.ledger.pendingCallsOf([(await leaseOf(shopper)).id])
        store.setOptions({ ...options, widget })
        expect(call).toMatchObject({ kind: "send_order_id", last_error: { code: "link_unreadable" } })
      },

      "the database": async () => {
        const shopper = await offered()
        const { email, lease_key_hashes } = await leaseOf(shopper)
        expect(email).toBe("robin@shopper.example")
        expect(lease_key_hashes).toEqual([hashLeaseKey(shopper.leaseKey ?? "")])
        const form = applicant() as { customer: { ssn: string } }
        await expectUnreadable(shopper.leaseKey, form.customer.ssn, ...APPLICANT_SECRETS)
      },
    }

    it("each line has a test, and each test a line", () => {
      expect(Object.keys(TESTS)).toEqual(names)
    })

    it.each(names)("%s", (name) => TESTS[name]?.())
  },
  (sandbox) => ({ ...options, ...widgetOptions(sandbox) }),
)
