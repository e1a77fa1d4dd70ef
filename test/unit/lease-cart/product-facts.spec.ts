import {
  type ProductInput,
  readLeasable,
  readProductFacts,
  readStates,
  reasonsOfProduct,
} from "../../../src/lease-cart"
import { cart, line, map, options, refusals, refusedFields, sofa } from "./builders"

type Metadata = Record<string, unknown>
type Rules = { own?: Metadata; categories?: Metadata[]; type?: Metadata; collection?: Metadata }

/** A product without any value of its own, in groups with this metadata. The first category is named A, the second B. */
function ruled({ own, categories, type, collection }: Rules): ProductInput {
  return {
    metadata: own ?? null,
    categories: (categories ?? [{}]).map((metadata, at) => ({ id: `pcat_${at}`, name: "AB"[at] ?? "", metadata })),
    type: { id: "ptyp_1", value: "Type", metadata: type ?? null },
    collection: { id: "pcol_1", title: "Collection", metadata: collection ?? null },
  }
}

const SOURCES = { brand: { value: "House" }, category: { value: "Things" }, condition: { value: "new" } }
const factsOf = (rules: Rules, changes: object = {}, is_giftcard = false) =>
  readProductFacts({ product: ruled(rules), is_giftcard }, options({ product: SOURCES, ...changes }))
const problemsOf = (...given: Parameters<typeof factsOf>) =>
  factsOf(...given).problems.map(({ problem }) => `${problem.field}:${problem.rule}`)

const ON_CATEGORY = { on: "category", id: "pcat_0", name: "A" }
const ON_TYPE = { on: "type", id: "ptyp_1", name: "Type" }
const ON_COLLECTION = { on: "collection", id: "pcol_1", name: "Collection" }

describe("where a product's lease data comes from", () => {
  const value = { brand: "Acme", category: "Sofas", condition: "used" }
  const written = { lease_brand: "Acme", lease_category: "Sofas", lease_condition: "Used" }
  const other = { lease_brand: "Other", lease_category: "Other", lease_condition: "refurbished" }
  test.each<[string, Rules, object]>([
    ["the product", { own: written, categories: [other], type: other, collection: other }, { on: "product" }],
    ["a category", { categories: [written], type: other, collection: other }, ON_CATEGORY],
    ["the type", { type: written, collection: other }, ON_TYPE],
    ["the collection", { collection: written }, ON_COLLECTION],
    ["the type, if a category's value is empty", { categories: [{ lease_brand: " " }], type: written }, ON_TYPE],
    ["the type, if a category's value is no text", { categories: [{ lease_brand: {} }], type: written }, ON_TYPE],
  ])("%s is read before what comes after it", (_, rules, from) => {
    const facts = factsOf(rules)
    expect(facts).toMatchObject(value)
    expect(Object.values(facts.found).map((found) => found?.from)).toEqual([from, from, from])
  })

  test("the options come last", () => {
    const { found } = factsOf({})
    expect([found.brand?.from, found.condition?.from]).toEqual([SOURCES.brand, SOURCES.condition])
  })

  test("categories that differ in brand or condition are refused, and the first by name has the category", () => {
    const differ = [
      { lease_brand: "Acme", lease_condition: "new", lease_category: "Sofas" },
      { lease_brand: "Other", lease_condition: "used", lease_category: "Beds" },
    ]
    expect(problemsOf({ categories: differ })).toEqual(["brand:ambiguous", "condition:ambiguous"])
    expect(factsOf({ categories: differ }).category).toBe("Sofas")
    const own = { lease_brand: "Own", lease_condition: "new" }
    expect(problemsOf({ own, categories: differ })).toEqual([])
    const alike = [{ lease_brand: "Acme" }, { lease_brand: " ACME " }]
    expect(problemsOf({ categories: alike })).toEqual([])
  })

  test("an unknown condition is refused, wherever it is written", () => {
    expect(problemsOf({ type: { lease_condition: "mint" } })).toEqual(["condition:unknown"])
  })

  test("a refusal names no category, type or collection, because shoppers can read it", () => {
    const wrong = { lease_condition: "mint", lease_leasable: "perhaps", lease_not_in: "Atlantis" }
    const product = { ...ruled({ type: wrong }), type: { value: "Clearance, low margin", metadata: wrong } }
    const reasons = refusals(cart({ items: [line({ product })] }), { product: SOURCES })
    expect(reasons[0]?.items).toHaveLength(3)
    expect(JSON.stringify(reasons)).not.toContain("margin")
    for (const { message } of reasons[0]?.items ?? []) expect(message).toContain("the metadata of its type: lease_")
  })
})

