import { type KeyStorage, leaseKeyOf, type StoredText } from "../client/lease-key.js"
import { asker, sharedTransport, type Transport } from "../client/transport.js"
import type { LeaseStatus, OrderLease, OrderLeaseView } from "../wire.js"
import { dictionaries } from "../words/dictionaries.js"
import type { Dictionary } from "../words/dictionary.js"
import { offerBlocks } from "./offer-blocks.js"
import type { Block, Figure } from "./screen.js"
import { speaker } from "./screen-words.js"
import { withItems } from "./separate-items.js"

export type OrderWords = {
  /** The locale of texts and amounts, such as `es` or `es-MX`. Default: English. */
  locale?: string | undefined
  /** Overrides the texts for `locale`. */
  dictionary?: Dictionary | undefined
  /** The page where an order's new contract is signed, with `{cartId}`. Pass the store's option of the same name, or only its path. */
  contractLink?: string | null | undefined
  /** The cart's page, for items that couldn't be leased with the order. It may contain `{cartId}`. */
  cartLink?: string | null | undefined
}

export type LeaseOrderOptions = OrderWords & {
  /** A transport, or the path of a proxy on your own site, such as `/api/lease`. */
  transport: Transport | string
  /** Where the cart's client stores the lease key, which a guest needs to see the payments. Default: `localStorage`. */
  storage?: KeyStorage | null
}

/** A placed lease as text, for the order page. */
export type OrderSummary = {
  method: string
  /** What the customer agreed to pay, as in the checkout's offer. Empty unless the lease is active, and for anyone but the applicant. */
  offer: Block[]
  /** The lease's reference. */
  figures: Figure[]
  /** The lease's status, and further messages from the store. */
  messages: string[]
  /** A sentence that says whom to pay. Null once the lease is over or about to be, because the status then says whom to ask. */
  payments: string | null
  /** A link to sign the order's new contract. Null if there is none to sign here, or if its page is unknown. */
  sign: { label: string; href: string } | null
  /** The items that couldn't be leased with the order and aren't ordered yet, with a link to their cart if its page is known. Null if there are none. */
  separate: { text: string; link: { label: string; href: string } | null } | null
}

export type LeaseOfOrder = OrderLease & { summary: OrderSummary }

/** Stands in for a lease that couldn't be read: a message for the shopper, and the label of a button to try again. */
export type UnreadLease = { summary: null; message: string; retry: string }

/** `read` resolves to null if the order was paid another way, and rejects with LeaseError. */
export type LeaseOrders = { read(orderId: string): Promise<LeaseOfOrder | null> }

/** Creates a reader of orders' leases, for confirmation and account pages. Sends no request until `read` is called. */
export function createLeaseOrder({ transport: given, storage, ...words }: LeaseOrderOptions): LeaseOrders {
  const transport = typeof given === "string" ? sharedTransport({ baseUrl: given }) : given
  return {
    async read(orderId) {
      const key = leaseKeyOf(orderId, storage)
      const dictionary = await dictionaryOf(words)
      const ask = asker(transport, key.read, dictionary.error)
      const path = `/store/lease-to-own/orders/${encodeURIComponent(orderId)}`
      const { lease } = await ask<OrderLeaseView>({ method: "GET", path }, (body) => typeof body.lease === "object")
      if (lease?.sign_cart_id) handBack(key.read(), leaseKeyOf(lease.sign_cart_id, storage))
      return lease && inWords(lease, dictionary, words)
    },
  }
}

export async function unreadLease(words: OrderWords = {}): Promise<UnreadLease> {
  const { screens, buttons } = (await dictionaryOf(words)).texts
  return { summary: null, message: screens.order_unread, retry: buttons.retry }
}

async function dictionaryOf({ dictionary, locale = "en" }: OrderWords): Promise<Dictionary> {
  return dictionary ?? dictionaries.load(locale)
}

/** Copies the order's key to the cart, because the same key opens the new contract, which is requested by cart. */
function handBack(key: string | undefined, cart: StoredText): void {
  if (key && !cart.read()) cart.keep(key)
}

function inWords(given: OrderLease, dictionary: Dictionary, words: OrderWords): LeaseOfOrder {
  const lease = {
    ...given,
    status_message: dictionary.message(given.status_message),
    messages: given.messages.map(dictionary.message),
  }
  return { ...lease, summary: summaryOf(lease, dictionary, words) }
}

function summaryOf(
  lease: OrderLease,
  dictionary: Dictionary,
  { locale, contractLink, cartLink }: OrderWords,
): OrderSummary {
  const { reference, status_message, messages, operator, sign_cart_id: cartId, separate_cart: separate } = lease
  const speak = speaker({ dictionary, locale })
  const { say } = speak
  return {
    method: say("method"),
    offer: ACTIVE.includes(lease.status) ? offerBlocks(lease, speak, true) : [],
    figures: [{ name: "reference", label: say("reference"), value: reference }],
    messages: [status_message, ...messages].map(({ message }) => message),
    payments: ENDING.test(lease.status) ? null : say("paid_to", { operator: operator.name, contact: operator.contact }),
    sign:
      cartId && contractLink
        ? { label: dictionary.texts.steps.new_contract, href: contractLink.replaceAll("{cartId}", cartId) }
        : null,
    separate: separate && {
      text: withItems(speak, "still_to_order", separate),
      link: cartLink
        ? { label: dictionary.texts.buttons.to_cart, href: cartLink.replaceAll("{cartId}", separate.id) }
        : null,
    },
  }
}

/** The statuses from the signature to the end of the lease. */
const ACTIVE: readonly LeaseStatus[] = ["signed", "placing", "placed", "delivered"]
/** The statuses of a lease that is over or about to be. */
const ENDING = /^(return|cancel|denied|expired|superseded)/
