import type { MedusaRequest, MedusaResponse, MedusaStoreRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { toLedgerRefusal } from "../medusa/errors"
import { providerIsOn, queryOf, readCart, readRow, type ShopCart, sendsEmail } from "../medusa/read/carts"
import { readOrderToLease } from "../medusa/read/orders"
import { takeTaxOut } from "../medusa/sales-tax"
import { type LedgerDeps, ledgerDepsOf } from "../modules/lease"
import { isForExistingOrder, isOwner, orderAwaits, type Shopper } from "../modules/lease/ledger"
import { LedgerRefusal, type RefusalKind } from "../modules/lease/texts/messages"
import { keepable } from "./schemas"
import type { Refusal } from "./types"

/** A request to a store route. Medusa has validated the publishable key and, if the customer is signed in, the customer. */
export type StoreRequest = MedusaRequest & Partial<Pick<MedusaStoreRequest, "auth_context" | "publishable_key_context">>

export function channelsOf({ publishable_key_context }: StoreRequest): string[] {
  return publishable_key_context?.sales_channel_ids ?? []
}

export const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  not_allowed: 409,
  too_large: 413,
  wrong_type: 415,
  too_many: 429,
  unavailable: 503,
  unknown: 504,
}

/**
 * Creates a route from a function that returns the response body. Sends a refusal as a `Refusal` with its status, and rethrows other errors. The
 * response is never cached.
 */
export function storeRoute<T, Req extends MedusaRequest = StoreRequest>(
  work: (req: Req, deps: LedgerDeps, res: MedusaResponse) => Promise<T>,
) {
  return async (req: Req, res: MedusaResponse): Promise<void> => {
    res.setHeader("cache-control", "no-store")
    try {
      res.json(await work(req, ledgerDepsOf(req.scope), res))
    } catch (error) {
      answerRefusal(res, error)
    }
  }
}

/** How long a response may be cached (seconds). Changed products and options take up to this long to show. */
const SHARED_FOR = 60

/**
 * Creates a route like `storeRoute`, but with a response that is the same for everyone with a publishable key and may be cached. Refusals aren't
 * cached.
 */
export function sharedRoute<T>(work: (req: StoreRequest, deps: LedgerDeps) => Promise<T>) {
  return storeRoute<T>(async (req, deps, res) => {
    const answer = await work(req, deps)
    res.setHeader("cache-control", `public, max-age=${SHARED_FOR}`)
    // Cache per publishable key, because each key is limited to its own sales channels' products.
    res.vary("x-publishable-api-key")
    return answer
  })
}

/** Sends a refusal with its status and text, unless the client disconnected during the upload. Rethrows all other errors. */
export function answerRefusal(res: MedusaResponse, thrown: unknown): void {
  if (thrown instanceof UploadBrokenOff) return
  const error = toLedgerRefusal(thrown)
  if (!(error instanceof LedgerRefusal)) throw error
  const { kind, code, message, params, fields } = error
  // The rest of an oversized body stays unread, so the connection can't carry another request.
  if (kind === "too_large") res.setHeader("connection", "close")
  const named = { ...(Object.keys(params).length && { params }), ...(fields && { fields }) }
  res.status(STATUS[kind]).json({ type: kind, code, message, ...named } satisfies Refusal)
}

/**
 * Reads and validates a JSON body. Medusa's parser is disabled for these routes, because its errors repeat the input. Throws a LedgerRefusal that
 * names only fields and rules.
 */
export async function readBody<T>(req: StoreRequest, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(parse(await readText(req)), { error: ({ code }) => RULES[code] ?? WRONG })
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({
    field: issue.path.join("."),
    rule: issue.code,
    message: issue.message,
  }))
  throw new LedgerRefusal("body_invalid", {}, { kind: "invalid", fields })
}

const WRONG = "This is not as it should be."
const RULES: Partial<Record<z.core.$ZodIssue["code"], string>> = {
  invalid_type: "This is missing or of the wrong type.",
  invalid_value: "This is not one of the allowed values.",
  too_small: "This is too short.",
  too_big: "This is too long.",
}

function parse(text: string): unknown {
  if (!text.trim()) return {}
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message quotes the body, so drop it.
    throw new LedgerRefusal("body_invalid", {}, { kind: "invalid" })
  }
}

/** Thrown if the client disconnects before the end of the body. We don't send or log anything, because nobody is left to respond to. */
class UploadBrokenOff extends Error {}

/** The largest accepted body. The largest legitimate one is a full application form. */
const MAX_BODY_BYTES = 32 * 1024

/**
 * How much of a refused body is read and discarded, because a client reads the response only after sending the body. A longer body closes the
 * connection.
 */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024

/** Reads the body as text. Throws LedgerRefusal (`body_too_large`), or an error if the client disconnects. */
export async function readText(req: AsyncIterable<Buffer> & { complete: boolean }): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of req) {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      else if (size > MAX_DISCARDED_BYTES) break
    }
  } catch (error) {
    throw req.complete ? error : new UploadBrokenOff()
  }
  if (size > MAX_BODY_BYTES) throw new LedgerRefusal("body_too_large", {}, { kind: "too_large" })
  return Buffer.concat(chunks).toString("utf8")
}

/** Returns the ID in the URL, made safe for a query. */
export function idOf({ params }: { params: Record<string, string | undefined> }): string {
  return keepable(params.id ?? "")
}

/**
 * Returns the cart in the URL. The cart must be in one of the publishable key's sales channels. If it belongs to an account, the shopper must be
 * signed in to that account or have applied before a customer took the cart over. Otherwise throws LedgerRefusal, as "not found" for a cart in
 * another sales channel.
 */
