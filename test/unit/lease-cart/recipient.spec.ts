import fc from "fast-check"
import { recipientOf } from "../../../src/lease-cart"

const ADDRESS = {
  first_name: "Robin",
  last_name: "Sample",
  address_1: "12 Elm Street",
  address_2: "Apt 4",
  city: "St. Paul",
  province: "us-mn",
  postal_code: "55101",
  country_code: "us",
  phone: "6515550147",
}
const EMAIL = "robin@shopper.example"
const of = (change: object = {}, email: string | null = EMAIL) =>
  JSON.stringify(recipientOf({ email, shipping_address: { ...ADDRESS, ...change } }))

describe("who gets the goods of a cart", () => {
  it.each<[string, object]>([
    ["capitals", { first_name: "ROBIN", address_1: "12 elm STREET", country_code: "US" }],
    ["blanks", { last_name: " Sample ", address_1: "12  Elm   Street" }],
    ["punctuation", { address_1: "12, Elm Street.", address_2: "Apt. #4", city: "St Paul" }],
    ["the state by code or name", { province: "Minnesota" }],
    ["the second part of a ZIP code", { postal_code: "55101-1234" }],
    ["a telephone with brackets and the code of the country", { phone: "+1 (651) 555-0147" }],
    ["the flat on the first line", { address_1: "12 Elm Street, Apt 4", address_2: null }],
    ["the whole name in one field", { first_name: "", last_name: "Robin Sample" }],
    ["the abbreviations of the Postal Service", { address_1: "12 ELM ST", address_2: "Unit 4", city: "Saint Paul" }],
    ["a sign before the flat", { address_2: "#4" }],
    ["an extension of the phone", { phone: "651-555-0147 x12" }],
    ["invisible signs and other blanks", { address_1: "12\u00a0Elm\u200b Street", phone: "\u202a651-555-0147" }],
  ])("the recipient is the same with other %s", (_what, change) => {
    expect(of(change)).toBe(of())
  })

  it("the recipient is the same with capitals, blanks, missing accents, any apostrophe and several number signs", () => {
    expect(of({}, " Robin@Shopper.EXAMPLE ")).toBe(of())
    expect(of({ last_name: "Péña" })).toBe(of({ last_name: "Pena" }))
    expect(of({ last_name: "O’Brien" })).toBe(of({ last_name: "O'Brien" }))
    expect(of({ address_2: "#4 #B" })).toBe(of({ address_2: "Apt 4 Apt B" }))
    expect(of({ address_2: "＃４ ＃Ｂ", phone: "001 ６５１ ５５５ ０１４７" })).toBe(of({ address_2: "Apt 4 Apt B" }))
    expect(of({ address_1: "123½ Elm Street" })).toBe(of({ address_1: "123 1/2 Elm St" }))
    expect(of({ address_1: "123½ Elm Street" })).not.toBe(of({ address_1: "1231/2 Elm Street" }))
  })

  it.each<[string, object]>([
    ["name", { first_name: "Mallory" }],
    ["street", { address_1: "666 Drop Street" }],
    ["flat", { address_2: "Apt 5" }],
    ["town", { city: "Minneapolis" }],
    ["state", { province: "us-wi" }],
    ["postal code", { postal_code: "65101" }],
    ["country", { country_code: "ca", province: "ca-on" }],
    ["telephone", { phone: "6515550148" }],
    ["telephone left out", { phone: null }],
    ["street that only lacks a blank", { address_1: "12Elm Street" }],
  ])("the recipient differs with another %s", (_what, change) => {
    expect(of(change)).not.toBe(of())
  })

  it("a text that is too long for an address is compared as it is, without being read", () => {
    const long = "12 Elm Street ".repeat(100)
    for (const field of ["address_1", "address_2", "city", "first_name", "postal_code", "phone"])
      expect(of({ [field]: long })).not.toBe(of({ [field]: long.toUpperCase() }))
    expect(of({}, long)).not.toBe(of({}, long.toUpperCase()))
  })

  it("the recipient differs with another email, or a phone that only looks like one with an extension", () => {
    for (const email of ["mallory@shopper.example", "robin+1@shopper.example"]) expect(of({}, email)).not.toBe(of())
    expect(of({ phone: "651,5550147" })).not.toBe(of({ phone: "651,5550148" }))
  })

  it.each([
    ["12 Elm Street", "12 Elm Avenue"],
    ["12 Elm Street", "12 Elm Street Apt 2"],
    ["12 Elm Street Apt 4", "12 Elm Street Ste 4"],
    ["12 North Street", "12 N Street"],
    ["12 North Street NW", "12 N Street NW"],
    ["12 Elm Street N", "12 Elm Street S"],
    ["12 Elm Street", "12 North Elm Street"],
    ["12 Elm Court", "12 Elm Circle"],
    ["12 3rd Street", "123rd Street"],
  ])("%s differs from %s", (one, other) => {
    expect(of({ address_1: one })).not.toBe(of({ address_1: other }))
  })

  it.each([
    ["12 North Elm Street", "12 N. Elm St."],
    ["12 North Elm", "12 N Elm"],
    ["12 Elm Street Northwest", "12 ELM ST NW"],
    ["12 North Court Street", "12 N Court St"],
    ["4 Saint James Place", "4 St James Pl"],
    ["P. O. Box 12", "PO Box 12"],
    ["Post Office Box 12", "P.O. Box 12"],
    ["100 Mill Creek Parkway, Suite 5", "100 Mill Creek Pkwy Ste 5"],
  ])("%s and %s are one place", (one, other) => {
    expect(of({ address_1: one })).toBe(of({ address_1: other }))
  })

  it("a territory is one place under either name", () => {
    const place = { postal_code: "00901", city: "San Juan", province: "San Juan", country_code: "pr" }
    expect(of(place)).toBe(of({ ...place, province: "PR", country_code: "us" }))
  })

  it("addresses of other countries are compared by country and whole postal code", () => {
    const uk = { country_code: "gb", province: null }
    expect(of({ ...uk, postal_code: "SW1A 1AA" })).toBe(of({ ...uk, postal_code: "sw1a1aa" }))
    expect(of({ ...uk, postal_code: "SW1A 1AA" })).not.toBe(of({ ...uk, postal_code: "SW1A 1AB" }))
    expect(of(uk)).not.toBe(of({ ...uk, country_code: "ie" }))
  })

  it("a cart without an address has a recipient, too", () => {
    expect(recipientOf({ email: EMAIL })).toEqual(recipientOf({ email: EMAIL, shipping_address: null }))
    expect(recipientOf({})).not.toEqual(recipientOf({ email: EMAIL }))
  })

  it("any text is accepted, and fields aren't mixed up", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (city, last_name) => {
        expect(Object.keys(JSON.parse(of({ city, last_name })))).toHaveLength(8)
      }),
    )
  })
})
