import { z } from "zod"
import { CONTRACT_LANGUAGES } from "../../../client"
import { fill } from "../texts/messages"

const line = (error: string) => z.string({ error }).trim().min(1, { error })
const WRITE = 'Write consent: { en: "…", es: "…", version: "1" }: what a shopper agrees to before applying.'

/** `text` is the English one of a store that has no other. */
export const ConsentSchema = z
  .object(
    {
      /** Another name for `en`. */
      text: line('Write consent: { text: "…" }.').optional(),
      /** The English text; `{operator}` stands for the name. */
      en: line('Write consent: { en: "…" }.').optional(),
      /** The Spanish text; `{operator}` stands for the name. */
      es: line('Write consent: { es: "…" }.').optional(),
      /** The name of these texts. Give a new text a new one. */
      version: line('Write consent: { version: "1" }.'),
    },
    { error: WRITE },
  )
  .catchall(line(WRITE))
  .superRefine(({ text: _text, version: _version, ...texts }, context) => languageKeys("consent")(texts, context))
  .refine(({ version: _version, ...texts }) => Object.values(texts).some((text) => text !== undefined), {
    error: WRITE,
  })
  .refine(({ text, en }) => text === undefined || en === undefined, {
    error: "Write either consent.text or consent.en: both are the English text.",
  })

/** A text to begin with, in each language of the storefront kit; docs/options.md asks to have it checked. */
export const DEFAULT_CONSENT = {
  version: "default-2",
  en: "I agree that my application is sent to {operator}, which decides on it. A lease costs more in total than paying in cash.",
  es: "Acepto que mi solicitud se envíe a {operator}, que decide sobre ella. Un arrendamiento cuesta en total más que pagar al contado.",
}

const UNNAMED: ByLanguage = {
  es: "la empresa de arrendamiento",
}

/**
 * The option as it runs, `{operator}` filled in: a version's texts by language; `text` is the one in `language`, English where it is there. `version`
 * names the account as well, where it has an id: who agreed that one operator is sent something has not agreed to another.
 */
export function consentOf(
  { text, version, en = text, ...others }: z.output<typeof ConsentSchema>,
  operator: string,
  account?: string,
) {
  const texts = withOperator({ en, ...others }, operator, operator === UNNAMED_OPERATOR ? UNNAMED : {})
  const [language = "en"] = Object.keys(texts)
  return {
    text: texts[language] ?? "",
    language,
    version: account === undefined ? version : `${account}/${version}`,
    texts,
  }
}

/** Option `consent` as it runs. */
export type ConsentOption = ReturnType<typeof consentOf>

/** Languages of the service's contracts in which there is no text. */
export function missingConsents({ texts }: ConsentOption): string[] {
  return CONTRACT_LANGUAGES.filter((language) => texts[language] === undefined)
}

/** The text that was shown to a shopper who names its language; undefined where there is none in that language. */
export function shownConsent(
  { texts, language }: ConsentOption,
  shown: string = language,
): { language: string; text: string } | undefined {
  const text = Object.hasOwn(texts, shown) ? texts[shown] : undefined
  return text === undefined ? undefined : { language: shown, text }
}

/** The merchant's texts by language, such as `en` or `pt-BR`: whatever languages a shop speaks, also those that come with no package. */
export type ByLanguage = Record<string, string>

const LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/

/** Says of a key that names no language what it should be. */
export function languageKeys(option: string) {
  return (texts: Record<string, unknown>, context: z.RefinementCtx) => {
    for (const key of Object.keys(texts).filter((name) => !LANGUAGE.test(name))) {
      const message = `Write a language in place of ${key}, such as ${option}: { en: "…" }.`
      context.addIssue({ code: "custom", path: [key], message })
    }
  }
}

/** `{operator}` filled in. `unnamed`: by language, for an operator without a name. */
export function withOperator(texts: Record<string, string | undefined>, operator: string, unnamed: ByLanguage = {}) {
  const entries = Object.entries(texts).flatMap(([language, text]) =>
    text === undefined ? [] : [[language, fill(text, { operator: unnamed[language] ?? operator })]],
  )
  return Object.fromEntries(entries) as ByLanguage
}

/** Shoppers read this where the operator has no name. */
export const UNNAMED_OPERATOR = "the leasing company"
