import type { Logger } from "@medusajs/framework/types"
import { z } from "zod"
import { CONTRACT_LANGUAGES } from "../../../client"
import { fill } from "../texts/messages"
import { code, members, text } from "./schemas"

/* Options `consent` and `estimate`: the merchant's own texts for shoppers, by language such as `en` or `pt-BR`, whichever a shop uses. */

const CONSENT = 'Write consent: { en: "…", es: "…", version: "1" }: what a shopper agrees to before applying.'

/** `text` is the English text of a store that has no other. */
export const ConsentSchema = z
  .object(
    {
      /** Another name for `en`. */
      text: text('Write consent: { text: "…" }.').optional(),
      /** The English text; `{operator}` stands for the name. */
      en: text('Write consent: { en: "…" }.').optional(),
      /** The Spanish text; `{operator}` stands for the name. */
      es: text('Write consent: { es: "…" }.').optional(),
      /** The name of these texts. Give a new text a new one. */
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

/** A text to begin with, in each language of the storefront kit; docs/options.md asks to have it checked. */
export const DEFAULT_CONSENT = {
  version: "default-2",
  en: "I agree that my application is sent to {operator}, which decides on it. A lease costs more in total than paying in cash.",
  es: "Acepto que mi solicitud se envíe a {operator}, que decide sobre ella. Un arrendamiento cuesta en total más que pagar al contado.",
}

/** Shown to shoppers if the operator has no name. */
export const UNNAMED_OPERATOR = "the leasing company"
const UNNAMED: Texts = { es: "la empresa de arrendamiento" }

/** The checked option with `{operator}` filled in; `text` is in `language`, English if given. `version` includes the account, because consent to one is not consent to another. */
export function consentOf(
  { text, version, en = text, ...others }: z.output<typeof ConsentSchema>,
  operator: string,
  account_id?: string,
) {
  const texts = withOperator({ en, ...others }, operator, operator === UNNAMED_OPERATOR ? UNNAMED : {})
  const [language = "en"] = Object.keys(texts)
  const named = account_id === undefined ? version : `${account_id}/${version}`
  return { text: texts[language] ?? "", language, version: named, texts }
}

/** Option `consent` with `{operator}` filled in. */
type ConsentOption = ReturnType<typeof consentOf>

/** The contract languages without a consent text. */
export function missingConsents({ texts }: ConsentOption): string[] {
  return CONTRACT_LANGUAGES.filter((language) => texts[language] === undefined)
}

/** The text in the language that the shopper was shown; undefined if there is none. */
export function shownConsent({ texts, language }: ConsentOption, shown: string = language) {
  const text = Object.hasOwn(texts, shown) ? texts[shown] : undefined
  return text === undefined ? undefined : { language: shown, text }
}

const cents = z
  .number()
  .nonnegative()
  .transform((value) => Math.round(value * 100))

/** The figures that the store's code returns: major units in, cents out. */
const FiguresSchema = z.object({
  /** Paid at signing. */
  dueToday: cents,
  /** How many payments follow, how much each is, and how often they are due. The last one may differ. */
  payments: z.int().positive(),
  each: cents,
  every: z.enum(["weekly", "biWeekly", "semiMonthly", "monthly"]),
  /** `dueToday` and all payments. */
  total: cents,
})

/** An example of what a lease costs: all of it, so that no page can show a payment alone. Amounts in major units. */
export type EstimateFigures = z.input<typeof FiguresSchema>

/** Called for each amount (major units) that a page shows; must not depend on the shopper. Undefined: there are no figures. */
type EstimateFunction = (amount: number, currency: string) => EstimateFigures | undefined

const ESTIMATE =
  'Write estimate: { of: (amount, currency) => ({ dueToday, payments, each, every, total }), disclosure: { en: "…", es: "…" } }.'
const DISCLOSURE =
  'Write estimate: { disclosure: { en: "…", es: "…" } }: the text that the operator wants beside estimated payments. There is no estimate without it.'
const disclosure = text(DISCLOSURE)

export const EstimateSchema = members(ESTIMATE, {
  /** The figures for an amount, by the operator's own formula or table; undefined if there are none. */
  of: code<EstimateFunction>(ESTIMATE),
  /** The text that the operator wants beside such figures, in English or by language. There is no estimate without it. */
  disclosure: z.union(
    [
      disclosure.transform((en) => ({ en })),
      z
        .object(
          {
            /** The English text; `{operator}` stands for the name. */
            en: disclosure.optional(),
            /** The Spanish text; `{operator}` stands for the name. */
            es: disclosure.optional(),
          },
          { error: DISCLOSURE },
        )
        .catchall(disclosure)
        .superRefine(languageKeys("disclosure"))
        .refine(isSome),
    ],
    { error: DISCLOSURE },
  ),
})

/** The checked option with `{operator}` filled in: `disclosure` by language, at least one. */
export function estimateOf({ of, disclosure }: z.output<typeof EstimateSchema>, operator: string) {
  return { of, disclosure: withOperator(disclosure, operator) }
}

/** A store's log, and its option. */
type Estimating = { options: { estimate?: ReturnType<typeof estimateOf> }; log: Pick<Logger, "warn"> }

/** Option `estimate` for an amount in major units, with its disclosure. Null if it has none, or none that add up. Calls no service. */
export function estimateFor(ledger: Estimating | null, amount: number, currency: string) {
  const estimate = ledger?.options.estimate
  if (!estimate) return null
  try {
    const figures = estimate.of(amount, currency)
    if (figures === undefined) return null
    // A promise isn't awaited, and its unhandled rejection would end the process.
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

/** Whether the payments and the amount due today add up to the total. The last payment may be lower, or take the cents cut off the others. */
function addsUp({ dueToday, payments, each, total }: z.output<typeof FiguresSchema>): boolean {
  const full = dueToday + payments * each
  return total <= full + payments && total > full - each
}

/** Texts by language. */
type Texts = Record<string, string>

/** Reports each key that is no language code. */
function languageKeys(option: string) {
  return (texts: object, context: z.RefinementCtx) => {
    for (const key of Object.keys(texts).filter((name) => !/^[a-z]{2}(-[A-Z]{2})?$/.test(name))) {
      const message = `Write a language in place of ${key}, such as ${option}: { en: "…" }.`
      context.addIssue({ code: "custom", path: [key], message })
    }
  }
}

function isSome(texts: object): boolean {
  return Object.values(texts).some((text) => text !== undefined)
}

/** `{operator}` filled in. `unnamed`: by language, for an operator without a name. */
function withOperator(texts: Partial<Texts>, operator: string, unnamed: Texts = {}): Texts {
  const entries = Object.entries(texts).flatMap(([language, text]) =>
    text === undefined ? [] : [[language, fill(text, { operator: unnamed[language] ?? operator })]],
  )
  return Object.fromEntries(entries)
}
