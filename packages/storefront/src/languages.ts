import type { CodeWords } from "./code-words.js"
import type { Dictionary } from "./dictionary.js"
import { messageEn } from "./message-en.js"
import type { MessageWords } from "./message-words.js"

/** The list of languages. A test compares all that has texts with it: CONTRIBUTING.md says how one is added. */
export const LANGUAGES = ["en", "es", "fr", "de"] as const
export type Language = (typeof LANGUAGES)[number]

/** Three tables, so that a bundler drops those that a page does not use. */
type Loaders<T> = Record<Language, () => Promise<T>>

export const loadDictionary: Loaders<Dictionary> = {
  en: () => import("./en.js").then(({ en }) => en),
  es: () => import("./es.js").then(({ es }) => es),
  fr: () => import("./fr.js").then(({ fr }) => fr),
  de: () => import("./de.js").then(({ de }) => de),
}

export const loadMessageWords: Loaders<MessageWords> = {
  en: async () => messageEn,
  es: () => import("./message-es.js").then(({ messageEs }) => messageEs),
  fr: () => import("./message-fr.js").then(({ messageFr }) => messageFr),
  de: () => import("./message-de.js").then(({ messageDe }) => messageDe),
}

export const loadOrderWords: Loaders<CodeWords> = {
  // The store's words are English already.
  en: async () => ({}),
  es: () => import("./order-es.js").then(({ orderEs }) => orderEs),
  fr: () => import("./order-fr.js").then(({ orderFr }) => orderFr),
  de: () => import("./order-de.js").then(({ orderDe }) => orderDe),
}

/** The one of the list for a name such as `es-MX`; English for a language that is not in it. */
export function languageOf(name: string): Language {
  const [wanted] = name.toLowerCase().split("-")
  return LANGUAGES.find((language) => language === wanted) ?? "en"
}
