import type { Params, ProductLeaseView } from "../wire.js"
import { errorIn, messageIn } from "../words/code-words.js"
import { fill } from "../words/fill.js"
import { moneyIn } from "../words/locale.js"
import type { MessageWords } from "../words/message-en.js"
import { messageWords } from "../words/messages.js"
import type { CartMessage, readCartMessage } from "./cart-message.js"
import { LeaseError } from "./errors.js"
import type { KeyStorage } from "./lease-key.js"
import { readProduct } from "./message-reads.js"
import { sharedTransport, type Transport } from "./transport.js"

export type LeaseMessageOptions = {
  /** A transport that never caches a cart's view, or the path of a proxy on your own site, such as `/api/lease`. */
  transport: Transport | string
  /** The language, such as `es` or `es-MX`. Default: English. */
  locale?: string
  /** Overrides individual texts. */
  words?: Partial<MessageWords>
  /** Where the cart's client stores the lease key. Default: `localStorage`. */
  storage?: KeyStorage | null
}

async function readCart(...read: Parameters<typeof readCartMessage>): Promise<CartMessage> {
  return (await import("./cart-message.js")).readCartMessage(...read)
}

/** What the message is about: a product in a region, a region, or a cart. */
export type LeaseMessageOf = {
  productId?: string
  /** The price on the page (major units), for the estimate. */
  amount?: number
  /**
   * The ID of the shopper's cart. With a region, the shopper's approval, if any, replaces the headline. Without a region, the message is about the
   * cart.
   */
  cartId?: string | null
  /** The `product` of an earlier message, for example one read on the server. If set, the product and region aren't read again. */
  product?: ProductLeaseView | null
} & ({ regionId: string } | { regionId?: undefined; cartId: string })

/** The lease-to-own message as text. By law, you must show `costs` next to `headline`, and all of `learnMore.disclosure` in the dialog. */
export type LeaseMessage = {
  /** Whether leasing is available. If not, most pages show nothing. */
  available: boolean
  headline: string
  costs: string
  /** Why leasing isn't available, one sentence per reason. */
  reasons: string[]
  /** The order amounts that can be leased, as text. Null if there is no limit to show. */
  limits: string | null
  /** Example figures. Show them only with `disclosure`, which is in `language`. Null if the store has no estimate. */
  estimate: { figures: { label: string; value: string }[]; disclosure: string; language: string } | null
  /** The button, and the dialog it opens. */
  learnMore: { button: string; title: string; how: string[]; disclosure: string[]; close: string }
  /** The store's own response for the product or region. Null for a cart's message. */
  product: ProductLeaseView | null
}

/** `read` rejects with LeaseError. */
export type LeaseMessages = { read(of: LeaseMessageOf): Promise<LeaseMessage> }

/** Creates a message reader. Sends no request until `read` is called. Throws TypeError if `words` has an empty disclosure. */
export function createLeaseMessage({
  locale = "en",
  words: own,
  storage,
  ...given
}: LeaseMessageOptions): LeaseMessages {
  const transport =
    typeof given.transport === "string" ? sharedTransport({ baseUrl: given.transport }) : given.transport
  if (own?.disclosure?.length === 0) throw new TypeError("A lease message needs its disclosure.")
  return {
    async read({ productId = "", regionId, amount, cartId, product: known }) {
      const words = { ...(await messageWords.load(locale)), ...own }
      const price = productId && amount !== undefined ? amount.toFixed(2) : ""
      try {
        const shared = known ?? (regionId ? readProduct(transport, { productId, regionId, amount: price }) : null)
        const lease = cartId ? readCart({ transport, cartId, storage }, words) : null
        // If the cart can't be read, show the rest without an approval.
        const [product, cart] = await Promise.all([shared, shared ? lease?.catch(() => null) : lease])
        return inWords(product, cart ?? null, words)
      } catch (error) {
        throw error instanceof LeaseError ? errorIn(words.codes, error) : error
      }
    },
  }
}

function inWords(product: ProductLeaseView | null, cart: CartMessage | null, words: MessageWords): LeaseMessage {
  const { leasable, reasons, ...general } = (product ?? cart) as ProductLeaseView | CartMessage
  const found = cart?.approval
  const approval = !product || found?.currency === product.limits.currency ? found : null
  const { name: operator, contact } = (approval && cart ? cart : general).operator
  const said = (texts: readonly string[]) => texts.map((text) => fill(text, { operator, contact }) ?? text)
  return {
    available: leasable,
    headline: leasable ? (approval?.headline ?? words.available) : words.unavailable,
    costs: words.costs,
    reasons: reasons.map((reason) => messageIn(words.codes, reason).message),
    limits: product && limitsOf(product, approval?.amount ?? null, words),
    estimate: product && estimateOf(product, words),
    learnMore: {
      button: words.learnMore,
      title: words.title,
      how: said(words.how),
      disclosure: said(words.disclosure),
      close: words.close,
    },
    product,
  }
}

/** Returns the store's limits as text, or null if there are none or if an approval within the store's maximum is shown instead. */
function limitsOf({ limits }: ProductLeaseView, approved: number | null, words: MessageWords): string | null {
  const { minimum, maximum, currency } = limits
  if (minimum === null && maximum === null) return null
  if (approved !== null && approved <= (maximum ?? approved)) return null
  const format = moneyIn(words.language, currency)
  const params: Params = {
    ...(minimum !== null && { from: format(minimum) }),
    ...(maximum !== null && { to: format(maximum) }),
  }
  return fill(words.between, params) ?? fill(words.from, params) ?? fill(words.upTo, params) ?? null
}

function estimateOf({ estimate, limits }: ProductLeaseView, words: MessageWords): LeaseMessage["estimate"] {
  if (!estimate) return null
  const { dueToday, payments, each, every, total, disclosure } = estimate
  const [language, text] =
    Object.entries(disclosure).find(([name]) => name === words.language) ?? Object.entries(disclosure)[0] ?? []
  // Never show figures without their disclosure.
  if (!language || !text) return null
  const format = moneyIn(words.language, limits.currency)
  const then = fill(words.payments, { payments: `${payments}`, every: words.every[every] }) ?? ""
  return {
    figures: [
      { label: words.today, value: format(dueToday) },
      { label: then, value: format(each) },
      { label: words.total, value: format(total) },
    ],
    disclosure: text,
    language,
  }
}
