import { productId } from "./support/goods"
import { ok } from "./support/http"
import { storeRules } from "./support/lease-store"
import { taxBy, taxRegionOf } from "./tax-switch"

const OWN = "tp_flat"
const OURS = "tp_lease-to-own"
const CARD = "pp_system_default"

type TaxLine = { code: string; rate: number; description?: string; provider_id?: string }
type Line = { unit_price?: number; amount?: number; total: number; tax_total: number; tax_lines: TaxLine[] }

const taxOf = ({ total, tax_total, tax_lines }: Line) => ({
  ...{ total, tax_total },
  lines: tax_lines.map(({ code, rate, description, provider_id }) => ({ code, rate, description, provider_id })),
})

/** A store whose sales are taxed by a provider of its own (`support/flat-tax.ts`), beside leases whose operator charges the tax. */
export const ownTax = storeRules(
  "a tax provider of the store's own",
  (store) => {
    const cartOf = async (cartId: string) => {
      const fields = "+items.tax_lines.*,+shipping_methods.tax_lines.*"
      const { cart } = await ok(store.shopper().http.get(`/store/carts/${cartId}?fields=${fields}`))
      const lines: Line[] = [...cart.items, ...cart.shipping_methods]
      return { total: cart.total, tax_total: cart.tax_total, lines: lines.map(taxOf) }
    }
    /** What a shopper sees of a product, and what Medusa counts for a cart and a draft order. */
    async function ordinarySales() {
      const { shopper, shop, admin } = { shopper: store.shopper(), shop: store.shop, admin: store.admin }
      await shopper.fillCart({ items: [{ handle: "lamp", quantity: 2 }] })
      const price = "fields=*variants.calculated_price&country_code=us&province=tx"
      const id = await productId(store, "lamp")
      const { product } = await ok(shopper.http.get(`/store/products/${id}?region_id=${shop.regionId}&${price}`))
      const { draft_order: draft } = await ok(
        admin.post("/admin/draft-orders", {
          ...{ region_id: shop.regionId, email: "robin@shopper.example" },
          shipping_address: {
            first_name: "Robin",
            address_1: "1 Main St",
            city: "Austin",
            country_code: "us",
            province: "TX",
          },
          items: [{ variant_id: shop.variantIds.lamp, quantity: 3 }],
        }),
      )
      const { order } = await ok(admin.get(`/admin/orders/${draft.id}?fields=+total,+tax_total,+items.tax_lines.*`))
      const { calculated_amount_with_tax, calculated_amount_without_tax } = product.variants[0].calculated_price
      return {
        cart: await cartOf(shopper.cartId),
        product: [calculated_amount_with_tax, calculated_amount_without_tax],
        draft: { total: order.total, tax_total: order.tax_total, lines: order.items.map(taxOf) },
      }
    }

    it("whatever isn't leased gets exactly its taxes and its name, in carts, on product pages and in draft orders", async () => {
      await taxBy(store, OWN)
      const before = await ordinarySales()
      expect(before.cart.lines[0]?.lines).toEqual([expect.objectContaining({ code: "FLAT", provider_id: "flat" })])
      for (const { tax_total } of [before.cart, before.draft]) expect(tax_total).toBeGreaterThan(0)
      expect(before.product[0]).toBeGreaterThan(before.product[1])
      await taxBy(store, OURS)
      expect((await taxRegionOf(store)).metadata?.lease_to_own_former_provider).toBe(OWN)
      expect(await ordinarySales()).toEqual(before)
    })

    it("a leased cart has no tax, and with another payment method the same as before", async () => {
      await taxBy(store, OWN)
      await taxBy(store, OURS)
      const shopper = await store.filled({ items: [{ handle: "lamp", quantity: 2 }] })
      const before = await cartOf(shopper.cartId)
      expect(before.lines[0]?.lines[0]?.provider_id).toBe("flat")
      await shopper.startPayment()
      const untaxed = expect.closeTo(before.total - before.tax_total, 2)
      expect(await cartOf(shopper.cartId)).toMatchObject({ tax_total: 0, total: untaxed })
      await shopper.startPayment(CARD)
      expect(await cartOf(shopper.cartId)).toEqual(before)
    })
  },
  { salesTax: "by_operator" },
)
