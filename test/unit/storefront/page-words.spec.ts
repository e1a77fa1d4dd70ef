import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import { type MessageWords, messageEn, messageEs } from "../../../packages/storefront/src/message"
import { orderEs } from "../../../packages/storefront/src/order"
import { describeReason, type ReasonCode } from "../../../src/lease-cart/reason"
import { messages } from "../../../src/modules/lease/texts/messages"

/** Codes that the routes of these pages may answer, and those that the browser makes. */
const OF_BROWSER = ["store_unreachable", "unexpected_answer"]
const OF_PRODUCTS = [
  ...["unavailable_off", "unavailable_product", "unavailable_place", "unavailable_currency"],
  ...["product_not_found", "region_not_found", "query_invalid", "store_unavailable"],
]
const OF_ORDERS = [
  ...["awaiting", "order_lease_signed", "order_lease_delivered", "order_lease_ask", "order_lease_returning"],
  ...["order_lease_returned", "order_lease_canceling", "order_lease_ended", "order_not_found", "store_unavailable"],
]

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
const english = (code: string): string => {
  if (Object.hasOwn(messages, code)) return messages[code as keyof typeof messages]
  if (OF_BROWSER.includes(code)) return en.texts.codes[code as "store_unreachable"]
  return describeReason({ code: code as ReasonCode, params: {} }, { operator: "{operator}" })
}

describe.each([
  ["of a product's page", messageEs.codes, OF_PRODUCTS],
  ["of an order's page", orderEs, OF_ORDERS],
])("the Spanish texts %s", (_, texts, codes) => {
  it("are there for every code that its route answers, and for no other", () => {
    expect(Object.keys(texts).sort()).toEqual([...codes, ...OF_BROWSER].sort())
  })

  it.each(Object.entries(texts))("fill the places of the English one: %s", (code, text) => {
    expect(placesIn(text)).toEqual(placesIn(english(code)))
    expect(text).not.toBe(english(code))
  })

  it("are those of the dictionary where it has them", () => {
    const known = Object.entries(texts).filter(([code]) => Object.hasOwn(es.texts.codes, code))
    expect(known.length).toBeGreaterThan(2)
    expect(Object.fromEntries(known)).toEqual(
      Object.fromEntries(known.map(([code]) => [code, es.texts.codes[code as "awaiting"]])),
    )
  })
})

describe("the words of the lease message", () => {
  const entries = ({ codes: _codes, language: _language, every, ...words }: MessageWords) =>
    Object.entries({ ...words, ...every }).flatMap(([key, said]) =>
      [said].flat().map((text, place): [string, string] => [`${key} ${place}`, text as string]),
    )

  it("have the same keys in every language, and leave nothing in English", () => {
    expect(entries(messageEs).map(([key]) => key)).toEqual(entries(messageEn).map(([key]) => key))
    const spanish = new Map(entries(messageEs))
    expect(entries(messageEn).filter(([key, text]) => spanish.get(key) === text)).toEqual([])
  })

  it.each(entries(messageEn))("fill the same places in every language: %s", (key, text) => {
    expect(placesIn(new Map(entries(messageEs)).get(key) ?? "")).toEqual(placesIn(text))
  })

  it.each([
    ["English", messageEn, en],
    ["Spanish", messageEs, es],
  ] as const)("disclose in %s what the checkout does: that it is a lease, and costs more", (_, words, { texts }) => {
    expect(words.disclosure).toEqual(expect.arrayContaining([texts.screens.is_a_lease, texts.screens.costs_more]))
  })
})
