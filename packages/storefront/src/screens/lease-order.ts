import { type Kept, type KeyStorage, leaseKeyOf } from "../client/lease-key.js"
import { asker, type Transport } from "../client/transport.js"
import type { OrderLease, OrderLeaseView } from "../wire.js"
import { dictionaries } from "../words/dictionaries.js"
import type { Dictionary } from "../words/dictionary.js"
import { type OrderSummary, orderSummary } from "./order-summary.js"

/** The language, and the page of a new contract. */
export type OrderWords = {
  /** The language, whose words are loaded, and the way amounts are written: `es`, `es-MX`. English when left out. */
  locale?: string | undefined
  /** In place of the words of `locale`. */
  dictionary?: Dictionary | undefined
  /** The page where an order's new contract is signed, as the store's option of that name has it, or its path; `{cartId}` stands in it. */
  contractLink?: string | null | undefined
}

export type LeaseOrderOptions = OrderWords & {
  transport: Transport
  /** Where the client of the cart keeps the lease key; `localStorage` when left out. It shows a guest, in the browser that applied, the payments. */
  storage?: KeyStorage | null
}

/** The lease of an order, and in `summary` what its page shows. */
export type LeaseOfOrder = OrderLease & { summary: OrderSummary }

/** Reads the lease of an order: null for an order that was paid otherwise. Throws LeaseError. */
export type LeaseOrders = { read(orderId: string): Promise<LeaseOfOrder | null> }

/** The lease after the order, for confirmation pages and accounts. Makes no request and touches no storage until it is asked. */
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

/** The key that shows the payments opens the new contract, too, which is asked for by the cart. */
function handBack(key: string | undefined, cart: Kept): void {
  if (key && !cart.read()) cart.keep(key)
}

function isOrderView({ lease }: Record<string, unknown>): boolean {
  return typeof lease === "object"
}
