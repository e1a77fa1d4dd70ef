import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { formatMoney, parseAmount } from "../../src/lease-cart"
import { putTaxBackIntoDraft } from "../../src/medusa/order-tax"
import { turnOn } from "./sales-tax"
import { books } from "./support/books"
import { leaseInWidget, widgetOptions } from "./support/hosted-lease"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { ADDRESS, type Shopper } from "./support/shopper"

const CARD = "pp_system_default"
const PAGE = "https://shop.example/lease?cart={cartId}"
const OPTIONS = { salesTax: "by_operator", contractLink: PAGE }

const dollars = (amount: number) => formatMoney(parseAmount(amount), "usd")

/** An order placed without sales tax is paid by its lease or not at all, and a lease never has the tax of a draft order. */
export const untaxedOrders = storeRules(
  "orders without sales tax",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const post = (path: string, body: object = {}) => store.admin.post(path, body)
    beforeEach(() => turnOn(store.container))
    afterEach(() => jest.restoreAllMocks())

    const UNTAXED = { status: 400, body: { code: "order_untaxed", message: expect.stringContaining("cancel it") } }
    const UNSHIPPED = {
      status: 400,
      body: { code: "ship_untaxed", message: expect.stringContaining("order these items again") },
    }
    async function amounts(orderId: string): Promise<{ total: number; tax_total: number }> {
      const { order } = await ok(store.admin.get(`/admin/orders/${orderId}?fields=total,tax_total`))
      return { total: order.total, tax_total: order.tax_total }
    }
    /** A payment collection for a sum of the order. */
    async function collected(order_id: string, amount: number): Promise<string> {
      return (await ok(post("/admin/payment-collections", { order_id, amount }))).payment_collection.id
    }
    /** A card payment for an order's collection that the store's own code authorized, without a route. */
    async function paidInCode(collectionId: string, amount: number): Promise<string> {
      const payments = store.container.resolve(Modules.PAYMENT)
      const session = { provider_id: CARD, currency_code: "usd", amount, data: {} }
      const { id } = await payments.createPaymentSession(collectionId, session)
      return (await payments.authorizePaymentSession(id, {}))?.id ?? ""
    }
    const others = async () => (await store.sql("select id from payment where provider_id = ?", [CARD])).length
    const canceled = () =>
      store.begin("an order whose lease is canceled", async () => {
        const { order } = await store.ordered()
        expect(await dashboard.act(order.id, "cancel_contract")).toMatchObject({ result: "done" })
        await store.merchant.refund(order.id)
        await store.jobAfter("3 minutes")
        return order
      })

    it("nothing else pays for the order once its lease has ended, and it doesn't ship", async () => {
      const { id, total } = await canceled()
      const collection = await collected(id, total)
      const path = `payment-collections/${collection}`
      expect(await post(`/admin/${path}/mark-as-paid`, { order_id: id })).toMatchObject(UNTAXED)
      expect(await post(`/admin/${path}/payment-sessions`, { provider_id: CARD })).toMatchObject(UNTAXED)
      const shopper = store.shopper()
      const session = { provider_id: CARD, data: {} }
      expect(await shopper.http.post(`/store/${path}/payment-sessions`, session)).toMatchObject(UNTAXED)
      const credit = { amount: total, reference: "goodwill", reference_id: id }
      expect(await post(`/admin/orders/${id}/credit-lines`, credit)).toMatchObject(UNTAXED)
      expect(await store.merchant.pack(id)).toMatchObject(UNSHIPPED)
      expect(await others()).toBe(0)
      expect((await post(`/admin/orders/${id}/cancel`)).status).toBe(200)
    })

    it("a session or payment that the store's code made isn't authorized or captured", async () => {
      const { id, total } = await canceled()
      const collection = await collected(id, total)
      const payments = store.container.resolve(Modules.PAYMENT)
      const open = { provider_id: CARD, currency_code: "usd", amount: total, data: {} }
      const { id: payment_session_id } = await payments.createPaymentSession(collection, open)
      const route = `/admin/orders/${id}/payment-sessions/authorize`
      expect(await post(route, { payment_session_id })).toMatchObject(UNTAXED)
      const payment = await paidInCode(collection, total)
      expect(await post(`/admin/payments/${payment}/capture`)).toMatchObject(UNTAXED)
      expect((await books(store, id)).held).toBe(0)
    })

    it("a payment by the store's code is an alert that blocks, until staff accept it", async () => {
      const { id, total } = await canceled()
      const payment = await paidInCode(await collected(id, total), total)
      await store.reconcile()
      expect(await dashboard.card(id)).toMatchObject({
        alerts: expect.arrayContaining([expect.objectContaining({ code: "untaxed_sale" })]),
      })
      expect(await store.merchant.pack(id)).toMatchObject(UNSHIPPED)
      await dashboard.act(id, "mark_resolved", { outcome: "nothing", note: "Tax paid with return 42" })
      await store.reconcile()
      expect((await dashboard.card(id)).alerts).toEqual([])
      expect((await store.merchant.pack(id)).status).toBe(200)
      await store.container.resolve(Modules.PAYMENT).cancelPayment(payment)
    })

    it("a second payment of a leased order is an alert that blocks shipping, until it is canceled", async () => {
      const { order } = await store.ordered()
      const payment = await paidInCode(await collected(order.id, 50), 50)
      await store.reconcile()
      expect(await dashboard.card(order.id)).toMatchObject({
        main_alert: "untaxed_sale",
        next_step: { code: "undo_untaxed_sale" },
      })
      const held = { status: 400, body: { code: "ship_attention", message: expect.stringContaining("sales tax") } }
      expect(await store.merchant.pack(order.id)).toMatchObject(held)
      await store.container.resolve(Modules.PAYMENT).cancelPayment(payment)
      await store.reconcile()
      expect((await dashboard.card(order.id)).alerts).toEqual([])
      expect((await store.merchant.pack(order.id)).status).toBe(200)
    })

    it("a hosted lease's virtual card is captured, but no other payment begins", async () => {
      store.setOptions({ ...OPTIONS, ...widgetOptions(store.sandbox) })
      const shopper = await store.filled()
      const success = await leaseInWidget(store.sandbox, await shopper.toWidget())
      await ok(shopper.widgetEvent("onSuccess", success))
      await shopper.startPayment(CARD)
      const { id } = await store.order(shopper)
      expect((await amounts(id)).tax_total).toBe(0)
      expect((await store.merchant.capture(id)).status).toBe(200)
      const session = { provider_id: CARD, data: {} }
      const path = `/store/payment-collections/${await collected(id, 50)}/payment-sessions`
      expect(await shopper.http.post(path, session)).toMatchObject(UNTAXED)
      store.setOptions(OPTIONS)
    })

    /** The store's own code completes an untaxed cart with a card, as its job might. */
    async function orderedInCode({ cartId }: Shopper): Promise<string> {
      const query = store.container.resolve(ContainerRegistrationKeys.QUERY)
      const fields = ["total", "payment_collection.id", "payment_collection.payment_sessions.id"]
      const { data } = await query.graph({ entity: "cart", fields, filters: { id: cartId } })
      const [cart] = data as unknown as [
        { total: number; payment_collection: { id: string; payment_sessions: { id: string }[] } },
      ]
      const payments = store.container.resolve(Modules.PAYMENT)
      for (const { id } of cart.payment_collection.payment_sessions) await payments.deletePaymentSession(id)
      const session = { provider_id: CARD, currency_code: "usd", amount: cart.total, data: {} }
      await payments.createPaymentSession(cart.payment_collection.id, session)
      const { result } = await store.andWait("order.placed", () =>
        completeCartWorkflow(store.container).run({ input: { id: cartId } }),
      )
      return result.id
    }

    it("an untaxed cart that the store's code sells otherwise is an alert on its lease", async () => {
      const shopper = await store.filled()
      await shopper.toApproval()
      await shopper.startPayment()
      const id = await orderedInCode(shopper)
      const { total, tax_total } = await amounts(id)
      expect(tax_total).toBe(0)
      await store.reconcile()
      const { leases } = await ok(store.admin.get("/admin/lease-to-own/leases"))
      const lease = await ok(store.admin.get(`/admin/lease-to-own/leases/${leases[0].id}`))
      expect(lease.lease.alerts).toMatchObject([
        { code: "untaxed_sale", params: { order_id: id, amount: dollars(total) } },
      ])
      expect(await store.merchant.pack(id)).toMatchObject(UNSHIPPED)
      expect(await store.merchant.capture(id)).toMatchObject(UNTAXED)
      await store.merchant.cancel(id)
      await store.reconcile()
      const after = await ok(store.admin.get(`/admin/lease-to-own/leases/${leases[0].id}`))
      expect(after.lease.alerts).toEqual([])
    })

    it("without a lease, such a sale is logged and doesn't ship, even if the option has changed since the choice", async () => {
      const log = jest.spyOn(store.container.resolve(ContainerRegistrationKeys.LOGGER), "error")
      const shopper = await store.filled()
      await shopper.startPayment()
      await store.sql("delete from lease")
      store.setOptions({ ...OPTIONS, salesTax: "in_cart" })
      const id = await orderedInCode(shopper)
      store.setOptions(OPTIONS)
      const { total } = await amounts(id)
      expect(log.mock.calls.flat().join()).toContain(`order ${id} was placed without sales tax (${dollars(total)})`)
      expect(await store.merchant.pack(id)).toMatchObject(UNSHIPPED)
    })

    describe("an edited order", () => {
      async function edited() {
        const { order, shopper } = await store.ordered()
        await store.merchant.edit(order.id, { quantities: { sofa: 2 } })
        await store.reconcile()
        return { id: order.id, shopper, ...(await amounts(order.id)) }
      }

      it("isn't paid the difference by another method, but by a new contract without tax", async () => {
        const { id, shopper, total, tax_total } = await edited()
        expect(tax_total).toBe(0)
        const [due] = (await store.merchant.order(id)).payment_collections.filter(({ payments }) => !payments.length)
        const path = `/store/payment-collections/${due?.id}/payment-sessions`
        expect(await shopper.http.post(path, { provider_id: CARD, data: {} })).toMatchObject(UNTAXED)
        expect(await dashboard.act(id, "replace_contract")).toMatchObject({ result: "done" })
        await shopper.signOffer()
        await store.reconcile()
        const card = { state: "accepted", alerts: [], leased: { amount: expect.closeTo(total, 2) } }
        expect(await dashboard.card(id)).toMatchObject(card)
        expect((await books(store, id)).held).toBeCloseTo(total, 2)
      })

      it("gets no new contract once the operator no longer charges the tax", async () => {
        const { id } = await edited()
        store.setOptions({ ...OPTIONS, salesTax: "in_cart" })
        const answer = await dashboard.act(id, "replace_contract")
        store.setOptions(OPTIONS)
        expect(answer).toMatchObject({ result: "refused", refusal: { code: "unavailable_untaxed" } })
        expect((await dashboard.lease(id)).status).toBe("placed")
      })
    })

    it("an order that was leased with tax gets no new contract from an operator that charges it, too", async () => {
      store.setOptions({ ...OPTIONS, salesTax: "in_cart" })
      const { order } = await store.ordered()
      await store.merchant.edit(order.id, { quantities: { sofa: 2 } })
      await store.reconcile()
      store.setOptions(OPTIONS)
      expect((await amounts(order.id)).tax_total).toBeGreaterThan(0)
      const refusal = { code: "unavailable_tax" }
      expect(await dashboard.act(order.id, "replace_contract")).toMatchObject({ result: "refused", refusal })
    })

    describe("a draft order", () => {
      const route = (id: string) => `/admin/lease-to-own/orders/${id}`
      async function drafted(change: object = {}): Promise<{ id: string; total: number; tax_total: number }> {
        const { regionId, variantIds, shippingOptionIds } = store.shop
        const [cart] = await store.sql("select sales_channel_id from cart limit 1")
        const draft = post("/admin/draft-orders", {
          ...{ region_id: regionId, sales_channel_id: cart?.sales_channel_id, email: "robin@shopper.example" },
          ...{ shipping_address: ADDRESS, billing_address: ADDRESS },
          items: [{ variant_id: variantIds.sofa, quantity: 1 }],
          shipping_methods: [{ name: "Standard", shipping_option_id: shippingOptionIds.standard, amount: 10 }],
          ...change,
        })
        const { id } = (await ok(draft)).draft_order
        return { id, ...(await amounts(id)) }
      }
      const linked = async (id: string) => store.shopper().follow((await ok(post(`${route(id)}/link`))).link)

      it("loses its tax with the link, and its lease pays exactly the rest", async () => {
        const { id, total, tax_total } = await drafted()
        expect(tax_total).toBeGreaterThan(0)
        const collection = await collected(id, total)
        expect((await store.admin.get(route(id))).body).toEqual({ lease: null, link: { allowed: true } })
        const shopper = await linked(id)
        const leased = { total: expect.closeTo(total - tax_total, 5), tax_total: 0 }
        expect(await amounts(id)).toMatchObject(leased)
        const [{ amount } = {}] = await store.sql("select amount from payment_collection where id = ?", [collection])
        expect(Number(amount)).toBeCloseTo(total - tax_total, 5)
        await ok(shopper.apply())
        await shopper.signOffer()
        await store.reconcile()
        const card = { state: "accepted", alerts: [], leased: { amount: expect.closeTo(total - tax_total, 2) } }
        expect(await dashboard.card(id)).toMatchObject(card)
        expect(await amounts(id)).toMatchObject(leased)
        expect((await books(store, id)).held).toBeCloseTo(total - tax_total, 2)
        const more = { [store.shop.variantIds.chair ?? ""]: 1 }
        await store.merchant.edit(id, { add: more })
        expect((await amounts(id)).tax_total).toBe(0)
      })

      it("loses its tax also if nothing ships", async () => {
        await store.sql("update inventory_item set requires_shipping = false")
        const { id, tax_total } = await drafted({ shipping_methods: [] })
        expect(tax_total).toBeGreaterThan(0)
        await linked(id)
        expect((await amounts(id)).tax_total).toBe(0)
      })

      it("stays without tax when staff change it, and loses its tax again when they get the link again", async () => {
        const { id } = await drafted()
        await linked(id)
        await ok(post(`/admin/draft-orders/${id}`, { shipping_address: { ...ADDRESS, address_1: "14 Elm Street" } }))
        await ok(post(`/admin/draft-orders/${id}/edit`))
        const items = [{ variant_id: store.shop.variantIds.chair, quantity: 1 }]
        await ok(post(`/admin/draft-orders/${id}/edit/items`, { items }))
        await ok(post(`/admin/draft-orders/${id}/edit/confirm`))
        expect((await amounts(id)).tax_total).toBe(0)
        // As if the request for the link had been interrupted.
        await putTaxBackIntoDraft(store.container, id)
        expect((await amounts(id)).tax_total).toBeGreaterThan(0)
        expect(await dashboard.act(id, "signing_link")).toMatchObject({ result: "done" })
        expect((await amounts(id)).tax_total).toBe(0)
      })

      it("has its tax again before its lease if it now ships where the store charges the tax", async () => {
        store.setOptions({ ...OPTIONS, salesTax: { default: "by_operator", states: { IL: "in_cart" } } })
        const { id } = await drafted()
        const shopper = await linked(id)
        await ok(shopper.apply())
        const shipping_address = { ...ADDRESS, city: "Chicago", province: "IL", postal_code: "60601" }
        await ok(post(`/admin/draft-orders/${id}`, { shipping_address }))
        expect((await shopper.offer()).body).toMatchObject({ code: "replacement_unavailable" })
        await dashboard.act(id, "signing_link")
        const { total, tax_total } = await amounts(id)
        expect(tax_total).toBeGreaterThan(0)
        expect((await shopper.offer()).body.offer).toMatchObject({ cash_price: expect.closeTo(total, 2) })
        store.setOptions(OPTIONS)
      })

      it("isn't sold another way while its link is open, and has its tax back to the cent once it is withdrawn", async () => {
        const { id, total, tax_total } = await drafted()
        await linked(id)
        const open = { status: 400, body: { code: "link_untaxed", message: expect.stringContaining("withdraw") } }
        expect(await post(`/admin/draft-orders/${id}/convert-to-order`)).toMatchObject(open)
        const untaxed = await collected(id, total - tax_total)
        const paid = (collection: string) =>
          post(`/admin/payment-collections/${collection}/mark-as-paid`, { order_id: id })
        expect(await paid(untaxed)).toMatchObject(open)
        expect(await dashboard.act(id, "withdraw_link")).toMatchObject({ result: "done" })
        expect(await amounts(id)).toEqual({ total, tax_total })
        expect((await paid(untaxed)).status).toBe(200)
        expect((await books(store, id)).held).toBeCloseTo(total, 5)
        expect((await post(`/admin/draft-orders/${id}/convert-to-order`)).status).toBe(200)
        expect(await amounts(id)).toEqual({ total, tax_total })
        expect((await store.merchant.pack(id)).status).toBe(200)
      })

      it("has its tax back before another payment if its lease ended unsigned", async () => {
        const { id, total, tax_total } = await drafted()
        const shopper = await linked(id)
        await ok(shopper.apply())
        await shopper.offer()
        await ok(shopper.contract())
        expect(await dashboard.act(id, "cancel_contract")).toMatchObject({ result: "done" })
        const convert = () => post(`/admin/draft-orders/${id}/convert-to-order`)
        expect(await convert()).toMatchObject({ status: 400, body: { code: "draft_tax_is_back" } })
        expect(await amounts(id)).toEqual({ total, tax_total })
        expect((await convert()).status).toBe(200)
      })

      it("keeps its tax once it is placed, so that it can't be leased by link", async () => {
        const { id, tax_total } = await drafted()
        await post(`/admin/draft-orders/${id}/convert-to-order`)
        const taxed = { code: "unavailable_tax", message: expect.stringContaining("cancel it and order again") }
        expect((await store.admin.get(route(id))).body.link).toMatchObject({ allowed: false, reasons: [taxed] })
        expect(await post(`${route(id)}/link`)).toMatchObject({ status: 409, body: { code: "unavailable_tax" } })
        expect((await amounts(id)).tax_total).toBe(tax_total)
      })
    })
  },
  OPTIONS,
)
