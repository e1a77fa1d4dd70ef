import { LEASE_PROVIDER_ID } from "../client/provider.js"
import { CART_FIELDS, HEAD } from "../client/separate-cart.js"

/** The path of public facts about products. */
const PRODUCTS = "/store/lease-to-own/products"

/** The query parameters that a `GET` request may have. */
const QUERY = ["region_id", "ids", "amounts", "frequency", "zip_prefix"]

/** Returns the query to forward, with a question mark, or an empty string. A cart is read with only the fields that the client needs. */
export function leaseQuery({ searchParams }: URL, path: string): string {
  if (path.startsWith("/store/carts/")) return `?fields=${CART_FIELDS}`
  const kept = QUERY.flatMap((name) => {
    const value = searchParams.get(name)
    return value === null ? [] : [[name, value]]
  })
  return kept.length ? `?${new URLSearchParams(kept)}` : ""
}

/**
 * Whether this is one of the client's requests for this cart, for an order's lease, or for products. `path` is neither decoded nor resolved. `cartId`
 * comes from the cookie, never from the request.
 */
export function isLeasePath(path: string, cartId: string, body?: unknown): boolean {
  if (path === PRODUCTS) return body === undefined
  // After the order, the cookie has no cart. The store checks what each browser may see.
  if (/^\/store\/lease-to-own\/orders\/\w[\w-]*$/.test(path)) return body === undefined
  if (!isCartId(cartId)) return false
  const own = leasePath(cartId)
  if (path === own || path === `/store/carts/${cartId}/complete`) return body === undefined
  // Reads the cart, or notes its separate cart.
  if (path === `/store/carts/${cartId}`) return body === undefined || holdsNote(body, "lease_separate")
  if (path === "/store/carts") return isSeparateCart(body, cartId)
  if (path === "/store/payment-collections") return holdsOnly(body, "cart_id", cartId)
  if (/^\/store\/payment-collections\/\w+\/payment-sessions$/.test(path))
    return holdsOnly(body, "provider_id", LEASE_PROVIDER_ID)
  const [, ofLines, line] = /^(.+\/line-items)(\/\w+)?$/.exec(path) ?? []
  if (ofLines === `/store/carts/${cartId}/line-items`) return isLineChange(body, line)
  return (
    path.startsWith(own) &&
    /^\/(choice|application|approval(-code)?|offer|contract|signature|widget(-events)?)$/.test(path.slice(own.length))
  )
}

/** Whether the page behind a signing link makes requests with this path, for any cart: to show, apply for and sign the order's lease. */
export function isSigningPath(path: string): boolean {
  return /^\/store\/lease-to-own\/carts\/\w[\w-]*(\/(application|offer|contract|signature))?$/.test(path)
}

export function leasePath(cartId: string): string {
  return `/store/lease-to-own/carts/${cartId}`
}

/** Whether the ID can only be a single path segment. */
export function isCartId(id: string | null | undefined): id is string {
  return /^\w[\w-]*$/.test(id ?? "")
}

/** Whether the body has a quantity and, to add a line, a variant and perhaps the line's metadata, and nothing else. */
function isLineChange(body: unknown, line: string | undefined): boolean {
  const { quantity, variant_id, metadata, ...rest } = Object(body) as Record<string, unknown>
  const isAllowed = line ? variant_id === undefined && metadata === undefined : variant_id !== undefined
  return typeof quantity === "number" && isAllowed && Object.keys(rest).length === 0
}

/** Whether the body has only metadata with only this key, and this value if one is given. */
function holdsNote(body: unknown, key: string, value?: string): boolean {
  const { metadata, ...rest } = Object(body) as Record<string, unknown>
  const entries = Object.entries(Object(metadata))
  const isNote = entries.length === 1 && entries[0]?.[0] === key && (value === undefined || entries[0][1] === value)
  return isNote && Object.keys(rest).length === 0
}

/** Whether the body creates a separate cart for this cart's items, with only the fields that the client sends. */
function isSeparateCart(body: unknown, cartId: string): boolean {
  const { metadata, items, shipping_address, billing_address, ...rest } = Object(body) as Record<string, unknown>
  return holdsNote({ metadata }, "lease_separate_from", cartId) && Object.keys(rest).every((key) => HEAD.includes(key))
}

function holdsOnly(body: unknown, name: string, value: string): boolean {
  const entries = Object.entries(body ?? {})
  return entries.length === 1 && entries[0]?.[0] === name && entries[0][1] === value
}
