import translations from "../../admin/i18n"
import { dictionaries } from "../../packages/storefront/src/words/dictionaries"
import { messageWords } from "../../packages/storefront/src/words/messages"
import { ConsentSchema, consentOf, DEFAULT_CONSENT } from "../../src/modules/lease/options/consent"
import { flatten, kitTexts, LANGUAGES, setupInEnglish, TRANSLATIONS } from "../support/languages"
import { read } from "./docs/markdown"

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
    const { items } = consentOf(ConsentSchema.parse(DEFAULT_CONSENT), "Harbor Leasing")
    expect(items[0]?.texts[language]).toContain("Harbor Leasing")
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

it("a dictionary that is half translated speaks English where it says nothing", () => {
  const half = kitTexts("en").dictionary.with({ buttons: { sign: "Przeczytaj i podpisz" } }, "pl")
  expect([half.say("buttons", "sign"), half.say("buttons", "place")]).toEqual(["Przeczytaj i podpisz", "Place order"])
})
