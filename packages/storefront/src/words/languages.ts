import type { CodeWords } from "./code-words.js"
import type { Dictionary } from "./dictionary.js"
import { messageEn } from "./message-en.js"
import type { MessageWords } from "./message-words.js"

/** The list of languages. A test compares all that has texts with it: CONTRIBUTING.md says how one is added. */
export const LANGUAGES = ["en", "es"] as const
export type Language = (typeof LANGUAGES)[number]

/** Three tables, so that a bundler drops those that a page does not use. */
type Loaders<T> = Record<Language, () => Promise<T>>

export const loadDictionary: Loaders<Dictionary> = {
  en: () => import("../en.js").then(({ en }) => en),
  es: () => import("../es.js").then(({ es }) => es),
}

export const loadMessageWords: Loaders<MessageWords> = {
  en: async () => messageEn,
  es: () => import("./message-es.js").then(({ messageEs }) => messageEs),
}

export const loadOrderWords: Loaders<CodeWords> = {
  // The store's words are English already.
  en: async () => ({}),
  es: () => import("./order-es.js").then(({ orderEs }) => orderEs),
}

/** The one of the list for a name such as `es-MX`; English for a language that is not in it. */
export function languageOf(name: string): Language {
  const [wanted] = name.toLowerCase().split("-")
  return LANGUAGES.find((language) => language === wanted) ?? "en"
}
