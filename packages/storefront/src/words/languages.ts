/** The supported languages. A test compares every set of texts with this list. CONTRIBUTING.md explains how to add a language. */
export const LANGUAGES = ["en", "es"] as const
export type Language = (typeof LANGUAGES)[number]

/** Texts by language, loaded on demand. `locale` may be `es`, `es-MX` or `es_MX`. Unsupported languages fall back to English. */
export type LoadedTexts<T> = {
  /** Returns undefined until the texts are loaded. */
  of(locale: string): T | undefined
  load(locale: string): Promise<T>
}

export function loaded<T>(loaders: Record<Language, () => Promise<T>>): LoadedTexts<T> {
  const known: Partial<Record<Language, T>> = {}
  return {
    of: (locale) => known[languageOf(locale)],
    async load(locale) {
      const language = languageOf(locale)
      const texts = await loaders[language]().catch((error) => {
        // A new release may have removed the file. Show English rather than keep the page waiting.
        console.error(`Lease-to-own: the texts of ${language} did not load.`, error)
        return loaders.en()
      })
      known[language] = texts
      return texts
    },
  }
}

function languageOf(locale: string): Language {
  const [wanted] = locale.toLowerCase().split(/[-_.@]/)
  return LANGUAGES.find((language) => language === wanted) ?? "en"
}
