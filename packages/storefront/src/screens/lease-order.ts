import { type Kept, type KeyStorage, leaseKeyOf } from "../client/lease-key.js"
import { asker, type Transport } from "../client/transport.js"
import type { OrderLease, OrderLeaseView } from "../wire.js"
import { dictionaries } from "../words/dictionaries.js"
import type { Dictionary } from "../words/dictionary.js"
import { type OrderSummary, orderSummary } from "./order-summary.js"

/** The language, and the page for a new contract. */
export type OrderWords = {
  /** The language, and the format of amounts: `es`, `es-MX`. Default: English. */
  locale?: string | undefined
  /** Replaces the words of `locale`. */
  dictionary?: Dictionary | undefined
  /** The page where an order's new contract is signed, like the store's option of the same name, or only its path. Contains `{cartId}`. */
  contractLink?: string | null | undefined
}

export type LeaseOrderOptions = OrderWords & {
  transport: Transport
  /**
   * Where the cart's client stores the lease key. Default: `localStorage`. With the key, a guest sees the payments in the browser used to
   * apply.
   */
  storage?: KeyStorage | null
}

/** The lease of an order. `summary` is what the order page shows. */
export type LeaseOfOrder = OrderLease & { summary: OrderSummary }

/** Stands for a lease that couldn't be read, so nobody knows how the order is paid: a message for the shopper, and the label for trying again. */
export type UnreadLease = { summary: null; message: string; retry: string }

/** Reads the lease of an order. Null if the order was paid another way. Throws LeaseError. */
export type LeaseOrders = { read(orderId: string): Promise<LeaseOfOrder | null> }

/**
 * Creates the reader of leases after the order, for confirmation pages and accounts. It sends no request and doesn't touch storage until
 * `read`.
 */
export function createLeaseOrder({ transport, storage, ...words }: LeaseOrderOptions): LeaseOrders {
  return {
    async read(orderId) {
      const key = leaseKeyOf(orderId, storage)
      const dictionary = await dictionaryOf(words)
      const ask = asker(transport, key.read, dictionary.error)
      const { lease } = await ask<OrderLeaseView>({ method: "GET", path: orderPath(orderId) }, isOrderView)
      if (lease?.sign_cart_id) handBack(key.read(), leaseKeyOf(lease.sign_cart_id, storage))
      return lease && inWords(lease, { ...words, dictionary })
    },
  }
}

export function orderPath(orderId: string): string {
  return `/store/lease-to-own/orders/${encodeURIComponent(orderId)}`
}

export async function dictionaryOf({ dictionary, locale = "en" }: OrderWords): Promise<Dictionary> {
  return dictionary ?? dictionaries.load(locale)
}

export function inWords(given: OrderLease, words: OrderWords & { dictionary: Dictionary }): LeaseOfOrder {
  const { message } = words.dictionary
  const lease = { ...given, says: message(given.says), messages: given.messages.map(message) }
  return { ...lease, summary: orderSummary(lease, words) }
}

/** Copies the order's key to the cart, because the same key opens the new contract, which is requested by its cart. */
function handBack(key: string | undefined, cart: Kept): void {
  if (key && !cart.read()) cart.keep(key)
}

function isOrderView({ lease }: Record<string, unknown>): boolean {
  return typeof lease === "object"
}
