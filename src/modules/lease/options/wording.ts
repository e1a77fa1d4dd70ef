import { z } from "zod"
import { fill } from "../texts/messages"
import { text } from "./schemas"

/* The operator's own texts for shoppers, which several options contain. They are keyed by language code, such as `en` or `pt-BR`. */

/** A text by language. */
export type Wording = Record<string, string>

/** Shown to shoppers if no operator name is configured. */
export const UNNAMED_OPERATOR = "the leasing company"
const UNNAMED: Wording = { es: "la empresa de arrendamiento" }

/** A schema for a text in at least one language. `{operator}` is replaced with the operator's name. */
export function wording(option: string, error: string) {
  return z.record(z.string(), text(error), { error }).superRefine(languageKeys(option)).refine(isSome)
}

/** Reports each key that isn't a language code. */
export function languageKeys(option: string) {
  return (texts: Wording, context: z.RefinementCtx) => {
    for (const key of Object.keys(texts).filter((name) => !/^[a-z]{2}(-[A-Z]{2})?$/.test(name))) {
      const message = `Use a language instead of ${key}, such as ${option}: { en: "…" }.`
      context.addIssue({ code: "custom", path: [key], message })
    }
  }
}

export function isSome(texts: Wording): boolean {
  return Object.keys(texts).length > 0
}

/** Fills in the operator's name. English comes first. */
export function withOperator({ en, ...others }: Wording, operator: string): Wording {
  const unnamed = operator === UNNAMED_OPERATOR ? UNNAMED : {}
  const texts = Object.entries({ ...(en !== undefined && { en }), ...others })
  return Object.fromEntries(
    texts.map(([language, text]) => [language, fill(text, { operator: unnamed[language] ?? operator })]),
  )
}
