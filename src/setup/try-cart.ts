import { request, routeOf, type StoreAnswer } from "./store-request"
import type { StorefrontCheck } from "./storefront-texts"

const MOST_PRODUCTS = 50

/** An address where nobody lives. Operators usually lease in Texas. */
const ADDRESS = {
  first_name: "Lease",
  last_name: "Doctor",
  address_1: "1100 Congress Avenue",
  city: "Austin",
  province: "TX",
  postal_code: "78701",
  phone: "5125550100",
}

/** The region of a test cart, and the country that it ships to. */
type Place = { id: string; name: string; country: string }
type Product = { id: string; title: string; variants?: { id: string }[] | null }
type Ask = (path: string, body?: object) => Promise<StoreAnswer>

/** The result of trying to lease a cart. `id` is set once there is a cart. */
export type TriedCart = StorefrontCheck & { id?: string }

/**
 * Creates a cart and takes it to the first screen of lease-to-own, as a shopper would. Uses the first publishable key that shows a leasable product.
 */
export async function tryCart(store: URL, keys: string[], region: Place): Promise<TriedCart> {
  if (!keys.length) return { code: "cart_no_key" }
  const reasons = new Set<string>()
  for (const key of keys) {
    const ask = asker(store, key)
    const product = await leasableProduct(ask, region, reasons)
    if (product) return fillCart(ask, region, product)
  }
  return { code: "cart_no_product", params: { region: region.name, reason: [...reasons].join(" ") } }
}

function asker(store: URL, key: string): Ask {
  return (path, body) =>
    request(routeOf(store, path), {
      headers: { "x-publishable-api-key": key, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    })
}

async function leasableProduct(ask: Ask, { id: region }: Place, reasons: Set<string>): Promise<Product | undefined> {
  const listed = await ask(`/store/products?limit=${MOST_PRODUCTS}&region_id=${region}&fields=id,title,variants.id`)
  if (!listed.body.products) reasons.add(refusalOf(listed))
  const products = (listed.body.products ?? []) as Product[]
  if (!products.length) return undefined
  const ids = products.map(({ id }) => id).join(",")
  const checked = await ask(`/store/lease-to-own/products?region_id=${region}&ids=${ids}`)
  const views = checked.body.products as Record<string, StoreAnswer["body"]> | undefined
  for (const product of products) {
    const answer = { ...checked, body: views ? (views[product.id] ?? {}) : checked.body }
    if (answer.body.leasable && product.variants?.length) return product
    for (const reason of reasonsOf(answer)) reasons.add(reason)
  }
  return undefined
}

async function fillCart(ask: Ask, region: Place, { title, variants }: Product): Promise<TriedCart> {
  const address = { ...ADDRESS, country_code: region.country }
  const filled = await ask("/store/carts", {
    region_id: region.id,
    email: "lease-doctor@example.com",
    shipping_address: address,
    billing_address: address,
    items: [{ variant_id: variants?.[0]?.id, quantity: 1 }],
  })
  const { id } = (filled.body.cart ?? {}) as { id?: string }
  const params = { product: title, region: region.name, place: `${ADDRESS.city}, ${ADDRESS.province}` }
  if (!id) return { code: "cart_not_filled", params: { ...params, reason: refusalOf(filled) } }
  const options = await ask(`/store/shipping-options?cart_id=${id}`)
  const [option] = (options.body.shipping_options ?? []) as { id: string }[]
  if (!option) return { id, code: "cart_not_shipped", params }
  await ask(`/store/carts/${id}/shipping-methods`, { option_id: option.id })
  const view = await ask(`/store/lease-to-own/carts/${id}`)
  if (view.body.step === "intro") return { id, code: "cart_ok", params }
  return { id, code: "cart_refused", params: { ...params, reason: reasonsOf(view).join(" ") } }
}

/** Returns the reasons in a response, or the store's own refusal if there are none. */
function reasonsOf(answer: StoreAnswer): string[] {
  const { reasons = [], messages = [] } = answer.body as Partial<Record<"reasons" | "messages", { message: string }[]>>
  const texts = [...new Set([...reasons, ...messages].map(({ message }) => message))]
  return texts.length ? texts : [refusalOf(answer)]
}

function refusalOf({ status, body }: StoreAnswer): string {
  return `${body.message ?? "no reason given"} (${status})`
}