export async function cartOf(req: StoreRequest): Promise<ShopCart> {
  const cart = await cartInChannel(req)
  if (cart.customer?.has_account && !(await maySee(req, cart.id, cart.customer.id)))
    throw new LedgerRefusal("cart_of_customer", {}, { kind: "forbidden" })
  return cart
}

/**
 * Returns the cart in the URL if it is in one of the key's sales channels. Only for routes whose client sends a token, which stays valid after a
 * login or logout.
 */
export async function cartInChannel(req: StoreRequest): Promise<ShopCart> {
  const cart = (await readCart(queryOf(req.scope), idOf(req))) ?? (await withoutCart(req))
  if (!cart || (cart.sales_channel_id && !channelsOf(req).includes(cart.sales_channel_id)))
    throw new LedgerRefusal("cart_not_found", {}, { kind: "not_found" })
  return cart.completed_at ? toSign(req, cart) : cart
}

/**
 * Returns a draft order in the form of a completed cart, because it has no cart. Null unless the shopper owns the lease offered by the order's link,
 * so nobody else learns that there is a link.
 */
async function withoutCart(req: StoreRequest): Promise<ShopCart | null> {
  const id = idOf(req)
  const lease = await ledgerDepsOf(req.scope).store.ofCart(id)
  if (!lease || !isOwner(lease, shopperOf(req))) return null
  const order = await readWhoseOrder(req)
  return order && ({ ...order, order: { id }, region: null, completed_at: new Date() } as ShopCart)
}

/** Returns the data that determines who may see the order in the URL, and its addresses' states. Null if there is no such order. */
export function readWhoseOrder(req: StoreRequest) {
  const addresses = ["shipping_address", "billing_address"].flatMap((name) => [
    `${name}.province`,
    `${name}.country_code`,
  ])
  const fields = ["id", "sales_channel_id", "customer.id", "customer.has_account", ...addresses]
  return readRow<Pick<ShopCart, "sales_channel_id" | "customer" | "shipping_address" | "billing_address">>(
    queryOf(req.scope),
    "order",
    idOf(req),
    fields,
  )
}

/** If a completed cart's order awaits its lease, returns the cart as not completed, with the order's current goods, so the lease can be signed. */
async function toSign(req: StoreRequest, cart: ShopCart): Promise<ShopCart> {
  const lease = await ledgerDepsOf(req.scope).store.ofCart(cart.id)
  if (!lease || !orderAwaits(lease)) return cart
  const id = lease.order_id ?? ""
  const found = await readOrderToLease(queryOf(req.scope), id)
  if (!found) return cart
  const { display_id, ...order } = found
  return { ...cart, ...order, order: { id, display_id }, completed_at: null } as ShopCart
}

async function maySee(req: StoreRequest, cartId: string, customerId: string): Promise<boolean> {
  const shopper = shopperOf(req)
  if (shopper.customerId === customerId) return true
  const lease = await ledgerDepsOf(req.scope).store.ofCart(cartId)
  // Anyone with an order's link may sign, in any browser.
  return lease !== null && (isForExistingOrder(lease) || lease.customer_id !== customerId) && isOwner(lease, shopper)
}

/** Like `cartOf`, for routes that change something. Throws LedgerRefusal if the cart is already an order. */
export async function unfinishedCartOf(req: StoreRequest): Promise<ShopCart> {
  const cart = await cartOf(req)
  if (cart.completed_at) throw new LedgerRefusal("cart_finished")
  return cart
}

/**
 * Like `unfinishedCartOf`, for routes that start or continue a lease. Takes the sales tax out of the cart if the operator charges it. Throws
 * LedgerRefusal if the provider isn't enabled in the cart's region.
 */
export async function openCartOf(req: StoreRequest): Promise<ShopCart> {
  const cart = await unfinishedCartOf(req)
  // A cart that has an order got its lease while the provider was enabled.
  if (!cart.order && !providerIsOn(cart)) throw new LedgerRefusal("unavailable_off")
  return takeTaxOut(req.scope, cart)
}

/** Whether one-time codes can be sent: the `notices` option allows emails to shoppers, and the store has a provider for them. */
export function sendsCodes({ scope }: StoreRequest): boolean {
  const config = scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  return ledgerDepsOf(scope).options.notices?.shoppers !== undefined && sendsEmail(config)
}

/** Returns the shopper who sent a request, identified by the header `x-lease-key` and by the customer whom Medusa authenticated. */
export function shopperOf(req: StoreRequest): Shopper {
  const { headers, auth_context } = req
  const leaseKey = headers["x-lease-key"]
  const customerId = auth_context?.actor_type === "customer" ? auth_context.actor_id : undefined
  return {
    ...(typeof leaseKey === "string" && leaseKey && { leaseKey }),
    ...(customerId && { customerId }),
    address: addressOf(req, ledgerDepsOf(req.scope).options.trustedProxies),
  }
}

/**
 * Returns the caller's IP address as reported by the last trusted proxy, because earlier entries of `x-forwarded-for` may be forged. Medusa itself
 * trusts only one proxy.
 */
export function addressOf({ headers, socket }: Pick<StoreRequest, "headers" | "socket">, trustedProxies: number) {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",")
  const chain = [...forwarded.map((address) => address.trim()).filter(Boolean), socket.remoteAddress ?? ""].reverse()
  return chain[Math.min(trustedProxies, chain.length - 1)] ?? ""
}
