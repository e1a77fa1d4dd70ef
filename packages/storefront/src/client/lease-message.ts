import type { Frequency, Params, ProductLeaseView, WithEstimate } from "../wire.js"
import { errorIn, messageIn } from "../words/code-words.js"
import { checkWords, type EstimateInWords, estimateInWords } from "../words/estimate.js"
import { fill } from "../words/fill.js"
import { moneyIn } from "../words/locale.js"
import type { MessageWords } from "../words/message-en.js"
import { messageWords } from "../words/messages.js"
import type { CartMessage, readCartMessage } from "./cart-message.js"
import { LeaseError } from "./errors.js"
import type { KeyStorage } from "./lease-key.js"
import { readProduct } from "./message-reads.js"
import { sharedTransport, type Transport } from "./transport.js"
import { rememberedZip, zipPrefix } from "./zip-code.js"

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
  /** How often the payments of the estimate are due, if the page lets the shopper choose. */
  frequency?: Frequency
  /** The shopper's ZIP code, of which the first three digits are sent. Default: the one that the shopper entered in this tab. */
  zip?: string | null
  /**
   * The ID of the shopper's cart. With a region, the shopper's approval, if any, replaces the headline. Without a region, the message is about the
   * cart.
   */
  cartId?: string | null
  /** The `product` of an earlier message, for example one read on the server. If set, the product and region aren't read again. */
  product?: ProductLeaseView | null
} & ({ regionId: string } | { regionId?: undefined; cartId: string })

/**
 * The lease-to-own message as text. By law, you must show `estimate` as a whole or, without one, `costs` next to `headline`, and all of
 * `learnMore.disclosure` in the dialog.
 */
export type LeaseMessage = {
  /** Whether leasing is available. If not, most pages show nothing. */
  available: boolean
  headline: string
  costs: string
  /** Why leasing isn't available, one sentence per reason. */
  reasons: string[]
  /** The order amounts that can be leased, as text. Null if there is no limit to show. */
  limits: string | null
  /** An example of the cost. Null if the store has none for this. */
  estimate: EstimateInWords | null
  /**
   * The question for the ZIP code, which the estimate depends on. Call `rememberZip` with the answer. If `isOpen` is false, the message is already
   * for the shopper's ZIP code, and `change` labels the button to change it. Null if the message doesn't depend on a ZIP code.
   */
  zip: ZipQuestion | null
  /** The button, and the dialog it opens. */
  learnMore: { button: string; title: string; how: string[]; disclosure: string[]; close: string }
  /** What the message is about, so that it can be read again for a ZIP code. */
  of: Pick<LeaseMessageOf, "productId" | "regionId" | "amount" | "frequency">
  /** The store's own response for the product or region. Null for a cart's message. */
  product: ProductLeaseView | null
}

export type ZipQuestion = {
  isOpen: boolean
  text: string
  /** The ZIP code that the shopper entered, or an empty string. */
  value: string
  label: string
  show: string
  change: string
  invalid: string
}

/** `read` rejects with LeaseError. */
export type LeaseMessages = { read(of: LeaseMessageOf): Promise<LeaseMessage> }

/**
 * Creates a message reader. Sends no request until `read` is called. Throws TypeError if `words` leaves out something that must be shown, such as a
 * figure.
 */
export function createLeaseMessage({
  locale = "en",
  words: own,
  storage,
  ...given
}: LeaseMessageOptions): LeaseMessages {
  const transport =
    typeof given.transport === "string" ? sharedTransport({ baseUrl: given.transport }) : given.transport
  if (own) checkWords(own)
  return {
    async read({ productId = "", regionId, amount, frequency, cartId, product: known, zip = rememberedZip() }) {
      const words = { ...(await messageWords.load(locale)), ...own }
      const about = { regionId: regionId ?? "", frequency: frequency ?? "", zipPrefix: zipPrefix(zip) }
      const price = productId && amount !== undefined ? amount.toFixed(2) : ""
      try {
        const shared = known ?? (regionId ? readProduct(transport, { ...about, productId, amount: price }) : null)
        const lease = cartId ? readCart({ transport, cartId, storage, zipPrefix: about.zipPrefix }, words) : null
        // If the cart can't be read, show the rest without an approval.
        const [product, cart] = await Promise.all([shared, shared ? lease?.catch(() => null) : lease])
        const of = {
          ...(regionId && { regionId }),
          ...(productId && { productId }),
          ...(amount !== undefined && { amount }),
          ...(frequency && { frequency }),
        }
        return { ...inWords({ product, cart: cart ?? null, zip }, words), of }
      } catch (error) {
        throw error instanceof LeaseError ? errorIn(words.codes, error) : error
      }
    },
  }
}

type Read = { product: ProductLeaseView | null; cart: CartMessage | null; zip: string | null }

function inWords({ product, cart, zip }: Read, words: MessageWords): Omit<LeaseMessage, "of"> {
  const { leasable, reasons, ...general } = (product ?? cart) as ProductLeaseView | CartMessage
  const found = cart?.approval
  const approval = !product || found?.currency === product.limits.currency ? found : null
  const { name: operator, contact } = (approval && cart ? cart : general).operator
  const said = (texts: readonly string[]) => texts.map((text) => fill(text, { operator, contact }) ?? text)
  const estimate = estimateInWords(general.estimate, words, general.operator.name)
  const headline = approval?.headline ?? (estimate ? words.figures : words.available)
  return {
    available: leasable,
    headline: leasable ? headline : words.unavailable,
    costs: words.costs,
    reasons: reasons.map((reason) => messageIn(words.codes, reason).message),
    limits: product && limitsOf(product, approval?.amount ?? null, words),
    estimate,
    zip: zipQuestion(general.zip, zip ?? "", words),
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

function zipQuestion(zip: WithEstimate["zip"], value: string, words: MessageWords): ZipQuestion | null {
  if (!zip) return null
  const { ask, none, given, ...texts } = words.zip
  const text = zip === "used" ? fill(given, { zip: value }) : value ? none : ask
  return { ...texts, isOpen: zip === "needed", value, text: text ?? "" }
}
