import translations from "../../admin/i18n"
import { contractWords, widgetWords } from "../../packages/sandbox/src/words"
import { dictionaries } from "../../packages/storefront/src/words/dictionaries"
import { messageWords } from "../../packages/storefront/src/words/messages"
import { reasonTexts } from "../../src/lease-cart/reason-texts"
import { ConsentSchema, consentOf, DEFAULT_CONSENT } from "../../src/modules/lease/options/consent"
import { costTexts } from "../../src/modules/lease/texts/cost-lines"
import { messages } from "../../src/modules/lease/texts/messages"
import { codeTexts, digestText, feedText, noticeTexts } from "../../src/modules/lease/texts/notices"
import { serviceReasons } from "../../src/modules/lease/texts/reasons"
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

/** Words of credit. A lease isn't credit, and state laws treat an offer that sounds like credit as such. */
const CREDIT: Record<(typeof LANGUAGES)[number], RegExp> = {
  en: /\b(?:credit|loans?|financ\w+|installments?|APR|interest|pay(?:ing)? over time|buy now|same as cash)\b|\b0 ?%/i,
  es: /\b(?:cr[eé]ditos?|pr[eé]stamos?|financ\w+|cuotas?|mensualidad\w*|[ae]n? plazos|TAE|APR|intereses|inter[eé]s|con el tiempo)\b|\b0 ?%/i,
}
/** The demo shop's texts. */
const PAGES = Object.fromEntries(
  ["index.html", "checkout.js", "shop.js"].map((name) => [name, read(`demo/shop/${name}`)]),
)
/** Names of other things, and the sentence that a lease is no loan. */
const OTHERS = [
  /not a loan|no un préstamo/g,
  /\b(?:credit|debit) cards?\b|tarjetas? de crédito/gi,
  /\bstore credit\b|crédito de la tienda/gi,
]
const soundsLikeCredit = (language: keyof typeof CREDIT, text: string) =>
  CREDIT[language].test(OTHERS.reduce((left, other) => left.replace(other, ""), text))

it.each(LANGUAGES)("never calls a lease credit: %s", (language) => {
  const { dictionary, message } = kitTexts(language)
  const texts = {
    ...{ dictionary: dictionary.texts, message, dashboard: dashboard(language) },
    consent: DEFAULT_CONSENT.items.map((item) => item[language]),
    ...{
      notices: noticeTexts[language],
      costs: costTexts[language],
      codes: codeTexts[language],
      sandbox: [contractWords(language), widgetWords(language)],
    },
    ...(language === "en" && {
      setup: setupInEnglish,
      messages,
      reasonTexts,
      serviceReasons,
      digestText,
      feedText,
      ...PAGES,
    }),
  }
  const said = flatten(JSON.parse(JSON.stringify(texts)))
  expect(said.length).toBeGreaterThan(500)
  expect(said.filter(([, text]) => soundsLikeCredit(language, text))).toEqual([])
})

it.each([
  ["en", "Pay over time. No interest, 0 % APR, same as cash."],
  ["en", "Finance it, no credit check"],
  ["es", "Pague a plazos"],
  ["es", "Pida financiamiento"],
  ["es", "Pague con el tiempo, en cuotas y sin intereses"],
] as const)("finds what sounds like credit in %s: %s", (language, text) =>
  expect(soundsLikeCredit(language, text)).toBe(true),
)

it.each([
  [
    "en",
    "Pay with a credit card. Store credit is refused. This is a lease, not a loan. An interested shopper saves 100 %.",
  ],
  ["es", "Pague con tarjeta de crédito. Es un arrendamiento, no un préstamo. Aplazar no cambia el plazo."],
] as const)("leaves names of other things alone in %s: %s", (language, text) =>
  expect(soundsLikeCredit(language, text)).toBe(false),
)

it("a dictionary that is half translated speaks English where it says nothing", () => {
  const half = kitTexts("en").dictionary.with({ buttons: { sign: "Przeczytaj i podpisz" } }, "pl")
  expect([half.say("buttons", "sign"), half.say("buttons", "place")]).toEqual(["Przeczytaj i podpisz", "Place order"])
})
