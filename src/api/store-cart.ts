import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { providerIsOn, type Query, readCart, type ShopCart, sendsEmail } from "../medusa/read/carts"
import { readOrderToLease } from "../medusa/read/orders"
import { type Desk, deskOf } from "../modules/lease"
import { isAwaited, isReplacement } from "../modules/lease/rules/standing"
import { isOwner, type Shopper } from "../modules/lease/shopper/owner"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import { idOf } from "./plain-text"

/** A store request: publishable key checked by Medusa, customer known when logged in. */
export type StoreRequest = MedusaRequest & {
  auth_context?: { actor_id?: string; actor_type?: string }
  publishable_key_context?: { sales_channel_ids?: string[] }
}

/** How a cart is read: with the fields that a route needs. */
type ReadCart<T extends ShopCart> = (query: Query, cartId: string) => Promise<T | null>

/**
 * The cart of a store route, which this shopper may see: of the key's sales channel, and of the signed-in customer when it belongs to an
 * account, or of those who applied with it before a customer took it over. Throws LedgerRefusal otherwise; a cart of elsewhere is "not found" like one that is not there.
 */
export async function cartOf<T extends ShopCart = ShopCart>(
  req: StoreRequest,
  read = readCart as ReadCart<T>,
): Promise<T> {
  const cart = await cartOfToken(req, read)
  if (cart.customer?.has_account && !(await maySee(req, cart.id, cart.customer.id)))
    throw new LedgerRefusal("cart_of_customer", {}, { kind: "forbidden" })
  return cart
}

/** The cart of a store route that proves by a token who asks, even if somebody has logged in or out meanwhile. The cart must be in the key's sales channel. */
export async function cartOfToken<T extends ShopCart = ShopCart>(
  req: StoreRequest,
  read = readCart as ReadCart<T>,
): Promise<T> {
  const cart = await read(req.scope.resolve(ContainerRegistrationKeys.QUERY), idOf(req))
  const channels = req.publishable_key_context?.sales_channel_ids ?? []
  if (!cart || (cart.sales_channel_id && !channels.includes(cart.sales_channel_id)))
    throw new LedgerRefusal("cart_not_found", {}, { kind: "not_found" })
  return cart.completed_at ? toSign(req, cart) : cart
}

/** A finished cart whose order waits for a new contract is open for that alone, with the goods that the order has now. */
async function toSign<T extends ShopCart>(req: StoreRequest, cart: T): Promise<T> {
  const lease = await deskOf(req.scope).store.ofCart(cart.id)
  if (!lease || !isAwaited(lease)) return cart
  const order = await readOrderToLease(req.scope.resolve(ContainerRegistrationKeys.QUERY), lease.order_id ?? "")
  return order ? { ...cart, ...order, completed_at: null } : cart
}

async function maySee(req: StoreRequest, cartId: string, customerId: string): Promise<boolean> {
  const desk = deskOf(req.scope)
  const shopper = shopperOf(req, desk)
  if (shopper.customerId === customerId) return true
  const lease = await desk.store.ofCart(cartId)
  // Who has the link to sign the new contract of an order may sign it, in any browser.
  return lease !== null && (isReplacement(lease) || lease.customer_id !== customerId) && isOwner(lease, shopper)
}

/** The same as `cartOf`, for routes that change something: the cart is not an order yet. */
export async function unfinishedCartOf<T extends ShopCart = ShopCart>(
  req: StoreRequest,
  read = readCart as ReadCart<T>,
): Promise<T> {
  const cart = await cartOf(req, read)
  if (cart.completed_at) throw new LedgerRefusal("cart_finished")
  return cart
}

/** The same as `unfinishedCartOf`, for routes that begin or continue a lease: the provider is switched on in the cart's region. */
export async function openCartOf(req: StoreRequest): Promise<ShopCart> {
  const cart = await unfinishedCartOf(req)
  // An order that waits for its new contract was placed while it was on.
  if (!cart.order && !providerIsOn(cart)) throw new LedgerRefusal("unavailable_off")
  return cart
}

/** One-time codes can be sent: e-mails to shoppers are switched on (option `notices`), and something sends them. */
export function sendsCodes({ scope }: StoreRequest, desk: Desk): boolean {
  const config = scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  return desk.options.notices?.shoppers !== undefined && sendsEmail(config)
}

/** Who asks, as the request says it: the lease key in its header `x-lease-key`, and the signed-in customer as Medusa has checked them. */
export function shopperOf(req: StoreRequest, desk: Desk): Shopper {
  const { headers, auth_context } = req
  const leaseKey = headers["x-lease-key"]
  const customerId = auth_context?.actor_type === "customer" ? auth_context.actor_id : undefined
  return {
    ...(typeof leaseKey === "string" && leaseKey && { leaseKey }),
    ...(customerId && { customerId }),
    address: addressOf(req, desk.options.trustedProxies),
  }
}

/**
 * The network address of the caller. Each proxy adds the address it heard from to `x-forwarded-for`. Anything before that may be made up by the client. Medusa's own
 * `req.ip` believes one proxy, and its `request_context.ip_address` whatever a client writes.
 */
export function addressOf(
  { headers, socket }: Pick<StoreRequest, "headers" | "socket">,
  trustedProxies: number,
): string {
  const told = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",")
  const chain = [...told.map((address) => address.trim()).filter(Boolean), socket.remoteAddress ?? ""].reverse()
  return chain[Math.min(trustedProxies, chain.length - 1)] ?? ""
}
