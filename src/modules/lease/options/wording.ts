import { z } from "zod"
import { fill } from "../texts/messages"
import { text } from "./schemas"

/* The operator's own texts for shoppers, which several options contain. They are keyed by language code, such as `en` or `pt-BR`. */

/** A text by language. */
export type Wording = Record<string, string>

/** Shown to shoppers if no operator name is configured. */
export const UNNAMED_OPERATOR = "the leasing company"
const UNNAMED: Wording = { es: "la empresa de arrendamiento" }

/** The members of a text in the kit's languages. Add other languages with `catchall(text(error))` and `languageKeys`. */
export function inLanguages(error: string) {
  return {
    /** The English text. `{operator}` is replaced with the operator's name. */
    en: text(error).optional(),
    /** The Spanish text. `{operator}` is replaced with the operator's name. */
    es: text(error).optional(),
  }
}

/** A schema for a text in at least one language. */
export function wording(option: string, error: string) {
  return z
    .object(inLanguages(error), { error })
    .catchall(text(error))
    .superRefine(languageKeys(option))
    .refine(isSome, { error })
    .transform((texts) => texts as Wording)
}

/** Reports each key that isn't a language code. */
export function languageKeys(option: string) {
  return (texts: object, context: z.RefinementCtx) => {
    for (const key of Object.keys(texts).filter((name) => !/^[a-z]{2}(-[A-Z]{2})?$/.test(name))) {
      const message = `Write a language in place of ${key}, such as ${option}: { en: "…" }.`
      context.addIssue({ code: "custom", path: [key], message })
    }
  }
}

export function isSome(texts: object): boolean {
  return Object.values(texts).some((text) => text !== undefined)
}

/** Fills in the operator's name. English comes first. */
export function withOperator({ en, ...others }: Partial<Wording>, operator: string): Wording {
  const unnamed = operator === UNNAMED_OPERATOR ? UNNAMED : {}
  const entries = Object.entries({ en, ...others }).flatMap(([language, text]) =>
    text === undefined ? [] : [[language, fill(text, { operator: unnamed[language] ?? operator })]],
  )
  return Object.fromEntries(entries)
}
