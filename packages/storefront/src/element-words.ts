import type { CodeWords } from "./code-words.js"
import type { Dictionary } from "./dictionary.js"
import { messageEn } from "./message-en.js"
import type { MessageWords } from "./message-words.js"

/** The languages that come with this package. */
type Language = "en" | "es"

/** Texts that a page loads in its own language alone, once they are needed. */
export type LoadedTexts<T> = {
  /** Undefined while they are on their way. */
  of(element: Element): T | undefined
  load(element: Element): Promise<T>
}

export const dictionaries = /* @__PURE__ */ loaded<Dictionary>({
  en: () => import("./en.js").then(({ en }) => en),
  es: () => import("./es.js").then(({ es }) => es),
})

export const messageWords = /* @__PURE__ */ loaded<MessageWords>({
  en: async () => messageEn,
  es: () => import("./message-es.js").then(({ messageEs }) => messageEs),
})

/** The store's words are English already. */
export const orderWords = /* @__PURE__ */ loaded<CodeWords>({
  en: async () => ({}),
  es: () => import("./order-es.js").then(({ orderEs }) => orderEs),
})

function loaded<T>(loaders: Record<Language, () => Promise<T>>): LoadedTexts<T> {
  const known: Partial<Record<Language, T>> = {}
  return {
    of: (element) => known[languageOf(element)],
    async load(element) {
      const language = languageOf(element)
      const texts = await loaders[language]()
      known[language] = texts
      return texts
    },
  }
}

/** By the attribute `language`, else the page's `lang`. English for a language that is not here. */
function languageOf(element: Element): Language {
  const name = element.getAttribute("language") ?? element.closest("[lang]")?.getAttribute("lang") ?? ""
  return /^es\b/i.test(name) ? "es" : "en"
}
