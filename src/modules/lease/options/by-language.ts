import { z } from "zod"
import { fill } from "../texts/messages"

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
