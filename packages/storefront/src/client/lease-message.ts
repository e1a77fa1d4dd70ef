import type { LeaseEstimate, Params, ProductLeaseView } from "../wire.js"
import { errorIn, messageIn } from "../words/code-words.js"
import { fill } from "../words/fill.js"
import { localeOf } from "../words/locale.js"
import type { MessageWords } from "../words/message-en.js"
import { messageWords } from "../words/messages.js"
import { LeaseError } from "./errors.js"
import { readProduct } from "./product-reads.js"
import type { Transport } from "./transport.js"

export type LeaseMessageOptions = {
  /** May cache what it is asked here: the store allows it for a minute, and nothing of it is anybody's. */
  transport: Transport
  /** The language, whose words are loaded: `es`, `es-MX`. English when left out. */
  locale?: string
  /** Words of the shop's own in place of these. */
  words?: Partial<MessageWords>
}

/** Lease-to-own for a product, in words. Show `costs` wherever you show `headline`, and all of `learnMore.disclosure` in the dialog: the law asks for both. */
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
  /** The store's own answer. */
  product: ProductLeaseView
}

/** Reads the message of a product in a region. `amount`: the price on the page, in major units, for an estimate. Throws LeaseError. */
export type LeaseMessages = {
  read(productId: string, regionId: string, page?: { amount?: number }): Promise<LeaseMessage>
}

/**
 * The message for product pages and lists. Needs no cart, keeps nothing, and makes no request until it is asked.
 *
 * Throws TypeError for words without a disclosure.
 */
export function createLeaseMessage({ transport, locale = "en", words: own }: LeaseMessageOptions): LeaseMessages {
  if (own?.disclosure?.length === 0) throw new TypeError("A lease message needs its disclosure.")
  return {
    async read(productId, regionId, { amount } = {}) {
      const words = { ...(await messageWords.load(locale)), ...own }
      const asked = { productId, regionId, amount: amount?.toFixed(2) ?? "" }
      try {
        return inWords(await readProduct(transport, asked), words)
      } catch (error) {
        throw error instanceof LeaseError ? errorIn(words.codes, error) : error
      }
    },
  }
}

function inWords(product: ProductLeaseView, words: MessageWords): LeaseMessage {
  const { leasable, reasons, limits, estimate, operator } = product
  const params = { operator: operator.name, contact: operator.contact }
  const said = (texts: readonly string[]) => texts.map((text) => fill(text, params) ?? text)
  const { format } = new Intl.NumberFormat(localeOf(words.language), { style: "currency", currency: limits.currency })
  return {
    available: leasable,
    headline: leasable ? words.available : words.unavailable,
    costs: words.costs,
    reasons: reasons.map((reason) => messageIn(words.codes, reason).message),
    limits: limitsOf(limits, words, format),
    estimate: estimate && estimateOf(estimate, words, format),
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

type Format = (amount: number) => string

function limitsOf({ minimum, maximum }: ProductLeaseView["limits"], words: MessageWords, format: Format) {
  if (minimum === null && maximum === null) return null
  const params: Params = {
    ...(minimum !== null && { from: format(minimum) }),
    ...(maximum !== null && { to: format(maximum) }),
  }
  return fill(words.between, params) ?? fill(words.from, params) ?? fill(words.upTo, params) ?? null
}

function estimateOf(estimate: LeaseEstimate, words: MessageWords, format: Format): LeaseMessage["estimate"] {
  const { dueToday, payments, each, every, total, disclosure } = estimate
  const [language, text] =
    Object.entries(disclosure).find(([name]) => name === words.language) ?? Object.entries(disclosure)[0] ?? []
  // Figures never stand alone.
  if (!language || !text) return null
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
