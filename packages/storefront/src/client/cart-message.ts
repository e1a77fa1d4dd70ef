import type { LeaseView, Message, WithEstimate } from "../wire.js"
import { fill } from "../words/fill.js"
import { longDate, moneyIn } from "../words/locale.js"
import type { MessageWords } from "../words/message-en.js"
import { type KeyStorage, leaseKeyOf } from "./lease-key.js"
import { TOGETHER_MS } from "./message-reads.js"
import { asker, type Transport } from "./transport.js"

export type CartMessage = WithEstimate & {
  leasable: boolean
  reasons: Message[]
  operator: { name: string; contact: string }
  /** The shopper's approval, as a headline. Null if there is none, if it has been used, or if its end date is unknown. */
  approval: { headline: string; amount: number | null; currency: string } | null
}

export type CartRead = {
  transport: Transport
  cartId: string
  storage: KeyStorage | null | undefined
  /** Empty if unknown. */
  zipPrefix: string
}

/** Reads that are about to start, by transport and path. */
const waiting = new WeakMap<Transport, Map<string, Promise<LeaseView>>>()

/** Reads what a message needs from a cart's view. Simultaneous reads of a cart share one request. Rejects with LeaseError. */
export async function readCartMessage(read: CartRead, words: MessageWords): Promise<CartMessage> {
  const view = await viewOf(read)
  const { reasons, operator, estimate = null, zip = null } = view
  return { leasable: isLeasable(view), reasons, operator, estimate, zip, approval: approvalOf(view, words) }
}

function viewOf({ transport, cartId, storage, zipPrefix }: CartRead): Promise<LeaseView> {
  const ask = asker(transport, leaseKeyOf(cartId, storage).read)
  const query = zipPrefix && `?zip_prefix=${zipPrefix}`
  const path = `/store/lease-to-own/carts/${encodeURIComponent(cartId)}${query}`
  const read = () => ask<LeaseView>({ method: "GET", path }, ({ step }) => typeof step === "string")
  // On a server, simultaneous reads may be for different shoppers, so they can't share a request.
  if (!globalThis.document) return read()
  const own = waiting.get(transport) ?? new Map<string, Promise<LeaseView>>()
  waiting.set(transport, own)
  const later = async () => {
    await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS))
    own.delete(path)
    return read()
  }
  const view = own.get(path) ?? later()
  own.set(path, view)
  return view
}

/** Steps in which the cart can be leased, or could be if its total were lower. */
const LEASABLE = /^(intro|deciding|undecided|offer|cart_changed|over_limit)$/

/** Whether the cart can be leased: now, once an address is entered, or in the operator's widget. */
function isLeasable({ step, actions, reasons }: LeaseView): boolean {
  if (step !== "unavailable") return LEASABLE.test(step)
  const isEarly = reasons.length > 0 && reasons.every(({ code }) => code === "unavailable_incomplete")
  return isEarly || actions.widget.allowed
}

function approvalOf({ approval, order_id, step }: LeaseView, words: MessageWords): CartMessage["approval"] {
  // At `ready`, the browser has reported the signature, so the approval has been used.
  if (!approval?.until || order_id || step === "ready") return null
  const { amount, currency, until } = approval
  const params = {
    until: longDate(words.language, until),
    ...(amount && { amount: moneyIn(words.language, currency)(amount) }),
  }
  const headline = fill(words.approved, params) ?? fill(words.approvedUntil, params) ?? words.available
  return { headline, amount, currency }
}
