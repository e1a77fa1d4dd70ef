import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { FORMER_KEY, TAX_PROVIDER_ID } from "../../src/medusa/read/taxes"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

/** Has our provider calculate the country's tax, as the region's switch does. */
export async function turnOn(container: MedusaContainer): Promise<void> {
  const tax = container.resolve(Modules.TAX)
  const [region] = await tax.listTaxRegions({ country_code: "us" })
  if (!region) throw new Error("no tax region")
  await tax.updateTaxRegions({ id: region.id, provider_id: TAX_PROVIDER_ID, metadata: { [FORMER_KEY]: "tp_system" } })
}

export const CARD = "pp_system_default"

/** Leases without sales tax beside taxed sales, in one store. */
export const salesTax = storeRules(
  "an operator that charges the sales tax",
  (store) => {
    const cartOf = async (shopper: Shopper) => (await shopper.http.get(`/store/carts/${shopper.cartId}`)).body.cart

    beforeEach(() => turnOn(store.container))

    it("the tax leaves the cart with the choice of a lease, and is back to the cent with another payment method", async () => {
      const shopper = await store.filled()
      const before = await cartOf(shopper)
      expect(before.tax_total).toBeGreaterThan(0)
      expect((await shopper.view()).body).toMatchObject({ step: "intro", reasons: [] })
      const session = await shopper.startPayment()
      const leased = await cartOf(shopper)
      expect(leased).toMatchObject({ tax_total: 0, total: before.total - before.tax_total })
      const [line] = leased.items[0].tax_lines
      expect(line).toMatchObject({ code: "RESALE", rate: 0, provider_id: "lease-to-own" })
      expect(session).toMatchObject({ amount: leased.total })
      expect(await shopper.startPayment(CARD)).toMatchObject({ amount: before.total, provider_id: CARD })
      expect(await cartOf(shopper)).toMatchObject({ total: before.total, tax_total: before.tax_total })
    })

    it("a leased order has no tax, and a second cart that is paid otherwise has", async () => {
      const shopper = await store.filled()
      await shopper.readyToOrder()
      const { order } = (await shopper.complete()).body
      const { body } = await store.admin.get(`/admin/orders/${order.id}?fields=+tax_total,+items.tax_lines.code`)
      expect(body.order.tax_total).toBe(0)
      const other = await shopper.another()
      await other.startPayment(CARD)
      const { body: placed } = await other.complete()
      expect(placed.order.tax_total).toBeGreaterThan(0)
    })
  },
  { salesTax: "by_operator" },
)
