import { Modules } from "@medusajs/framework/utils"
import { turnOn } from "./sales-tax"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"

const CARD = "pp_system_default"
/** The demo store's rate, in percent. */
const RATE = 8.25

/** An order keeps the sales tax treatment that its cart had: none if it was leased without, and the country's otherwise. */
export const orderTax = storeRules(
  "sales tax after the order",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const post = (path: string, body: object = {}) => ok(store.admin.post(path, body))
    beforeEach(() => turnOn(store.container))

    const SOFA = { items: [{ handle: "sofa" }] }
    const leased = async () => (await store.ordered(SOFA)).order.id
    async function ordinary(): Promise<string> {
      const shopper = await store.filled(SOFA)
      await shopper.startPayment(CARD)
      return (await store.order(shopper)).id
    }
    /** The order with its open change. Amounts are in cents. */
    async function preview(orderId: string) {
      const { order } = await ok(store.admin.get(`/admin/orders/${orderId}/preview`))
      type Line = { tax_lines: { rate: number; code: string }[] }
      const lines: Line[] = [...order.items, ...order.shipping_methods]
      const rates = lines.map(({ tax_lines }) => tax_lines.map(({ rate, code }) => `${code} ${rate}`).join())
      const [total, tax] = [order.total * 100, order.tax_total * 100]
      return { rates: [...new Set(rates)], count: lines.length, tax, net: total - tax }
    }
    type Seen = Awaited<ReturnType<typeof preview>>
    const RESALE = { rates: ["RESALE 0"], tax: 0 }
    const taxed = ({ net }: Seen) => ({ rates: [`sales ${RATE}`], tax: expect.closeTo((net * RATE) / 100, 4) })

    async function returnOption(): Promise<string> {
      const fulfillment = store.container.resolve(Modules.FULFILLMENT)
      const [zone] = await fulfillment.listServiceZones()
      const [profile] = await fulfillment.listShippingProfiles()
      const { shipping_option } = await post("/admin/shipping-options", {
        ...{ name: "Return", price_type: "flat", provider_id: "manual_manual" },
        ...{ service_zone_id: zone?.id, shipping_profile_id: profile?.id },
        type: { label: "Return", description: "Return", code: "return" },
        prices: [{ currency_code: "usd", amount: 20 }],
        rules: [{ attribute: "is_return", value: "true", operator: "eq" }],
      })
      return shipping_option.id
    }

    const changes: [name: string, begin: (orderId: string) => Promise<unknown>][] = [
      [
        "an edit",
        async (id) => {
          await post("/admin/order-edits", { order_id: id })
          const { chair } = store.shop.variantIds
          await post(`/admin/order-edits/${id}/items`, { items: [{ variant_id: chair, quantity: 1 }] })
          const { standard: shipping_option_id } = store.shop.shippingOptionIds
          await post(`/admin/order-edits/${id}/shipping-method`, { shipping_option_id })
        },
      ],
      ["an exchange", (id) => exchange("exchanges", id)],
      ["a claim", (id) => exchange("claims", id, { type: "replace" })],
      [
        "a return with a fee",
        async (id) => {
          await dashboard.delivered(id)
          const [line] = (await store.merchant.order(id)).items
          const made = await post("/admin/returns", { order_id: id })
          await post(`/admin/returns/${made.return.id}/request-items`, { items: [{ id: line?.id, quantity: 1 }] })
          const shipping_option_id = await returnOption()
          await post(`/admin/returns/${made.return.id}/shipping-method`, { shipping_option_id })
        },
      ],
    ]
    async function exchange(kind: "exchanges" | "claims", orderId: string, more: object = {}): Promise<void> {
      await dashboard.delivered(orderId)
      const [line] = (await store.merchant.order(orderId)).items
      const { id } = (await post(`/admin/${kind}`, { order_id: orderId, ...more }))[kind.slice(0, -1)]
      const { chair } = store.shop.variantIds
      await post(`/admin/${kind}/${id}/outbound/items`, { items: [{ variant_id: chair, quantity: 1 }] })
      const { standard: shipping_option_id } = store.shop.shippingOptionIds
      await post(`/admin/${kind}/${id}/outbound/shipping-method`, { shipping_option_id })
      await post(`/admin/${kind}/${id}/inbound/items`, { items: [{ id: line?.id, quantity: 1 }] })
      const inbound = { shipping_option_id: await returnOption() }
      await post(`/admin/${kind}/${id}/inbound/shipping-method`, inbound)
    }

    it.each(changes)("%s adds no tax to a leased order", async (_what, begin) => {
      const id = await leased()
      const before = await preview(id)
      await begin(id)
      const seen = await preview(id)
      expect(seen).toMatchObject(RESALE)
      expect(seen.count).toBeGreaterThan(before.count)
    })

    it.each(changes)("%s takes no tax from an ordinary order", async (_what, begin) => {
      const id = await ordinary()
      const before = await preview(id)
      await begin(id)
      const seen = await preview(id)
      expect(seen).toMatchObject(taxed(seen))
      expect(seen.count).toBeGreaterThan(before.count)
    })
  },
  { salesTax: "by_operator", contractLink: "https://shop.example/lease?cart={cartId}" },
)
