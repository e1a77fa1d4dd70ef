import type { Dictionary } from "../../packages/storefront/src/index"
import type { CodeWords, MessageWords } from "../../packages/storefront/src/message"
import { LANGUAGES, type Language } from "../../packages/storefront/src/words/languages"
import { messageEn } from "../../packages/storefront/src/words/message-en"
import { type SetupText, setupTexts } from "../../src/setup/setup-texts"

export { LANGUAGES, type Language }

/** All but English, in which everything is written first. */
export const TRANSLATIONS = LANGUAGES.filter((language) => language !== "en")

/** The exports of a language's entry of the storefront kit. */
export function kitTexts(language: Language): { dictionary: Dictionary; message: MessageWords; order: CodeWords } {
  const entry = require(`../../packages/storefront/src/${language}`)
  const name = language.charAt(0).toUpperCase() + language.slice(1)
  if (language === "en") return { dictionary: entry.en, message: messageEn, order: {} }
  return { dictionary: entry[language], message: entry[`message${name}`], order: entry[`order${name}`] }
}

type Texts = { [key: string]: string | Texts }

/** The texts of a tree by dotted key. */
export function flatten(texts: Texts, path: string[] = []): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === "string" ? [[[...path, key].join("."), text]] : flatten(text, [...path, key]),
  )
}

/** The keys that `given` lacks of those that `all` has. */
export function missingIn(given: Texts, all: Texts): string[] {
  const known = new Set(flatten(given).map(([key]) => key))
  return flatten(all).flatMap(([key]) => (known.has(key) ? [] : [key]))
}

/** The findings of the setup check in English, written as the dashboard's translations of them. The dashboard itself has them from the server. */
export const setupInEnglish: Texts = Object.fromEntries(
  Object.entries<SetupText>(setupTexts).map(([code, { says, fix }]) => [
    code,
    { says: written(says), ...(fix && { fix: written(fix) }) },
  ]),
)

function written(text: string): string {
  return text.replace(/\{(\w+)\}/g, "{{$1}}")
}
