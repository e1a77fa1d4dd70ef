import type { Dictionary } from "../../packages/storefront/src/index"
import type { MessageWords } from "../../packages/storefront/src/message"
import { LANGUAGES, type Language } from "../../packages/storefront/src/words/languages"
import { type SetupText, setupTexts } from "../../src/setup/setup-texts"

export { LANGUAGES, type Language }

/** English is the source of all translations. */
export const TRANSLATIONS = LANGUAGES.filter((language) => language !== "en")

export function kitTexts(language: Language): { dictionary: Dictionary; message: MessageWords } {
  const name = language.charAt(0).toUpperCase() + language.slice(1)
  return {
    dictionary: require(`../../packages/storefront/src/${language}`)[language],
    message: require(`../../packages/storefront/src/words/message-${language}`)[`message${name}`],
  }
}

type Texts = { [key: string]: string | Texts }

/** Returns a tree's texts by dotted key. */
export function flatten(texts: Texts, path: string[] = []): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === "string" ? [[[...path, key].join("."), text]] : flatten(text, [...path, key]),
  )
}

export function missingIn(given: Texts, all: Texts): string[] {
  const known = new Set(flatten(given).map(([key]) => key))
  return flatten(all).flatMap(([key]) => (known.has(key) ? [] : [key]))
}

/** The setup findings in the format of the dashboard's translations. The dashboard gets their English texts from the server. */
export const setupInEnglish: Texts = Object.fromEntries(
  Object.entries<SetupText>(setupTexts).flatMap(([code, { message, fix }]) => [
    [code, written(message)],
    ...(fix ? [[`${code}_fix`, written(fix)]] : []),
  ]),
)

function written(text: string): string {
  return text.replace(/\{(\w+)\}/g, "{{$1}}")
}
