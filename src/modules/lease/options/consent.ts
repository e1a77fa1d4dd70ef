import { z } from "zod"
import { fill } from "../texts/messages"
import { UNNAMED_OPERATOR } from "./operator-name"

/** Languages in which a shopper may read the consent; the first is taken where nothing else is known. */
export const CONSENT_LANGUAGES = ["en", "es"] as const
type Language = (typeof CONSENT_LANGUAGES)[number]

/** The shopper's consent: a version's texts by language; `text` is the one in `language`, the first that there is. */
export type ConsentOption = {
  text: string
  language: Language
  version: string
  texts: Partial<Record<Language, string>>
}

const line = (error: string) => z.string({ error }).trim().min(1, { error })
const WRITE = 'Write consent: { en: "…", es: "…", version: "1" }: what a shopper agrees to before applying.'

/** `text` is the English one of a store that has no other. */
export const ConsentSchema = z
  .strictObject(
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
  .refine(({ text, en, es }) => (text ?? en ?? es) !== undefined, { error: WRITE })
  .refine(({ text, en }) => text === undefined || en === undefined, {
    error: "Write either consent.text or consent.en: both are the English text.",
  })

/** A text to begin with; docs/options.md asks to have it checked. */
export const DEFAULT_CONSENT = {
  version: "default-2",
  en: "I agree that my application is sent to {operator}, which decides on it. A lease costs more in total than paying in cash.",
  es: "Acepto que mi solicitud se envíe a {operator}, que decide sobre ella. Un arrendamiento cuesta en total más que pagar al contado.",
}

/** The option as it runs, `{operator}` filled in. */
export function consentOf(
  { text, en = text, es, version }: z.output<typeof ConsentSchema>,
  operator: string,
): ConsentOption {
  const spanish = operator === UNNAMED_OPERATOR ? "la empresa de arrendamiento" : operator
  const texts = {
    ...(en !== undefined && { en: fill(en, { operator }) }),
    ...(es !== undefined && { es: fill(es, { operator: spanish }) }),
  }
  const language = CONSENT_LANGUAGES.find((each) => texts[each] !== undefined) ?? "en"
  return { text: texts[language] ?? "", language, version, texts }
}

/** The text that was shown to a shopper who names its language; undefined where there is none in that language. */
export function shownConsent(
  { texts, language }: ConsentOption,
  shown: string = language,
): { language: string; text: string } | undefined {
  const text = Object.hasOwn(texts, shown) ? texts[shown as Language] : undefined
  return text === undefined ? undefined : { language: shown, text }
}
