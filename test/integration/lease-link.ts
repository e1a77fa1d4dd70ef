import { Modules } from "@medusajs/framework/utils"
import { books } from "./support/books"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { ADDRESS, type Shopper } from "./support/shopper"

const PAGE = "https://shop.example/lease?cart={cartId}"

/** Staff create an unpaid order; its customer leases it by a link, and Medusa's books are exact afterward. */
export const leaseByLink = storeRules(
  "orders that are leased by a link",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    afterEach(() => jest.restoreAllMocks())
    const orderRoute = (id: string) => `/admin/lease-to-own/orders/${id}`
    const later = async () => {
      await store.pass("1 hour")
      await store.reconcile()
    }

    /** A draft order as the dashboard makes it: a sofa, its address and its delivery. */
    async function drafted(change: object = {}): Promise<{ id: string; total: number }> {
      const { regionId, variantIds, shippingOptionIds } = store.shop
      const [cart] = await store.sql("select sales_channel_id from cart limit 1")
      const draft = store.admin.post("/admin/draft-orders", {
        ...{ region_id: regionId, sales_channel_id: cart?.sales_channel_id, email: "robin@shopper.example" },
        ...{ shipping_address: ADDRESS, billing_address: ADDRESS },
        items: [{ variant_id: variantIds.sofa, quantity: 1 }],
        shipping_methods: [{ name: "Standard", shipping_option_id: shippingOptionIds.standard, amount: 10 }],
        ...change,
      })
      return (await ok(draft)).draft_order
    }
    async function linked(id: string): Promise<Shopper> {
      return store.shopper().follow((await ok(store.admin.post(`${orderRoute(id)}/link`))).link)
    }
    /** A payment collection for a sum of the order. */
    async function collected(order_id: string, amount: number): Promise<string> {
      const made = await ok(store.admin.post("/admin/payment-collections", { order_id, amount }))
      return made.payment_collection.id
    }
    async function sign(shopper: Shopper) {
      await ok(shopper.apply())
      return shopper.signOffer()
    }
    const paid = async (id: string) => (await books(store, id)).held

    it("a draft order becomes an order that its customer's lease has paid", async () => {
      const { id, total } = await drafted()
      expect((await store.admin.get(orderRoute(id))).body).toEqual({ lease: null, link: { allowed: true } })
      const shopper = await linked(id)
      expect(await dashboard.card(id)).toMatchObject({ state: "linked", next_step: { code: "send_lease_link" } })
      expect((await shopper.view()).body).toMatchObject({ step: "intro", actions: { apply: { allowed: true } } })
      const order = { display_id: expect.any(Number), total: expect.closeTo(total, 2), currency: "usd" }
      expect((await shopper.view()).body.order).toEqual({
        ...order,
        items: [{ title: expect.any(String), quantity: 1 }],
      })
      expect((await sign(shopper)).body).toMatchObject({ signature: "verified" })
      await store.reconcile()
      expect(await dashboard.card(id)).toMatchObject({
        state: "accepted",
        alerts: [],
        leased: { amount: expect.closeTo(total, 2) },
      })
      expect((await store.merchant.order(id)).status).toBe("pending")
      expect(await paid(id)).toBeCloseTo(total, 2)
      expect((await shopper.view()).body).toMatchObject({ step: "placed", order_id: id, order: null })
    })

    it("only the holder of the link sees it or applies, and only they see a denial", async () => {
      const { id } = await drafted()
      const shopper = await linked(id)
      expect((await linked(id)).leaseKey).toBe(shopper.leaseKey)
      const stranger = Object.assign(store.shopper(), { cartId: id, leaseKey: undefined })
      const none = { status: 404, body: { code: "cart_not_found" } }
      expect(await stranger.view()).toMatchObject(none)
      expect(await stranger.apply()).toMatchObject(none)
      await shopper.apply("denied")
      const denied = { step: "denied", messages: [{ code: "order_denied" }] }
      expect((await shopper.view()).body).toMatchObject(denied)
      expect(await dashboard.card(id)).toMatchObject({ state: "denied", next_step: { action: "withdraw_link" } })
      const told = await stranger.http.get(`/store/lease-to-own/orders/${id}`)
      expect(told.body).toEqual({ lease: null })
    })

    it("an order with a link ships once the link is withdrawn or the order is paid otherwise", async () => {
      const { id, total } = await drafted()
      expect((await store.admin.post(`/admin/draft-orders/${id}/convert-to-order`)).status).toBe(200)
      const withdrawn = await linked(id)
      const held = { status: 400, body: { code: "ship_before_lease" } }
      expect(await store.merchant.pack(id)).toMatchObject(held)
      expect(await dashboard.act(id, "withdraw_link")).toMatchObject({ result: "done" })
      const over = { step: "unavailable", order_id: null, messages: [{ code: "order_link_over" }] }
      expect((await withdrawn.view()).body).toMatchObject(over)
      expect((await store.admin.get(orderRoute(id))).body.link).toEqual({ allowed: true })
      const shopper = await linked(id)
      const collection = await collected(id, total)
      const { status } = await store.admin.post(`/admin/payment-collections/${collection}/mark-as-paid`, {
        order_id: id,
      })
      expect(status).toBe(200)
      expect((await store.merchant.pack(id)).status).toBe(200)
      await store.reconcile()
      expect((await shopper.view()).body).toMatchObject(over)
      expect(await shopper.apply()).toMatchObject({ status: 409 })
    })

    it("a draft order with a contract can be paid otherwise only once the lease is canceled", async () => {
      const { id, total } = await drafted()
      const shopper = await linked(id)
      await shopper.apply()
      await shopper.offer()
      await ok(shopper.contract())
      const path = `/admin/payment-collections/${await collected(id, total)}`
      const refusal = { status: 400, body: { code: "store_payment_locked" } }
      expect(await store.admin.post(`${path}/mark-as-paid`, { order_id: id })).toMatchObject(refusal)
      expect(await dashboard.act(id, "cancel_contract")).toMatchObject({ result: "done" })
      expect((await store.admin.post(`${path}/mark-as-paid`, { order_id: id })).status).toBe(200)
    })

    it("no link is offered for a sales channel without a publishable key", async () => {
      const { body } = await store.admin.post("/admin/sales-channels", { name: "Phone" })
      const sales_channel_id = body.sales_channel.id
      const [warehouse] = await store.sql("select id from stock_location")
      await store.admin.post(`/admin/stock-locations/${warehouse?.id}/sales-channels`, { add: [sales_channel_id] })
      const { id } = await drafted({ sales_channel_id })
      const unread = { code: "lease_link_channel", params: { channel: "Phone" } }
      const { link } = (await store.admin.get(orderRoute(id))).body
      expect(link).toMatchObject({ allowed: false, reasons: [unread] })
      expect(await store.admin.post(`${orderRoute(id)}/link`, {})).toMatchObject({ status: 409, body: unread })
    })

    it("no contract is shown once part of the order is paid otherwise", async () => {
      const { id } = await drafted()
      const shopper = await linked(id)
      await shopper.apply()
      await shopper.offer()
      await store.andWait("order.placed", () => store.admin.post(`/admin/draft-orders/${id}/convert-to-order`))
      // Without an event, which would withdraw the link.
      const payments = store.container.resolve(Modules.PAYMENT)
      const part = { provider_id: "pp_system_default", currency_code: "usd", amount: 50, data: {} }
      const session = await payments.createPaymentSession(await collected(id, 50), part)
      await payments.authorizePaymentSession(session.id, {})
      expect(await shopper.contract()).toMatchObject({ status: 409, body: { code: "replacement_unavailable" } })
      expect((await dashboard.lease(id)).contract_at).toBeNull()
    })

    it("the lease pays the whole order, whatever collections are open for parts of it", async () => {
      const { id, total } = await drafted()
      await store.admin.post(`/admin/draft-orders/${id}/convert-to-order`)
      for (const part of [50, 60]) await collected(id, part)
      await sign(await linked(id))
      await store.reconcile()
      expect(await dashboard.card(id)).toMatchObject({ state: "accepted", alerts: [] })
      expect(await paid(id)).toBeCloseTo(total, 2)
    })

    it("nothing is signed for a draft order that is out of stock", async () => {
      const { id } = await drafted()
      const shopper = await linked(id)
      await shopper.apply()
      await shopper.offer()
      await store.sql(`update inventory_level set stocked_quantity = 0, raw_stocked_quantity = '{"value":"0"}'`)
      const soldOut = { code: "replacement_unavailable", params: { reason: expect.stringContaining("sofa") } }
      expect(await shopper.contract()).toMatchObject({ status: 409, body: soldOut })
      expect((await dashboard.lease(id)).status).toBe("offered")
    })

    it("a draft order that staff are editing is paid once the edit has ended", async () => {
      const { id, total } = await drafted()
      const shopper = await linked(id)
      expect((await store.admin.post(`/admin/draft-orders/${id}/edit`)).status).toBe(200)
      await sign(shopper)
      await store.reconcile()
      expect((await store.merchant.order(id)).status).toBe("draft")
      expect((await store.admin.delete(`/admin/draft-orders/${id}/edit`)).status).toBe(200)
      await later()
      expect(await dashboard.card(id)).toMatchObject({ state: "accepted", alerts: [] })
      expect(await paid(id)).toBeCloseTo(total, 2)
    })

    it("an order that can't be leased has a reason, and one that is paid or canceled isn't checked", async () => {
      const { id } = await drafted({ shipping_methods: [] })
      const { link } = (await store.admin.get(orderRoute(id))).body
      const words = { code: "unavailable_incomplete", message: expect.stringMatching(/^The order needs/) }
      expect(link).toMatchObject({ allowed: false, reasons: [words] })
      expect(await store.admin.post(`${orderRoute(id)}/link`, {})).toMatchObject({ status: 409 })
      const draft = await drafted({ items: [{ title: "Assembly", quantity: 1, unit_price: 150 }] })
      const custom = { code: "unavailable_custom_items", params: { items: "Assembly" } }
      expect((await store.admin.get(orderRoute(draft.id))).body.link.reasons).toMatchObject([custom])
      const { order } = await store.ordered()
      await store.merchant.cancel(order.id)
      expect(await store.admin.post(`${orderRoute(order.id)}/link`, {})).toMatchObject({
        body: { code: "lease_link_none" },
      })
    })
  },
  { contractLink: PAGE },
)
