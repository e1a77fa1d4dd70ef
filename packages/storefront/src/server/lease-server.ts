import { LeaseError } from "../client/errors.js"
import { withKnownStep } from "../client/known-step.js"
import { createLeaseMessage, type LeaseMessage, type LeaseMessageOptions } from "../client/lease-message.js"
import {
  dictionaryOf,
  inWords,
  type LeaseOfOrder,
  type OrderWords,
  orderPath,
  type UnreadLease,
} from "../screens/lease-order.js"
import type { LeaseView, OrderLeaseView } from "../wire.js"
import { isCartId, isLeasePath, isSigningPath, leasePath } from "./lease-path.js"
import { type LeaseRoute, routeOf } from "./lease-route.js"
import { checkSettings, headersOfSite, type LeaseStore, readOfCart, readOfStore } from "./lease-store.js"

/** How long the store allows a product's message to be cached (s). */
const KEEP_FOR = 60

export type MessageOptions = Pick<LeaseMessageOptions, "locale" | "words"> & {
  /** The price on the page, in major units, for an estimate. */
  amount?: number
}

export type FinishOptions<Page> = {
  /** Revalidates this site's cached carts and orders. */
  revalidate?(): unknown
  /** Shows the order. If the id is null, the store hasn't returned it yet, so show the list of orders or the shop. */
  showOrder(orderId: string | null): Page
}

/**
 * Lease-to-own for a site's own server. Its functions pass on whatever the site's own functions throw, because frameworks end a prerender
 * with such an error, and throw TypeError if a setting is missing. Otherwise, those that read return null if the store refuses or doesn't
 * answer within 5 s. Only `retrieveOrder` returns an `UnreadLease` then.
 */
export type LeaseServer = {
  /**
   * Handlers for a catch-all route (`app/api/lease/[...path]/route.ts`) through which the browser calls the store, with
   * `fetchTransport({ baseUrl: "/api/lease" })`. They forward only the client's own requests for the cookie's cart, sent by a page of this
   * site. The store's status and body are returned unchanged, within 90 s. Nothing is cached, repeated or logged.
   */
  readonly route: LeaseRoute
  /**
   * The same for the page behind an order's link. That cart isn't in the cookie, so any cart is allowed, but only its view, application,
   * offer, contract and signature. The store shows them only to whoever has the link or has applied.
   */
  readonly signingRoute: LeaseRoute
  /**
   * Reads the lease of the browser's cart for the first paint (option `view`). Null without a cart, so the page reads it itself. Never
   * cached.
   */
  retrieve(): Promise<LeaseView | null>
  /**
   * Reads the lease of an order, for its page. Null if the order was paid another way. If the store refuses or doesn't answer, an
   * `UnreadLease`, so that no leased order is shown as paid. Never cached, because the lease can change any day. The payments are included
   * for the applicant's account. A guest sees them in the browser, which has the lease key.
   */
  retrieveOrder(orderId: string, words?: OrderWords): Promise<LeaseOfOrder | UnreadLease | null>
  /**
   * Reads the message for a product in a region, or for the region alone if the product is null. It is the same for everyone, so no cart
   * and no customer are sent, and Next.js caches it for a minute.
   */
  retrieveMessage(productId: string | null, regionId: string, options?: MessageOptions): Promise<LeaseMessage | null>
  /**
   * Forgets the browser's cart if it has become an order, and returns whether it did. Call it before your shop uses the cart from the
   * cookie, because the store places the order of a signed lease on its own, and adding to a finished cart fails. Always reads from the
   * store, because a cached cart may be older than its order.
   */
  forgetFinishedCart(): Promise<boolean>
  /**
   * Ends a checkout after `onPlaced`: forgets the browser's cart, revalidates caches, and shows the order. It can be called again, and from
   * the page of an earlier cart, because a cart that isn't an order stays. An id with unexpected characters counts as null.
   */
  finish<Page>(orderId: string | null, options: FinishOptions<Page>): Promise<Page>
}

/** Creates the server functions. `store`: how this site reaches the store and finds the browser's cart. */
export function createLeaseServer(store: LeaseStore): LeaseServer {
  async function forgetFinishedCart(): Promise<boolean> {
    const answer = await readOfCart(store, (id) => `/store/carts/${id}?fields=id,completed_at`)
    const isFinished = Boolean((answer as { cart?: { completed_at?: unknown } } | null)?.cart?.completed_at)
    if (isFinished) await store.removeCartId()
    return isFinished
  }

  return {
    route: routeOf(store, async (path, body) => isLeasePath(path, (await store.getCartId()) ?? "", body)),
    signingRoute: routeOf(store, isSigningPath),
    async retrieve() {
      const view = (await readOfCart(store, leasePath)) as LeaseView | null
      return typeof view?.step === "string" ? withKnownStep(view) : null
    },
    async retrieveOrder(orderId, words = {}) {
      if (!isCartId(orderId)) return null
      const headers = await headersOfSite(store)
      const view = (await readOfStore(store, { path: orderPath(orderId), headers })) as OrderLeaseView | null
      if (view?.lease === null) return null
      const dictionary = await dictionaryOf(words)
      if (view?.lease) return inWords(view.lease, { ...words, dictionary })
      const { screens, buttons } = dictionary.texts
      return { summary: null, message: screens.order_unread, retry: buttons.retry }
    },
    async retrieveMessage(productId, regionId, { amount, ...words } = {}) {
      checkSettings(store)
      const transport: LeaseMessageOptions["transport"] = async ({ path }) => {
        const body = await readOfStore(store, { path, headers: undefined, keepFor: KEEP_FOR })
        return { status: body ? 200 : 503, body }
      }
      const messages = createLeaseMessage({ transport, ...words })
      const asked = { regionId, ...(productId && { productId }), ...(amount !== undefined && { amount }) }
      return messages.read(asked).catch(nullIfUnanswered)
    },
    forgetFinishedCart,
    async finish(orderId, { revalidate, showOrder }) {
      await forgetFinishedCart()
      await revalidate?.()
      return showOrder(/^\w+$/.test(orderId ?? "") ? orderId : null)
    },
  }
}

function nullIfUnanswered(error: unknown): null {
  if (error instanceof LeaseError) return null
  throw error
}