describe("whether a product is leasable", () => {
  const WORDS = [undefined, "yes", "no", "perhaps"]
  const rulesOf = (words: (string | undefined)[]): Rules => {
    const [own, first, second, type, collection] = words.map((lease_leasable) => ({ lease_leasable }))
    return { own: own ?? {}, categories: [first ?? {}, second ?? {}], type: type ?? {}, collection: collection ?? {} }
  }
  const all = Array.from({ length: WORDS.length ** 5 }, (_, at) =>
    [0, 1, 2, 3, 4].map((place) => WORDS[Math.floor(at / WORDS.length ** place) % WORDS.length]),
  )

  test.each([true, false])(
    "any no wins, then any unknown word refuses, then any yes; default %s",
    (leasableByDefault) => {
      for (const words of all) {
        const expected = words.includes("no")
          ? "not_leasable"
          : words.includes("perhaps")
            ? "unknown"
            : words.includes("yes") || leasableByDefault
              ? undefined
              : "not_leasable"
        const given = [words, problemsOf(rulesOf(words), { leasableByDefault })]
        expect(given).toEqual([words, expected ? [`leasable:${expected}`] : []])
      }
    },
  )

  test.each<[string, Rules, object, object]>([
    ["the first no", { own: { lease_leasable: true }, type: { lease_leasable: false } }, {}, ON_TYPE],
    ["the first yes", { collection: { lease_leasable: true } }, { leasableByDefault: false }, ON_COLLECTION],
    ["the option", {}, {}, { on: "default" }],
  ])("%s decides, and is named", (_, rules, more, from) => expect(factsOf(rules, more).leasable.from).toEqual(from))

  test("a gift card is leased only if its own metadata says so", () => {
    const yes = { lease_leasable: true }
    expect(factsOf({ categories: [yes], type: yes }, {}, true).leasable).toEqual({
      value: false,
      from: { on: "gift_card" },
    })
    expect(factsOf({ own: yes }, {}, true).leasable).toEqual({ value: true, from: { on: "product" } })
    expect(factsOf({ own: yes, type: { lease_leasable: "no" } }, {}, true).leasable.value).toBe(false)
  })

  test("lease_leasable is yes, no, nothing, or can't be read", () => {
    const said: unknown[] = [true, " Yes ", "false", "no", undefined, null, " ", 0, {}, ["no"], { toString: 1 }]
    expect(said.map(readLeasable)).toEqual([
      ...[true, true, false, false, null, null, null, "unknown", "unknown", "unknown", "unknown"],
    ])
  })
})

