import assert from "node:assert/strict"
import { signContract } from "lease-to-own-sandbox"
import { inventApplicant } from "../../demo/applicant.mjs"
import { fillCart, leaseCheckout } from "../../demo/lease-checkout.mjs"
import { calculateTaxByPlugin } from "../../demo/shop.mjs"
import { dashboardClient, leaseClient, storeClient } from "../../demo/store-client.mjs"

const CARD = "pp_system_default"
const ORDER = "fields=total,tax_total,items.tax_lines.code,shipping_methods.tax_lines.code"

/**
 * @typedef {import("./install-plugin.mjs").RunningStore} RunningStore
 * @typedef {{ tax_lines: { code: string }[] }} Line
 * @typedef {{ total: number, tax_total: number, items: Line[], shipping_methods: Line[] }} Sale a cart or an order
 */

/**
 * Leases without sales tax beside a taxed sale, in a store with `salesTax: "by_operator"`, which was set just now.
 *
 * @param {import("node:test").TestContext} t @param {RunningStore} shop
 */
export async function testSalesTax(t, shop) {
  await calculateTaxByPlugin(shop)
  const admin = await dashboardClient(shop, () => {})

  await t.test("a leased order has no sales tax, and neither has what an edit adds", async () => {
    const { filled, cart, orderId } = await leaseCheckout({ shop, applicant: inventApplicant(), sign: signContract })
    assert(filled.tax_total > 0, "the cart has sales tax before the choice of lease-to-own")
    const untaxed = { tax: 0, total: cents(filled.total - filled.tax_total) }
    assert.deepEqual(amounts(cart), untaxed, "the tax leaves the cart")
    /** @type {{ order: Sale }} */
    const { order } = await admin("See the order", "GET", `/admin/orders/${orderId}?${ORDER}`)
    assert.deepEqual([amounts(order), codes(order)], [untaxed, ["RESALE"]], "the order has no tax, and says why")
    await admin("Edit the order", "POST", "/admin/order-edits", { order_id: orderId })
    const items = [{ variant_id: shop.variantIds.chair, quantity: 1 }]
    /** @type {{ order_preview: Sale }} */
    const { order_preview: edited } = await admin("Add a chair", "POST", `/admin/order-edits/${orderId}/items`, {
      items,
    })
    assert(edited.items.length > order.items.length || edited.total > order.total, "the edit adds something")
    assert.deepEqual([edited.tax_total, codes(edited)], [0, ["RESALE"]], "and it has no tax either")
  })

  await t.test(
    "a cart that was to be leased has its sales tax again, to the cent, when it is paid otherwise",
    async () => {
      const ask = storeClient(shop, () => {})
      const filled = await fillCart(ask, shop, inventApplicant())
      await leaseClient(shop, filled.id, () => {}).choose(true)
      /** @type {() => Promise<Sale>} */
      const read = async () => (await ask("See the cart", "GET", `/store/carts/${filled.id}`)).cart
      assert.equal((await read()).tax_total, 0, "the tax leaves the cart")
      /** @type {{ payment_collection: { id: string } }} */
      const { payment_collection } = await ask("Begin to pay", "POST", "/store/payment-collections", {
        cart_id: filled.id,
      })
      const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
      await ask("Choose the card", "POST", path, { provider_id: CARD })
      assert.deepEqual(amounts(await read()), amounts(filled), "the tax is back in the cart")
      /** @type {{ order: Sale }} */
      const { order } = await ask("Place the order", "POST", `/store/carts/${filled.id}/complete`)
      assert.deepEqual(amounts(order), amounts(filled), "and in the order")
    },
  )
}

/** @param {number} amount */
const cents = (amount) => Number(amount.toFixed(3))

/** @param {{ total: number, tax_total: number }} sale */
const amounts = ({ total, tax_total }) => ({ tax: cents(tax_total), total: cents(total) })

/** The codes of all tax lines, each once. @param {Sale} sale */
const codes = ({ items, shipping_methods }) => [
  ...new Set([...items, ...shipping_methods].map(({ tax_lines }) => tax_lines.map(({ code }) => code).join())),
]
