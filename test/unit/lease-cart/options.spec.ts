import { z } from "zod"
import { byState } from "../../../src/lease-cart"
import { OptionsSchema } from "./builders"

const errors = (input: unknown) => {
  const result = OptionsSchema.safeParse(input)
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`)
}

describe("the options", () => {
  test("currencies and countries are accepted in any case, and texts with blanks around them", () => {
    const product = { brand: [{ metadata: " b " }], category: { value: " c " } }
    const resaleCertificates = { TX: { until: "2027-12-31", number: " 5 " } }
    const blanks = { currencies: [" USD "], countries: [" US "], feeTaxCodes: [" T "], resaleCertificates, product }
    expect(OptionsSchema.parse(blanks)).toMatchObject({
      ...{ currencies: ["usd"], countries: ["us"], feeTaxCodes: ["T"] },
      resaleCertificates: { TX: { until: "2027-12-31", number: "5" } },
      product: { brand: [{ metadata: "b" }], category: { value: "c" } },
    })
  })

  test("the largest amount, a minimum equal to it, and UTC by name are accepted", () => {
    expect(errors({ minimum: 1_000_000_000, maximum: 1_000_000_000, timeZone: "UTC" })).toEqual([])
  })

  test("the reference format is refused with tax in the cart, and accepted if the operator taxes", () => {
    expect(errors({ cartFormat: "reference" })).toEqual([
      'salesTax: The reference cart format has no place for sales tax. Write salesTax: "by_operator", or cartFormat: "spec".',
    ])
    expect(errors({ cartFormat: "reference", salesTax: "by_operator" })).toEqual([])
    const some = { default: "by_operator", states: { IL: "in_cart" } }
    for (const salesTax of [some, { default: "in_cart", states: { IL: "by_operator" } }])
      expect(errors({ cartFormat: "reference", salesTax })).toEqual([expect.stringContaining("no place for sales tax")])
    expect(errors({ cartFormat: "reference", salesTax: { ...some, states: { IL: "refuse" } } })).toEqual([])
  })

  test("the reference format is refused with fees, for which it has no place", () => {
    const fees = { salesTax: "by_operator", feeTaxCodes: ["TIRE"] }
    expect(errors({ cartFormat: "reference", ...fees })).toEqual([
      'feeTaxCodes: The reference cart format has no place for fees. Leave out feeTaxCodes, or write cartFormat: "spec".',
    ])
    expect(errors(fees)).toEqual([])
  })

  test("a minimum above the maximum is refused", () => {
    expect(errors({ minimum: 100, maximum: 50 })).toEqual(["minimum: Write a minimum that is not above the maximum."])
  })

  test("values by state may have other keys that the option names", () => {
    const schema = byState(z.string(), "Write states.", ["default", "abroad"])
    const keys = { default: "a", abroad: "b", TX: "c", "ca-on": "d" }
    expect(schema.parse(keys)).toEqual(keys)
    expect(schema.safeParse({ other: "a" }).error?.issues).toMatchObject([{ message: "Write states." }])
  })

  const inStates = (states: object) => ({ default: "in_cart", states })
  const CONDITION = /^product\.condition: Write condition: \{ value: "new" \}/
  test.each<[string, unknown, RegExp]>([
    [
      "salesTax",
      { salesTax: "yes" },
      /^salesTax: Write salesTax: "in_cart", salesTax: "by_operator", or salesTax: \{ default: …, states: … \}\.$/,
    ],
    ["default of salesTax", { salesTax: { default: "refuse", states: {} } }, /^salesTax: Write salesTax: "in_cart"/],
    ["state of salesTax", { salesTax: inStates({ XX: "refuse" }) }, /^salesTax: Write states: \{ TX: "in_cart" \}/],
    ["rule of salesTax", { salesTax: inStates({ TX: "no" }) }, /^salesTax: Write states: \{ TX: "in_cart" \}/],
    [
      "state twice",
      { salesTax: inStates({ TX: "refuse", Texas: "in_cart" }) },
      /^salesTax\.states: Name each state once\.$/,
    ],
    ["feeTaxCodes", { feeTaxCodes: "TIRE" }, /^feeTaxCodes: Write feeTaxCodes: \["TIRE"\]/],
    ["code among feeTaxCodes", { feeTaxCodes: [" "] }, /^feeTaxCodes\.0: Write feeTaxCodes: \["TIRE"\]/],
    ["resaleCertificates", { resaleCertificates: ["TX"] }, /^resaleCertificates: Write resaleCertificates: \{ TX: /],
    [
      "state of a certificate",
      { resaleCertificates: { XX: "2027-12-31" } },
      /^resaleCertificates\.XX: Write resaleCert/,
    ],
    ["end of a certificate", { resaleCertificates: { TX: "2027-02-30" } }, /^resaleCertificates\.TX: Write resaleCert/],
    [
      "end of a certificate with a number",
      { resaleCertificates: { TX: { until: "2027-02-30", number: "5" } } },
      /^resaleCertificates\.TX(\.until)?: Write resaleCert/,
    ],
    [
      "blank number of a certificate",
      { resaleCertificates: { TX: { until: "2027-12-31", number: " " } } },
      /^resaleCertificates\.TX(\.number)?: Write resaleCert/,
    ],
    [
      "number of a certificate",
      { resaleCertificates: { TX: { until: "2027-12-31", number: 5 } } },
      /^resaleCertificates\.TX(\.number)?: Write resaleCert/,
    ],
    [
      "certificate without an end",
      { resaleCertificates: { TX: { number: "5" } } },
      /^resaleCertificates\.TX(\.until)?: Write resaleCert/,
    ],
    ["requireResaleCertificate", { requireResaleCertificate: "yes" }, /^requireResaleCertificate: Write require/],
    ["tax", { tax: "all" }, /^tax: Write tax: "per_line" or tax: "one_line"\.$/],
    ["cartFormat", { cartFormat: "new" }, /^cartFormat: Write cartFormat: "spec" or cartFormat: "reference"\.$/],
    ["leasableByDefault", { leasableByDefault: "no" }, /^leasableByDefault: Write leasableByDefault: true or/],
    ["product", { product: { brand: "metadata.brand" } }, /^product\.brand: Write where it comes from/],
    ["list of sources", { product: { brand: [] } }, /^product\.brand: Write where it comes from/],
    ["condition in a list", { product: { condition: [{ metadata: "state" }, { value: "mint" }] } }, CONDITION],
    ["a misspelled product field", { product: { brnd: { value: "x" } } }, /^product: Write product: /],
    ["condition", { product: { condition: { value: "mint" } } }, CONDITION],
    ["deliveryDate", { deliveryDate: "2027-01-01" }, /^deliveryDate: Write deliveryDate: \(line, cart\) =>/],
    ["a timeZone that is no text", { timeZone: 1 }, /^timeZone: Write timeZone: "UTC"/],
    ["timeZone", { timeZone: "Mars/Base" }, /^timeZone: Write timeZone: "UTC"/],
    ["timeZone, an abbreviation without daylight saving time", { timeZone: "EST" }, /^timeZone: Write timeZone: "UTC"/],
    ["lineMetadata", { lineMetadata: "yes" }, /^lineMetadata: Write lineMetadata: true or/],
    ["list of currencies", { currencies: "usd" }, /^currencies: Write currencies: \["usd"\]\.$/],
    ["currencies", { currencies: [] }, /^currencies: Name at least one currency/],
    ["a currency", { currencies: ["dollar"] }, /^currencies\.0: Write a currency code of three letters/],
    ["a currency with three decimals", { currencies: ["kwd"] }, /^currencies\.0: Only currencies with cents/],
    ["list of countries", { countries: "us" }, /^countries: Write countries: \["us"\]\.$/],
    ["empty list of countries", { countries: [] }, /^countries: Name at least one country/],
    ["countries", { countries: ["usa"] }, /^countries\.0: Write a country code of two letters/],
    ["list of excludedStates", { excludedStates: "NJ" }, /^excludedStates: Write excludedStates: \["NJ", "WI"\]\.$/],
    ["excludedStates", { excludedStates: ["Atlantis-Nord"] }, /^excludedStates\.0: Write a US state/],
    ["excludedStates of a country", { excludedStates: ["ca-"] }, /^excludedStates\.0: Write a US state/],
    ["minimum", { minimum: "50" }, /^minimum: Write an amount in major units/],
    ["a currency without cents", { currencies: ["jpy"] }, /^currencies\.0: Only currencies with cents/],
    ["a minimum below the cent", { minimum: 0.001 }, /^minimum: Write an amount with two decimals at most/],
    ["a negative maximum", { maximum: -1 }, /^maximum: Write an amount of 0 or more/],
    ["a maximum too large", { maximum: 1_000_000_001 }, /^maximum: Write an amount of 1000000000 at most/],
  ])("a wrong %s is refused with a correction", (_what, input, message) => {
    expect(errors(input)).toEqual([expect.stringMatching(message)])
  })
})
