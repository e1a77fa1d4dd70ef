import type { Logger } from "@medusajs/framework/types"
import { z } from "zod"
import { CONTRACT_LANGUAGES } from "../../../client"
import { code, members, text } from "./schemas"
import { isSome, languageKeys, withOperator, wording } from "./wording"

/* The `consent` and `estimate` options. */

const CONSENT = 'Write consent: { en: "…", es: "…", version: "1" }: what a shopper agrees to before applying.'

export const ConsentSchema = z
  .object(
    {
      /** An alias for `en`, for English-only stores. */
      text: text('Write consent: { text: "…" }.').optional(),
      /** The English text. `{operator}` is replaced with the operator's name. */
      en: text('Write consent: { en: "…" }.').optional(),
      /** The Spanish text. `{operator}` is replaced with the operator's name. */
      es: text('Write consent: { es: "…" }.').optional(),
      /** The version of these texts. Change it whenever a text changes. */
      version: text('Write consent: { version: "1" }.'),
    },
    { error: CONSENT },
  )
  .catchall(text(CONSENT))
  .superRefine(({ text: _text, version: _version, ...texts }, context) => languageKeys("consent")(texts, context))
  .refine(({ version: _version, ...texts }) => isSome(texts))
  .refine(({ text, en }) => text === undefined || en === undefined, {
    error: "Write either consent.text or consent.en: both are the English text.",
  })

/** The default text in the storefront kit's languages. Merchants should have it reviewed (docs/options.md). */
export const DEFAULT_CONSENT = {
  version: "default-2",
  en: "I agree that my application is sent to {operator}, which decides on it. A lease costs more in total than paying in cash.",
  es: "Acepto que mi solicitud se envíe a {operator}, que decide sobre ella. Un arrendamiento cuesta en total más que pagar al contado.",
}

/**
 * Returns the option with `{operator}` filled in. `text` is in `language`: English, or the first language if there is no English text. `version`
 * includes the account, because consent to one account isn't consent to another.
 */
export function consentOf(
  { text, version, en = text, ...others }: z.output<typeof ConsentSchema>,
  operator: string,
  account_id?: string,
) {
  const texts = withOperator({ en, ...others }, operator)
  const [language = "en"] = Object.keys(texts)
  const named = account_id === undefined ? version : `${account_id}/${version}`
  return { text: texts[language] ?? "", language, version: named, texts }
}

type ConsentOption = ReturnType<typeof consentOf>

/** The contract languages that have no consent text. */
export function missingConsents({ texts }: ConsentOption): string[] {
  return CONTRACT_LANGUAGES.filter((language) => texts[language] === undefined)
}

/** The text in the language that was shown to the shopper; undefined if there is none. */
export function shownConsent({ texts, language }: ConsentOption, shown: string = language) {
  const text = Object.hasOwn(texts, shown) ? texts[shown] : undefined
  return text === undefined ? undefined : { language: shown, text }
}

const cents = z
  .number()
  .nonnegative()
  .transform((value) => Math.round(value * 100))

/** Validates the figures from the store's callback, and converts them from major units to cents. */
const FiguresSchema = z.object({
  /** Paid at signing. */
  dueToday: cents,
  /** How many payments follow. */
  payments: z.int().positive(),
  /** The amount of each payment. The last payment may differ. */
  each: cents,
  /** How often the payments are due. */
  every: z.enum(["weekly", "biWeekly", "semiMonthly", "monthly"]),
  /** The sum of `dueToday` and all payments. */
  total: cents,
})

/** An example of what a lease costs, in major units. Every figure is required, because no page may show a payment alone. */
export type EstimateFigures = z.input<typeof FiguresSchema>

/** Returns the figures for an amount (major units); undefined if there are none. Called for each amount on a page. Must not depend on the shopper. */
type EstimateFunction = (amount: number, currency: string) => EstimateFigures | undefined

const ESTIMATE =
  'Write estimate: { of: (amount, currency) => ({ dueToday, payments, each, every, total }), disclosure: { en: "…", es: "…" } }.'
const DISCLOSURE =
  'Write estimate: { disclosure: { en: "…", es: "…" } }: the text that the operator wants beside estimated payments. There is no estimate without it.'

export const EstimateSchema = members(ESTIMATE, {
  /** Returns the figures for an amount, from the operator's formula or table; undefined if there are none. */
  of: code<EstimateFunction>(ESTIMATE),
  /** The text that the operator wants next to the figures, in English or keyed by language. Required. */
  disclosure: z.union([text(DISCLOSURE).transform((en) => ({ en })), wording("disclosure", DISCLOSURE)], {
    error: DISCLOSURE,
  }),
})

/** Fills in `{operator}`. `disclosure` has at least one language. */
export function estimateOf({ of, disclosure }: z.output<typeof EstimateSchema>, operator: string) {
  return { of, disclosure: withOperator(disclosure, operator) }
}

type Estimating = { options: { estimate?: ReturnType<typeof estimateOf> }; log: Pick<Logger, "warn"> }

/** The estimate for an amount in major units, with its disclosure; null if there are no figures or they don't add up. Doesn't call the service. */
export function estimateFor(ledger: Estimating | null, amount: number, currency: string) {
  const estimate = ledger?.options.estimate
  if (!estimate) return null
  try {
    const figures = estimate.of(amount, currency)
    if (figures === undefined) return null
    // If `of` returned a promise, it isn't awaited. Catch its rejection, which would otherwise crash the process.
    Promise.resolve(figures).catch(() => {})
    const read = FiguresSchema.safeParse(figures)
    if (read.success && addsUp(read.data)) {
      const { dueToday, each, total, ...rest } = read.data
      const money = { dueToday: dueToday / 100, each: each / 100, total: total / 100 }
      return { ...rest, ...money, disclosure: estimate.disclosure }
    }
    ledger.log.warn("lease-to-own: option estimate.of returned figures that do not add up, so no estimate is shown.")
  } catch (error) {
    ledger.log.warn(`lease-to-own: option estimate.of failed, so no estimate is shown: ${error}`)
  }
  return null
}

/** Whether the payments and the amount due today add up to the total. The last payment may be lower, or absorb the cents rounded off the others. */
function addsUp({ dueToday, payments, each, total }: z.output<typeof FiguresSchema>): boolean {
  const full = dueToday + payments * each
  return total <= full + payments && total > full - each
}
