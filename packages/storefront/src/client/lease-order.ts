import type { OrderLease, OrderLeaseView } from "../wire.js"
import { type CodeWords, errorIn } from "../words/code-words.js"
import { type Kept, type KeyStorage, leaseKeyOf } from "./lease-key.js"
import { orderPath, orderWords } from "./order-words.js"
import { asker, type Transport } from "./transport.js"

export type LeaseOrderOptions = {
  transport: Transport
  /** Where the client of the cart keeps the lease key; `localStorage` when left out. It shows a guest, in the browser that applied, the payments. */
  storage?: KeyStorage | null
  /** `orderEs` of the entry `es` for Spanish; the store's English when left out. */
  words?: CodeWords
}

/** Reads the lease of an order: null for an order that was paid otherwise. Throws LeaseError. */
export type LeaseOrders = { read(orderId: string): Promise<OrderLease | null> }

/** The lease after the order, for confirmation pages and accounts. Makes no request and touches no storage until it is asked. */
export function createLeaseOrder({ transport, storage, words = {} }: LeaseOrderOptions): LeaseOrders {
  return {
    async read(orderId) {
      const key = leaseKeyOf(orderId, storage)
      const ask = asker(transport, key.read, (error) => errorIn(words, error))
      const { lease } = await ask<OrderLeaseView>({ method: "GET", path: orderPath(orderId) }, isOrderView)
      if (lease?.sign_cart_id) handBack(key.read(), leaseKeyOf(lease.sign_cart_id, storage))
      return lease && orderWords(lease, words)
    },
  }
}

/** The key that shows the payments opens the new contract, too, which is asked for by the cart. */
function handBack(key: string | undefined, cart: Kept): void {
  if (key && !cart.read()) cart.keep(key)
}

function isOrderView({ lease }: Record<string, unknown>): boolean {
  return typeof lease === "object"
}
