import { createLeaseClient } from "../client/client.js"
import { LeaseError } from "../client/errors.js"
import { createLeaseMessage, type LeaseMessage, type LeaseMessageOptions } from "../client/lease-message.js"
import { separateIdOf } from "../client/moved-lines.js"
import { asker } from "../client/transport.js"
import {
  createLeaseOrder,
  type LeaseOfOrder,
  type OrderWords,
  type UnreadLease,
  unreadLease,
} from "../screens/lease-order.js"
import type { Frequency, LeaseView } from "../wire.js"
import { isCartId, isLeasePath, isSigningPath } from "./lease-path.js"
import { type LeaseRoute, routeOf } from "./lease-route.js"
import { checkSettings, headersOfSite, type LeaseStore, readerOf } from "./lease-store.js"

/** How long the store allows a product's message to be cached (s). */
const KEEP_FOR = 60

export type MessageOptions = Pick<LeaseMessageOptions, "locale" | "words"> & {
  /** The price on the page (major units), for the estimate. */
  amount?: number
  /** How often the payments of the estimate are due. */
  frequency?: Frequency
}

export type FinishOptions<Page> = {
  /** Revalidates this site's cached carts and orders. */
  revalidate?(): unknown
  /** Shows the order. The ID is null if the store hasn't returned it yet. In that case, show the list of orders or the shop. */
  showOrder(orderId: string | null): Page
}

/**
 * Lease-to-own for a site's own server. Every function rethrows errors from the site's own functions, because frameworks use them to end a prerender,
 * and throws TypeError if settings are missing. The read functions return null if the store refuses or doesn't respond within 5 s.
 */
export type LeaseServer = {
  /**
   * Handlers for a catch-all route through which the browser calls the store. They forward only the client's own requests for the cookie's
   * cart, sent by a page of this site. Nothing is cached, repeated or logged. The route's path `/cart` calls `forgetFinishedCart` and redirects to
   * the site's page `/cart`, for links to a separate cart.
   */
  readonly route: LeaseRoute
  /** The same handlers for the page behind a signing link. They forward requests for any cart's view, application, offer, contract and signature. */
  readonly signingRoute: LeaseRoute
  /** Reads the lease of the browser's cart for the first render (option `view`). Returns null if there is no cart. Never cached. */
  retrieve(): Promise<LeaseView | null>
  /**
   * Reads the lease of an order. Returns null if the order was paid another way, or an `UnreadLease` if the store refuses or doesn't respond,
   * so that no leased order is shown as paid. A guest sees the payments only in the browser, which has the lease key. Never cached.
   */
  retrieveOrder(orderId: string, words?: OrderWords): Promise<LeaseOfOrder | UnreadLease | null>
  /**
   * Reads the message for a product, or for the region if `productId` is null. The message is the same for all shoppers, so Next.js caches it for a
   * minute.
   */
  retrieveMessage(productId: string | null, regionId: string, options?: MessageOptions): Promise<LeaseMessage | null>
  /**
   * Forgets the browser's cart if it has become an order, and returns whether it did. If items were moved to a separate cart, that becomes the
   * browser's cart (`setCartId`). Call this before your shop uses the cart from the cookie,
   * because the store places the order of a signed lease on its own, and adding to a finished cart fails.
   */
  forgetFinishedCart(): Promise<boolean>
  /** Ends a checkout after `onPlaced`: forgets a finished cart, revalidates caches, and shows the order. It's safe to call again. */
  finish<Page>(orderId: string | null, options: FinishOptions<Page>): Promise<Page>
}

/** Creates the server functions for a site, using its own access to the store and to the browser's cart. */
export function createLeaseServer(store: LeaseStore): LeaseServer {
  const transport = async () => readerOf(store, { headers: await headersOfSite(store) })

  async function forgetFinishedCart(): Promise<boolean> {
    const cartId = await store.getCartId()
    if (!isCartId(cartId)) return false
    const ask = asker(await transport())
    const read = async (id: string) => {
      const path = `/store/carts/${id}?fields=${FINISHED_FIELDS}`
      return ask<CartAnswer>({ method: "GET", path }, () => true).catch(nullIfUnread)
    }
    const cart = (await read(cartId))?.cart
    if (!cart?.completed_at) return false
    const separateId = separateIdOf(cart)
    const answer = store.setCartId && isCartId(separateId) ? await read(separateId) : null
    // Only the finished cart leads to the separate cart, so keep it until the store answers.
    if (answer === undefined) return false
    const separate = answer?.cart
    const isOpen = separate?.completed_at === null && separate.metadata?.lease_separate_from === cartId
    if (isOpen) await store.setCartId?.(separateId as string)
    else await store.removeCartId()
    return true
  }

  const route = routeOf(store, async (path, body) => isLeasePath(path, (await store.getCartId()) ?? "", body))

  return {
    route: {
      POST: route.POST,
      async GET(request) {
        const { pathname } = new URL(request.url)
        if (!pathname.endsWith("/cart") || pathname.includes("/store/")) return route.GET(request)
        await forgetFinishedCart()
        return new Response(null, { status: 303, headers: { location: "/cart", "cache-control": "no-store" } })
      },
    },
    signingRoute: routeOf(store, isSigningPath),
    async retrieve() {
      const cartId = await store.getCartId()
      if (!isCartId(cartId)) return null
      const client = createLeaseClient({ cartId, transport: await transport(), storage: null })
      return client.get().catch(nullIfUnanswered)
    },
    async retrieveOrder(orderId, words) {
      if (!isCartId(orderId)) return null
      const orders = createLeaseOrder({ transport: await transport(), storage: null, ...words })
      return orders.read(orderId).catch(async (error) => nullIfUnanswered(error) ?? unreadLease(words))
    },
    async retrieveMessage(productId, regionId, { amount, frequency, ...words } = {}) {
      checkSettings(store)
      // Don't send a cart or a customer, because the response is the same for everyone.
      const transport = readerOf(store, { headers: undefined, keepFor: KEEP_FOR })
      const asked = {
        regionId,
        ...(productId && { productId }),
        ...(amount !== undefined && { amount }),
        ...(frequency && { frequency }),
      }
      return createLeaseMessage({ transport, ...words })
        .read(asked)
        .catch(nullIfUnanswered)
    },
    forgetFinishedCart,
    async finish(orderId, { revalidate, showOrder }) {
      await forgetFinishedCart()
      await revalidate?.()
      return showOrder(/^\w+$/.test(orderId ?? "") ? orderId : null)
    },
  }
}

/** What is read of a cart that may be finished, and of its separate cart. */
const FINISHED_FIELDS = "id,completed_at,metadata,items.id,items.variant_id,items.quantity"

type CartAnswer = {
  cart?: { completed_at?: unknown; items?: unknown; metadata?: { lease_separate_from?: unknown } | null }
}

/** Returns null if the store refuses, and undefined if it may answer later. */
function nullIfUnread(error: unknown): null | undefined {
  if (error instanceof LeaseError) return error.retryable ? undefined : null
  throw error
}

function nullIfUnanswered(error: unknown): null {
  if (error instanceof LeaseError) return null
  throw error
}