describe("the states in which a product isn't leased", () => {
  test.each<[unknown, string[] | null]>([
    ["CA, IN,NY", ["CA", "IN", "NY"]],
    ["US-CA; new york\nPuerto Rico", ["CA", "NY", "PR"]],
    [
      ["California", "us-in"],
      ["CA", "IN"],
    ],
    ['["CA", "Washington, D.C."]', ["CA", "DC"]],
    ["CA,ca,California,", ["CA"]],
    ["", []],
    [" , ", []],
    ["[]", []],
    [[], []],
    [null, []],
    [undefined, []],
    ["Atlantis", null],
    ["CA, Atlantis", null],
    ["CA IN", null],
    ["none", null],
    ["ca-on", null],
    ['["CA"', null],
    ["[1]", null],
    [5, null],
    [true, null],
    [false, null],
    [{ CA: true }, null],
    [["CA", null], null],
    [`CA${",".repeat(5_000)}`, null],
    [Array(5_000).fill("CA"), null],
  ])("%j are %j", (written, states) => expect(readStates(written)).toEqual(states))

  const warranty = ruled({
    own: { lease_not_in: "CA" },
    categories: [{ lease_not_in: "IN" }, { lease_not_in: "CA,NY" }],
    collection: { lease_not_in: ["PR"] },
  })
  const plan = { title: "Warranty", product: warranty }
  const goingTo = (province: string | null, country_code = "us") =>
    cart({ items: [line(), line(plan)], shipping_address: { country_code, province } })

  test("are those of the product, its categories, its type and its collection together", () => {
    const { notIn, problems } = readProductFacts({ product: warranty }, options({ product: SOURCES }))
    expect(notIn.map(({ states }) => states)).toEqual([["CA"], ["IN"], ["CA", "NY"], ["PR"]])
    expect(problems).toEqual([])
    for (const [state, country] of [["CA"], ["Indiana"], ["us-ny"], ["PR"], [null, "pr"]] as const)
      expect(refusals(goingTo(state, country), { product: SOURCES, countries: ["us"] })).toMatchObject([
        { code: "unavailable_items", params: { items: "Warranty" }, items: [{ field: "not_in", rule: "state" }] },
      ])
  })

  test("don't matter elsewhere, and a US state must be known", () => {
    expect(refusals(goingTo("TX"), { product: SOURCES })).toEqual([])
    expect(refusals(goingTo("CA", "ca"), { product: SOURCES, countries: ["ca"] })).toEqual([])
    for (const province of [null, "Somewhere"]) {
      const incomplete = [{ code: "unavailable_incomplete", params: { missing: "state" } }]
      expect(refusals(goingTo(province), { product: SOURCES })).toEqual(incomplete)
      expect(refusals(cart({ shipping_address: { country_code: "us", province } }))).toEqual([])
    }
  })

  test("refuse the product everywhere if they can't be read", () => {
    const product = { ...sofa, type: { value: "Plan", metadata: { lease_not_in: "California and more" } } }
    expect(refusedFields(cart({ items: [line({ product })] }))).toEqual(["not_in:unknown"])
  })

  test("are refused on a product's page once the state is known", () => {
    const region = { currency_code: "usd", countries: ["us"] }
    const reasonsIn = (state: string | undefined, more: object = {}) =>
      reasonsOfProduct({ product: warranty }, { ...region, state }, options({ product: SOURCES, ...more }), new Date())
    expect([reasonsIn(undefined), reasonsIn("TX")]).toEqual([[], []])
    const refused = [{ code: "unavailable_place", params: { place: "New York" } }]
    expect([reasonsIn("NY"), reasonsIn("NY", { excludedStates: ["NY"] })]).toEqual([refused, refused])
  })
})

test("neither the fingerprint nor the lease cart depends on the order of the categories", () => {
  const product = ruled({ categories: [{ lease_category: "B", lease_brand: "Acme" }, { lease_category: "A" }] })
  const [first, second] = [product, { ...product, categories: [...(product.categories ?? [])].reverse() }].map((each) =>
    map(cart({ items: [line({ id: "a", variant_id: "v", variant_sku: "s", product: each })] }), { product: SOURCES }),
  )
  expect(second).toEqual(first)
})

test("the fingerprint doesn't depend on any rule", () => {
  const [plain, rules] = [sofa, { ...sofa, type: { metadata: { lease_not_in: "CA", lease_brand: "Other" } } }].map(
    (product) => map(cart({ items: [line({ id: "a", variant_id: "v", variant_sku: "s", product })] })).fingerprint,
  )
  expect(rules).toBe(plain)
})
