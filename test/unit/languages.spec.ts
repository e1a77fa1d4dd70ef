import { createRequire } from "node:module"
import translations from "../../admin/i18n"
import { dictionaries } from "../../packages/storefront/src/words/dictionaries"
import { messageWords } from "../../packages/storefront/src/words/messages"
import { consentOf, DEFAULT_CONSENT } from "../../src/modules/lease/options/consent"
import { flatten, kitTexts, LANGUAGES, missingIn, setupInEnglish, TRANSLATIONS } from "../support/languages"
import { read } from "./docs/markdown"

const { createInstance }: typeof import("i18next") = createRequire(require.resolve("@medusajs/dashboard/package.json"))(
  "i18next",
)
const dashboard = (language: (typeof LANGUAGES)[number]) => translations[language].translation.leaseToOwn

/** All that is read in a language, besides the dashboard's texts and the kit's, which have tests of their own. */
describe.each(TRANSLATIONS)("the language %s", (language) => {
  it("is loaded by its locale", async () => {
    const { dictionary, message } = kitTexts(language)
    expect(await dictionaries.load(`${language}-MX`)).toBe(dictionary)
    expect(await messageWords.load(`${language}-MX`)).toBe(message)
  })

  it("is an entry of the storefront package", () => {
    const { exports } = JSON.parse(read("packages/storefront/package.json"))
    expect(exports[`./${language}`]).toBe(`./dist/${language}.js`)
  })

  it("has a sample of the consent", () => {
    expect(consentOf(DEFAULT_CONSENT, "Harbor Leasing").texts[language]).toContain("Harbor Leasing")
  })
})

/** Never what the law would call credit, but where a sentence says that a lease is none. */
const CREDIT: Partial<Record<(typeof LANGUAGES)[number], RegExp>> = {
  en: /\b(?:credit|loans?|financ\w+)\b/i,
  es: /\b(?:cr[eé]ditos?|pr[eé]stamos?|financ\w+)\b/i,
}
const NO_LOAN = /not a loan|no un préstamo/

it.each(LANGUAGES)("never calls a lease credit: %s", (language) => {
  const { dictionary, message } = kitTexts(language)
  const texts = { dictionary: dictionary.texts, message, dashboard: dashboard(language), setup: setupInEnglish }
  const said = flatten(JSON.parse(JSON.stringify(texts)))
  const wrong = said.filter(([, text]) => CREDIT[language]?.test(text.replace(NO_LOAN, "")))
  expect(wrong).toEqual([])
})

describe("a language that is half translated", () => {
  const pl = { card: { retry: "Spróbuj ponownie" } }

  it("falls back to English text by text", async () => {
    const i18n = createInstance()
    const resources = { ...translations, pl: { translation: { leaseToOwn: pl } } }
    await i18n.init({ lng: "pl", fallbackLng: "en", resources })
    expect(i18n.t("leaseToOwn.card.retry")).toBe("Spróbuj ponownie")
    expect(i18n.t("leaseToOwn.card.copied")).toBe("Copied")
    expect(i18n.t("leaseToOwn.messages.busy")).toMatch(/^Another action/)
  })

  it("is told by name what it lacks", () => {
    const { card } = dashboard("en")
    expect(missingIn(pl, { card: { retry: card.retry, copied: card.copied, close: card.close } })).toEqual([
      "card.copied",
      "card.close",
    ])
  })

  it("of the kit speaks English where it says nothing", () => {
    const half = kitTexts("en").dictionary.with({ buttons: { sign: "Przeczytaj i podpisz" } }, "pl")
    expect([half.say("buttons", "sign"), half.say("buttons", "place")]).toEqual(["Przeczytaj i podpisz", "Place order"])
  })
})
