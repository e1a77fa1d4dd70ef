import { type Language, languageOf, loadDictionary, loadMessageWords, loadOrderWords } from "../words/languages.js"

/** Texts that a page loads in its own language alone, once they are needed. */
export type LoadedTexts<T> = {
  /** Undefined while they are on their way. */
  of(element: Element): T | undefined
  load(element: Element): Promise<T>
}

export const dictionaries = /* @__PURE__ */ loaded(loadDictionary)
export const messageWords = /* @__PURE__ */ loaded(loadMessageWords)
export const orderWords = /* @__PURE__ */ loaded(loadOrderWords)

function loaded<T>(loaders: Record<Language, () => Promise<T>>): LoadedTexts<T> {
  const known: Partial<Record<Language, T>> = {}
  return {
    of: (element) => known[ofElement(element)],
    async load(element) {
      const language = ofElement(element)
      const texts = await loaders[language]()
      known[language] = texts
      return texts
    },
  }
}

/** By the attribute `language`, else the page's `lang`. */
function ofElement(element: Element): Language {
  return languageOf(element.getAttribute("language") ?? element.closest("[lang]")?.getAttribute("lang") ?? "")
}
