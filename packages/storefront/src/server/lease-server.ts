import { LeaseError } from "../client/errors.js"
import { withKnownStep } from "../client/known-step.js"
import { createLeaseMessage, type LeaseMessage, type LeaseMessageOptions } from "../client/lease-message.js"
import { dictionaryOf, inWords, type LeaseOfOrder, type OrderWords, orderPath } from "../screens/lease-order.js"
import type { LeaseView, OrderLeaseView } from "../wire.js"
import { isCartId, isLeasePath, isSigningPath, leasePath } from "./lease-path.js"
import { type LeaseRoute, routeOf } from "./lease-route.js"
import { checkSettings, headersOfSite, type LeaseStore, readOfCart, readOfStore } from "./lease-store.js"

/** So long the store lets the message of a product be kept (s). */
const KEEP_FOR = 60

export type MessageOptions = Pick<LeaseMessageOptions, "locale" | "words"> & {
  /** The price on the page, in major units, for an estimate. */
  amount?: number
}

export type FinishOptions<Page> = {
  /** Has this site's caches of carts and orders read again. */
  revalidate?(): unknown
  /** Shows the order. Null where the store has not named it yet: show the list of orders, or the shop. */
  showOrder(orderId: string | null): Page
}

/**
 * Lease-to-own as a site's own server uses it. Its functions throw what the site's own functions throw, because frameworks end a prerender by such an
 * error, and TypeError where a setting is missing; else those that read answer null where the store refuses or does not answer within 5 s.
 */
export type LeaseServer = {
  /**
   * The way from the browser to the store through this site, for a route below which any path may follow (`app/api/lease/[...path]/route.ts`). In the
   * browser, `fetchTransport({ baseUrl: "/api/lease" })` asks it. It hands on the client's own requests for the cart of the cookie, asked by a page of
   * this site, and nothing else; the store's status and body come back as they are, within 90 s. It caches, repeats and logs nothing.
   */
  readonly route: LeaseRoute
  /**
   * The same for the page that signs the new contract of an edited order. Its cart is no longer the cookie's, so the page may ask for any cart, but only
   * for its view, offer, contract and signature. The store shows them only to the person who applied.
   */
  readonly signingRoute: LeaseRoute
  /** The lease of the browser's cart for the first paint, for `view`. Null where there is no cart; the page then asks on its own. Never cached. */
  retrieve(): Promise<LeaseView | null>
  /**
   * The lease of an order, for the page that shows it. Null for an order that was paid otherwise. Never cached: where the lease stands may change any
   * day. The payments are in it for the account that applied; a guest's are shown by the browser, which has the lease key.
   */
  retrieveOrder(orderId: string, words?: OrderWords): Promise<LeaseOfOrder | null>
  /**
   * The message of a product in a region, for the product's page; of the region alone where the product is null. The same for everybody, so it is asked without a cart and a customer; Next.js keeps
   * the answer for a minute.
   */
  retrieveMessage(productId: string | null, regionId: string, options?: MessageOptions): Promise<LeaseMessage | null>
  /**
   * Forgets the browser's cart where it became an order, and answers whether it did. Where a shop takes its cart from the cookie, this comes first: the
   * store places the order of a signed lease on its own, and adding to a finished cart fails. The store is asked each time, because a cached cart may be
   * older than its order.
   */
  forgetFinishedCart(): Promise<boolean>
  /**
   * Ends a checkout after `onPlaced`: forgets the browser's cart, has caches read again, and shows the order. May be called again, and from a page of an
   * earlier cart: a cart that is no order yet stays. An id that would lead elsewhere is taken for null.
   */
  finish<Page>(orderId: string | null, options: FinishOptions<Page>): Promise<Page>
}

/** `store`: how this site asks the store, and knows the browser's cart. */
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
      return view?.lease ? inWords(view.lease, { ...words, dictionary: await dictionaryOf(words) }) : null
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
