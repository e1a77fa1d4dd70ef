import {
  completeCartWorkflow,
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import type { Sandbox } from "lease-to-own-sandbox"
import type { WidgetAnswer } from "../../src/api/types"
import { CARD, turnOn } from "./sales-tax"
import { leaseInWidget, type Success, UPDATE_DELIVERY, UPDATE_ORDER, widgetOptions } from "./support/hosted-lease"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

const optionsOf = (sandbox: Sandbox, salesTax = "by_operator") => ({
  ...widgetOptions(sandbox),
  salesTax,
})

/** Orders without sales tax whose success report came from a browser, which can forge it. */
export const untaxedHosted = storeRules(
  "orders of the hosted widget without sales tax",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const NOTE = "Asked the operator by phone"
    const HELD = { status: 400, body: { code: "ship_attention", message: expect.stringContaining("no sales tax") } }
    beforeEach(() => turnOn(store.container))

    /** Reports a success, true or forged, and pays with a card. Returns the order before its number was sent. */
    async function paid(success?: Partial<Success>): Promise<{ id: string; tax: number }> {
      const shopper = await store.filled()
      const widget = await shopper.toWidget()
      await ok(shopper.widgetEvent("onSuccess", success ?? (await leaseInWidget(store.sandbox, widget))))
      return paidByCard(shopper)
    }
    async function paidByCard(shopper: Shopper): Promise<{ id: string; tax: number }> {
      await shopper.startPayment(CARD)
      const { id } = await store.order(shopper)
      const { order } = await ok(store.admin.get(`/admin/orders/${id}?fields=tax_total`))
      return { id, tax: order.tax_total }
    }
    /** The store's own code completes the cart with a card. */
    async function soldInCode({ cartId }: Shopper): Promise<string> {
      const { container } = store
      const { result } = await createPaymentCollectionForCartWorkflow(container).run({ input: { cart_id: cartId } })
      const input = { payment_collection_id: result.id, provider_id: CARD }
      await createPaymentSessionsWorkflow(container).run({ input })
      const placed = await store.andWait("order.placed", () =>
        completeCartWorkflow(container).run({ input: { id: cartId } }),
      )
      return placed.result.id
    }
    /** The one-time URL of a lease that doesn't exist. */
    const forged = () => {
      const url = `${store.sandbox.baseUrl}/api/v1/update-order?leaseId=L-1&code=forged`
      return { id: "L-1", orderConfirmationUrl: url }
    }

    it("a true one ships once the operator has accepted its number", async () => {
      store.sandbox.fault({ route: UPDATE_ORDER, fault: "503" })
      const { id, tax } = await paid()
      expect(tax).toBe(0)
      expect(await store.merchant.pack(id)).toMatchObject(HELD)
      await store.jobAfter("2 minutes")
      expect(await dashboard.card(id)).toMatchObject({ state: "widget_active", alerts: [] })
      await dashboard.delivered(id)
      expect(await dashboard.card(id)).toMatchObject({ state: "widget_done", alerts: [] })
    })

    it("a forged one doesn't ship, and is an alert, until the order is canceled", async () => {
      const { id, tax } = await paid(forged())
      expect(tax).toBe(0)
      await store.runJob()
      expect(await dashboard.card(id)).toMatchObject({
        state: "needs_attention",
        alerts: expect.arrayContaining([expect.objectContaining({ code: "untaxed_unconfirmed" })]),
      })
      expect(await store.merchant.pack(id)).toMatchObject(HELD)
      await store.merchant.cancel(id)
      await store.reconcile()
      const { alerts } = await dashboard.card(id)
      expect(alerts.map(({ code }) => code)).not.toContain("untaxed_unconfirmed")
    })

    it("one success that is reported for two carts takes the tax out of one order", async () => {
      const shoppers = [await store.filled(), await store.filled()]
      const widgets = await Promise.all(shoppers.map((shopper) => shopper.toWidget()))
      const success = await leaseInWidget(store.sandbox, widgets[0] as WidgetAnswer)
      const answers = await Promise.all(shoppers.map((shopper) => shopper.widgetEvent("onSuccess", success)))
      const statuses = answers.map(({ status }) => status)
      expect([...statuses].sort()).toEqual([200, 409])
      const [counted, other] = [200, 409].map((status) => statuses.indexOf(status)) as [number, number]
      const { reference } = widgets[other] as WidgetAnswer
      const message = expect.stringMatching(`already belongs to another cart.*Reference: ${reference}`)
      expect(answers[other]?.body).toMatchObject({ code: "widget_other_cart", message })
      const sold = await paidByCard(shoppers[other] as Shopper)
      expect(sold.tax).toBeGreaterThan(0)
      const leased = await paidByCard(shoppers[counted] as Shopper)
      expect(leased.tax).toBe(0)
      await store.runJob()
      expect(await dashboard.card(leased.id)).toMatchObject({ state: "widget_active", alerts: [] })
      expect((await store.merchant.pack(leased.id)).status).toBe(200)
      expect((await store.merchant.pack(sold.id)).status).toBe(200)
    })

    it("one that the operator doesn't know doesn't ship either if staff mark its lease as canceled", async () => {
      const { id } = await paid(forged())
      await store.runJob()
      const answer = await dashboard.act(id, "mark_resolved", { outcome: "canceled", note: NOTE })
      expect(answer).toMatchObject({ result: "done", lease: { state: "canceled" } })
      expect(await store.merchant.pack(id)).toMatchObject({ status: 400, body: { code: "ship_untaxed" } })
      await store.reconcile()
      expect((await dashboard.card(id)).alerts).toMatchObject([{ code: "untaxed_sale" }])
    })

    it("one without a one-time URL ships once staff confirm the lease, and its delivery is reported by hand", async () => {
      const { id } = await paid({ id: "L-1" })
      await store.runJob()
      const codes = ["link_missing", "untaxed_unconfirmed"]
      expect(await dashboard.card(id)).toMatchObject({
        state: "link_missing",
        alerts: expect.arrayContaining(codes.map((code) => expect.objectContaining({ code }))),
      })
      expect(await store.merchant.pack(id)).toMatchObject(HELD)
      await dashboard.act(id, "mark_resolved", { outcome: "nothing", note: NOTE })
      await store.reconcile()
      expect((await dashboard.card(id)).alerts).toEqual([])
      await dashboard.delivered(id)
      expect(dashboard.count(UPDATE_DELIVERY)).toBe(0)
      const { alerts } = await dashboard.card(id)
      expect(alerts.map(({ code }) => code)).not.toContain("untaxed_unconfirmed")
    })

    it.each([
      ["whose widget reported nothing", false],
      ["that has changed since the widget's success", true],
    ])("a cart that the store's code sells %s is an alert, and doesn't ship", async (_, isReported) => {
      const shopper = await store.filled()
      const widget = await shopper.toWidget()
      if (isReported) await ok(shopper.widgetEvent("onSuccess", await leaseInWidget(store.sandbox, widget)))
      if (isReported) await shopper.addItem("lamp")
      const id = await soldInCode(shopper)
      await store.runJob()
      const { alerts } = await ok(store.admin.get(`/admin/lease-to-own/orders/${id}`)).then(({ lease }) => lease)
      expect(alerts).toMatchObject([{ code: "untaxed_sale", params: { order_id: id } }])
      expect((await store.merchant.pack(id)).body.code).toMatch(/^ship_(untaxed|attention)$/)
    })

    it("an order with tax ships whatever became of its number", async () => {
      store.setOptions(optionsOf(store.sandbox, "in_cart"))
      const { id, tax } = await paid(forged())
      store.setOptions(optionsOf(store.sandbox))
      expect(tax).toBeGreaterThan(0)
      await store.runJob()
      expect((await dashboard.card(id)).alerts.map(({ code }) => code)).not.toContain("untaxed_unconfirmed")
      expect((await store.merchant.pack(id)).status).toBe(200)
    })

    it("an order with tax doesn't ship while its lease is held", async () => {
      store.setOptions(optionsOf(store.sandbox, "in_cart"))
      const { id } = await paid(forged())
      await store.rows().change("lease", { held_at: new Date() }, { order_id: id })
      expect(await store.merchant.pack(id)).toMatchObject({ status: 400, body: { code: "lease_held" } })
    })
  },
  optionsOf,
)
