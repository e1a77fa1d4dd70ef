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
      'salesTax: The reference cart format has no field for sales tax. Set salesTax: "by_operator", or cartFormat: "spec".',
    ])
    expect(errors({ cartFormat: "reference", salesTax: "by_operator" })).toEqual([])
    const some = { default: "by_operator", states: { IL: "in_cart" } }
    for (const salesTax of [some, { default: "in_cart", states: { IL: "by_operator" } }])
      expect(errors({ cartFormat: "reference", salesTax })).toEqual([expect.stringContaining("no field for sales tax")])
    expect(errors({ cartFormat: "reference", salesTax: { ...some, states: { IL: "refuse" } } })).toEqual([])
  })

  test("the reference format is refused with fees, for which it has no place", () => {
    const fees = { salesTax: "by_operator", feeTaxCodes: ["TIRE"] }
    expect(errors({ cartFormat: "reference", ...fees })).toEqual([
      'feeTaxCodes: The reference cart format has no field for fees. Remove feeTaxCodes, or set cartFormat: "spec".',
    ])
    expect(errors(fees)).toEqual([])
  })

  test("a minimum above the maximum is refused", () => {
    expect(errors({ minimum: 100, maximum: 50 })).toEqual(["minimum: The minimum must not be above the maximum."])
  })

  test("values by state may have other keys that the option names", () => {
    const schema = byState(z.string(), "Write states.", ["default", "abroad"])
    const keys = { default: "a", abroad: "b", TX: "c", "ca-on": "d" }
    expect(schema.parse(keys)).toEqual(keys)
    expect(schema.safeParse({ other: "a" }).error?.issues).toMatchObject([{ message: "Write states." }])
  })

  const inStates = (states: object) => ({ default: "in_cart", states })
  const CONDITION = /^product\.condition: Set condition: \{ value: "new" \}/
  test.each<[string, unknown, RegExp]>([
    [
      "salesTax",
      { salesTax: "yes" },
      /^salesTax: Set salesTax: "in_cart", salesTax: "by_operator", or salesTax: \{ default: …, states: … \}\.$/,
    ],
    ["default of salesTax", { salesTax: { default: "refuse", states: {} } }, /^salesTax: Set salesTax: "in_cart"/],
    ["state of salesTax", { salesTax: inStates({ XX: "refuse" }) }, /^salesTax: Set states: \{ TX: "in_cart" \}/],
    ["rule of salesTax", { salesTax: inStates({ TX: "no" }) }, /^salesTax: Set states: \{ TX: "in_cart" \}/],
    [
      "state twice",
      { salesTax: inStates({ TX: "refuse", Texas: "in_cart" }) },
      /^salesTax\.states: Name each state once\.$/,
    ],
    ["feeTaxCodes", { feeTaxCodes: "TIRE" }, /^feeTaxCodes: Set feeTaxCodes: \["TIRE"\]/],
    ["code among feeTaxCodes", { feeTaxCodes: [" "] }, /^feeTaxCodes\.0: Set feeTaxCodes: \["TIRE"\]/],
    ["resaleCertificates", { resaleCertificates: ["TX"] }, /^resaleCertificates: Set resaleCertificates: \{ TX: /],
    ["state of a certificate", { resaleCertificates: { XX: "2027-12-31" } }, /^resaleCertificates\.XX: Set resaleCert/],
    ["end of a certificate", { resaleCertificates: { TX: "2027-02-30" } }, /^resaleCertificates\.TX: Set resaleCert/],
    [
      "end of a certificate with a number",
      { resaleCertificates: { TX: { until: "2027-02-30", number: "5" } } },
      /^resaleCertificates\.TX(\.until)?: Set resaleCert/,
    ],
    [
      "blank number of a certificate",
      { resaleCertificates: { TX: { until: "2027-12-31", number: " " } } },
      /^resaleCertificates\.TX(\.number)?: Set resaleCert/,
    ],
    [
      "number of a certificate",
      { resaleCertificates: { TX: { until: "2027-12-31", number: 5 } } },
      /^resaleCertificates\.TX(\.number)?: Set resaleCert/,
    ],
    [
      "certificate without an end",
      { resaleCertificates: { TX: { number: "5" } } },
      /^resaleCertificates\.TX(\.until)?: Set resaleCert/,
    ],
    ["requireResaleCertificate", { requireResaleCertificate: "yes" }, /^requireResaleCertificate: Set require/],
    ["tax", { tax: "all" }, /^tax: Set tax: "per_line" or tax: "one_line"\.$/],
    ["cartFormat", { cartFormat: "new" }, /^cartFormat: Set cartFormat: "spec" or cartFormat: "reference"\.$/],
    ["leasableByDefault", { leasableByDefault: "no" }, /^leasableByDefault: Set leasableByDefault: true or/],
    ["product", { product: { brand: "metadata.brand" } }, /^product\.brand: Set where it comes from/],
    ["list of sources", { product: { brand: [] } }, /^product\.brand: Set where it comes from/],
    ["condition in a list", { product: { condition: [{ metadata: "state" }, { value: "mint" }] } }, CONDITION],
    ["a misspelled product field", { product: { brnd: { value: "x" } } }, /^product: Set product: /],
    ["condition", { product: { condition: { value: "mint" } } }, CONDITION],
    ["deliveryDate", { deliveryDate: "2027-01-01" }, /^deliveryDate: Set deliveryDate: \(line, cart\) =>/],
    ["a timeZone that is no text", { timeZone: 1 }, /^timeZone: Set timeZone: "UTC"/],
    ["timeZone", { timeZone: "Mars/Base" }, /^timeZone: Set timeZone: "UTC"/],
    ["timeZone, an abbreviation without daylight saving time", { timeZone: "EST" }, /^timeZone: Set timeZone: "UTC"/],
    ["lineMetadata", { lineMetadata: "yes" }, /^lineMetadata: Set lineMetadata: true or/],
    ["list of currencies", { currencies: "usd" }, /^currencies: Set currencies: \["usd"\]\.$/],
    ["currencies", { currencies: [] }, /^currencies: List at least one currency/],
    ["a currency", { currencies: ["dollar"] }, /^currencies\.0: Use a three-letter currency code/],
    [
      "a currency with three decimals",
      { currencies: ["kwd"] },
      /^currencies\.0: Leases need a currency with two decimals/,
    ],
    ["list of countries", { countries: "us" }, /^countries: Set countries: \["us"\]\.$/],
    ["empty list of countries", { countries: [] }, /^countries: List at least one country/],
    ["countries", { countries: ["usa"] }, /^countries\.0: Use a two-letter country code/],
    ["list of excludedStates", { excludedStates: "NJ" }, /^excludedStates: Set excludedStates: \["NJ", "WI"\]\.$/],
    ["excludedStates", { excludedStates: ["Atlantis-Nord"] }, /^excludedStates\.0: Use a US state/],
    ["excludedStates of a country", { excludedStates: ["ca-"] }, /^excludedStates\.0: Use a US state/],
    ["minimum", { minimum: "50" }, /^minimum: Use an amount in major units/],
    ["a currency without cents", { currencies: ["jpy"] }, /^currencies\.0: Leases need a currency with two decimals/],
    ["a minimum below the cent", { minimum: 0.001 }, /^minimum: Use an amount with at most two decimals/],
    ["a negative maximum", { maximum: -1 }, /^maximum: Use an amount of 0 or more/],
    ["a maximum too large", { maximum: 1_000_000_001 }, /^maximum: Use an amount of at most 1000000000/],
  ])("a wrong %s is refused with a correction", (_what, input, message) => {
    expect(errors(input)).toEqual([expect.stringMatching(message)])
  })
})
