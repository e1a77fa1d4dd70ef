/** The list of languages. A test compares all that has texts with it: CONTRIBUTING.md says how one is added. */
export const LANGUAGES = ["en", "es"] as const
export type Language = (typeof LANGUAGES)[number]

/** Texts that are loaded in one language alone, once they are needed. `locale`: `es`, `es-MX`; English for a language that is not in the list. */
export type LoadedTexts<T> = {
  /** Undefined until they are there. */
  of(locale: string): T | undefined
  load(locale: string): Promise<T>
}

export function loaded<T>(loaders: Record<Language, () => Promise<T>>): LoadedTexts<T> {
  const known: Partial<Record<Language, T>> = {}
  return {
    of: (locale) => known[languageOf(locale)],
    async load(locale) {
      const language = languageOf(locale)
      const texts = await loaders[language]()
      known[language] = texts
      return texts
    },
  }
}

function languageOf(locale: string): Language {
  const [wanted] = locale.toLowerCase().split("-")
  return LANGUAGES.find((language) => language === wanted) ?? "en"
}
