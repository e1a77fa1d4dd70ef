import { en } from "../../../packages/storefront/src/en"
import { type MessageWords, messageEn } from "../../../packages/storefront/src/message"
import { describeReason, type ReasonCode } from "../../../src/lease-cart/reason"
import { messages } from "../../../src/modules/lease/texts/messages"
import { kitTexts, LANGUAGES, TRANSLATIONS } from "../../support/languages"

/** Codes that the routes of these pages may answer, and those that the browser makes. */
const OF_BROWSER = ["store_unreachable", "unexpected_answer"]
const OF_PRODUCTS = [
  ...["unavailable_off", "unavailable_account", "unavailable_product", "unavailable_place", "unavailable_currency"],
  ...["product_not_found", "region_not_found", "query_invalid", "store_unavailable"],
]
const OF_ORDERS = [
  ...["awaiting", "order_not_found", "store_unavailable"],
  ...["signed", "delivered", "ask", "returning", "returned", "canceling", "ended", "to_sign", "signed_anew"].map(
    (state) => `order_lease_${state}`,
  ),
]

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const english = (code: string): string => {
  if (Object.hasOwn(messages, code)) return messages[code as keyof typeof messages]
  if (OF_BROWSER.includes(code)) return en.texts.codes[code as "store_unreachable"]
  return describeReason({ code: code as ReasonCode, params: {} }, { operator: "{operator}" })
}

const pages = TRANSLATIONS.flatMap((language) => {
  const { message, order } = kitTexts(language)
  return [
    [language, "of a product's page", message.codes, OF_PRODUCTS] as const,
    [language, "of an order's page", order, OF_ORDERS] as const,
  ]
})

describe.each(pages)("the texts in %s %s", (language, _, texts, codes) => {
  it("are there for every code that its route answers, and for no other", () => {
    expect(Object.keys(texts).sort()).toEqual([...codes, ...OF_BROWSER].sort())
  })

  it.each(Object.entries(texts))("fill the places of the English one: %s", (code, text) => {
    expect(placesIn(text)).toEqual(placesIn(english(code)))
    expect(text).not.toBe(english(code))
  })

  it("are those of the dictionary where it has them", () => {
    const own: Record<string, string> = kitTexts(language).dictionary.texts.codes
    const known = Object.entries(texts).filter(([code]) => Object.hasOwn(own, code))
    expect(known.length).toBeGreaterThan(2)
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(known.map(([code]) => [code, own[code]])))
  })
})

describe("the words of the lease message", () => {
  const entries = ({ codes: _codes, language: _language, every, ...words }: MessageWords) =>
    Object.entries({ ...words, ...every }).flatMap(([key, said]) =>
      [said].flat().map((text, place): [string, string] => [`${key} ${place}`, text as string]),
    )

  it.each(TRANSLATIONS)("have the same keys and places in %s, and leave nothing in English", (language) => {
    const { message } = kitTexts(language)
    const places = ([key, text]: [string, string]) => [key, placesIn(text)]
    expect(message.language).toBe(language)
    expect(entries(message).map(places)).toEqual(entries(messageEn).map(places))
    const texts = new Map(entries(message))
    expect(entries(messageEn).filter(([key, text]) => texts.get(key) === text)).toEqual([])
  })

  it.each(LANGUAGES)("disclose in %s what the checkout does: that it is a lease, and costs more", (language) => {
    const { message, dictionary } = kitTexts(language)
    const { is_a_lease, costs_more } = dictionary.texts.screens
    expect(message.disclosure).toEqual(expect.arrayContaining([is_a_lease, costs_more]))
  })
})
