import { dashboardClient } from "../../demo/store-client.mjs"

/**
 * Adds a product as the seed of Medusa's own starter makes each of its: a category, and no type, collection or metadata. It costs more, because
 * the README's configuration has a minimum.
 *
 * @param {{ medusaUrl: string, adminEmail: string, adminPassword: string }} store
 * @returns {Promise<string>} the id of its variant
 */
export async function addStarterProduct(store) {
  const { ask } = await dashboardClient(store, () => {})
  /** @type {{ sales_channels: { id: string }[] }} */
  const { sales_channels } = await ask("See the sales channels", "GET", "/admin/sales-channels")
  /** @type {{ shipping_profiles: { id: string }[] }} */
  const { shipping_profiles } = await ask("See the shipping profiles", "GET", "/admin/shipping-profiles")
  /** @type {{ product_category: { id: string } }} */
  const { product_category } = await ask("Make a category", "POST", "/admin/product-categories", {
    name: "Shirts",
    is_active: true,
  })
  const variant = { title: "S", sku: "SHIRT-S", manage_inventory: false }
  /** @type {{ product: { variants: { id: string }[] } }} */
  const { product } = await ask("Make a product", "POST", "/admin/products", {
    title: "Medusa T-Shirt",
    handle: "t-shirt",
    status: "published",
    categories: [{ id: product_category.id }],
    sales_channels: sales_channels.map(({ id }) => ({ id })),
    shipping_profile_id: shipping_profiles[0]?.id,
    options: [{ title: "Size", values: ["S"] }],
    variants: [{ ...variant, options: { Size: "S" }, prices: [{ amount: 115, currency_code: "usd" }] }],
  })
  return product.variants[0]?.id ?? ""
}
