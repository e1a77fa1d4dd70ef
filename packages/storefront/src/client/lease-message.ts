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
  /**
   * May cache what it is asked of products: the store allows it for a minute, and nothing of it is anybody's. A cart's view is its shopper's alone. Or
   * the path of a proxy on your own site, for a cart: `/api/lease` for example.
   */
  transport: Transport | string
  /** The language, whose words are loaded: `es`, `es-MX`. English when left out. */
  locale?: string
  /** Words of the shop's own in place of these. */
  words?: Partial<MessageWords>
  /** Where the client of the cart keeps the lease key; `localStorage` when left out. */
  storage?: KeyStorage | null
}

/** Loaded once a message is given a cart. */
async function readCart(...read: Parameters<typeof readCartMessage>): Promise<CartMessage> {
  return (await import("./cart-message.js")).readCartMessage(...read)
}

/** What a message is about: a product in a region, a region, or a cart. */
export type LeaseMessageOf = {
  productId?: string
  /** The price on the page, in major units, for an estimate. */
  amount?: number
  /** Beside a region: the headline is this shopper's approval, if there is one. Without a region: whether this cart can be leased. */
  cartId?: string | null
  /** Read before, on the server for example: in place of a region. */
  product?: ProductLeaseView | null
} & ({ regionId: string } | { regionId?: undefined; cartId: string })

/** Lease-to-own in words. Show `costs` wherever you show `headline`, and all of `learnMore.disclosure` in the dialog: the law asks for both. */
export type LeaseMessage = {
  /** False: most pages show nothing. */
  available: boolean
  headline: string
  costs: string
  /** Why it is not available, a sentence each. */
  reasons: string[]
  /** The orders that it is for; null where the store names no limit. */
  limits: string | null
  /** An example, only with its `disclosure`, which is in `language`. Null where the store makes none. */
  estimate: { figures: { label: string; value: string }[]; disclosure: string; language: string } | null
  /** The button, and the dialog that it opens. */
  learnMore: { button: string; title: string; how: string[]; disclosure: string[]; close: string }
  /** The store's own answer about the product or region; null in a cart. */
  product: ProductLeaseView | null
}

/** Reads a message. Throws LeaseError. */
export type LeaseMessages = { read(of: LeaseMessageOf): Promise<LeaseMessage> }

/**
 * The message for product pages, lists, carts and banners. Keeps nothing, and makes no request until it is asked.
 *
 * Throws TypeError for words without a disclosure.
 */
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
        // Without the cart there is no approval to show, and the rest is good all the same.
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

/** The orders that are leased. `approved`: said beside them, so that only a lower limit is worth saying. */
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
  // Figures never stand alone.
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
