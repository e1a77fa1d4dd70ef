import { LEASE_PROVIDER_ID } from "./provider.js"

/**
 * For a proxy of your own: true for exactly the requests that the client makes for this cart. Everything else is false: another cart, a longer
 * path, a query, another body at Medusa's own routes.
 *
 * @param path as the client asks for it, `/store/…`; nothing decoded or resolved
 * @param cartId known to the server, from the cookie for example; never from the request
 * @param body the parsed body, undefined where there is none
 */
export function isLeasePath(path: string, cartId: string, body?: unknown): boolean {
  if (!/^\w[\w-]*$/.test(cartId)) return false
  const own = `/store/lease-to-own/carts/${cartId}`
  const isBody = (expected?: object) => JSON.stringify(body) === JSON.stringify(expected)
  if (path === own || path === `/store/carts/${cartId}/complete`) return isBody()
  if (path === "/store/payment-collections") return isBody({ cart_id: cartId })
  if (/^\/store\/payment-collections\/\w+\/payment-sessions$/.test(path))
    return isBody({ provider_id: LEASE_PROVIDER_ID })
  return (
    path.startsWith(own) && /^\/(application|offer|contract|signature|widget(-events)?)$/.test(path.slice(own.length))
  )
}
