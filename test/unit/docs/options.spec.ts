import { runInNewContext } from "node:vm"
import { dialectDefaults } from "../../../src/client"
import { readProductFacts } from "../../../src/lease-cart"
import { optionNames, parseOptions } from "../../../src/modules/lease/options/parse-options"
import { codes, read, section, tables } from "./markdown"

const [plain = ""] = read("docs/options.md").split("\n## The hosted widget")
const rows = tables(plain).flat()
const documented = new Map(rows.flatMap(([names = "", fallback = ""]) => codes(names).map((name) => [name, fallback])))

const required = { baseUrl: "https://leasing.example", authHash: "aGFzaA==", operator: { contact: "phone" } }
const parsed = Object.entries(parseOptions(required))
/** Defaults listed in the table: all but objects and given values. */
const defaults = parsed.filter(
  ([name, value]) => documented.has(name) && (typeof value !== "object" || Array.isArray(value)),
)

describe("the tables of docs/options.md", () => {
  it("have a row for each option, and no other", () => {
    expect([...documented.keys()].sort()).toEqual([...optionNames].sort())
  })

  it("have each default", () => {
    expect(defaults.filter(([name, value]) => documented.get(name) !== `\`${JSON.stringify(value)}\``)).toEqual([])
    const { operator, consent } = parseOptions(required)
    expect([documented.get("operator"), documented.get("consent")]).toEqual([
      expect.stringContaining(`\`"${operator.name}"\``),
      expect.stringContaining(`\`"${consent.version}"\``),
    ])
  })

  it.each(Object.keys(required))("calls %s required, without which nothing starts", (name) => {
    const rest = Object.fromEntries(Object.entries(required).filter(([other]) => other !== name))
    expect(() => parseOptions(rest)).toThrow(
      name === "authHash" ? "username and password, or only authHash" : `- ${name}:`,
    )
  })

  it("call nothing else required", () => {
    const names = [...documented].filter(([, fallback]) => fallback.includes("required")).map(([name]) => name)
    expect(names).toEqual(["baseUrl", "username", "password", "operator"])
  })
})

describe("the README's table of options", () => {
  const [chosen = []] = tables(section(read("README.md"), "The options most stores set"))

  it("names existing options, in ten rows at most", () => {
    const names = chosen.flatMap(([names = ""]) => codes(names))
    expect(names.filter((name) => !documented.has(name))).toEqual([])
    expect(chosen.length).toBeLessThanOrEqual(10)
  })

  it("has their defaults", () => {
    const told = chosen.filter(([, fallback = ""]) => fallback.startsWith("`"))
    expect(told.map(([names = "", fallback]) => [names, fallback])).toEqual(
      told.map(([names = ""]) => [names, documented.get(codes(names)[0] ?? "")]),
    )
  })
})

it("with the sample of docs/install-by-hand.md, a product of Medusa's own starter can be leased, which has a category and nothing else", () => {
  const [, written = ""] = /\b(product: \{.*\}),\n/.exec(read("docs/install-by-hand.md")) ?? []
  const options = parseOptions({ ...required, ...runInNewContext(`({ ${written} })`) })
  const product = { categories: [{ name: "Shirts" }], type: null, collection: null, metadata: null }
  const facts = readProductFacts({ product, is_giftcard: false }, options)
  expect(facts).toMatchObject({ brand: "Unbranded", category: "Shirts", condition: "new", problems: [] })
})

it("docs/assumptions.md names every key of option dialect, and no other", () => {
  const named = codes(read("docs/assumptions.md")).flatMap((code) => /^dialect\.(\w+)/.exec(code)?.[1] ?? [])
  expect([...new Set(named)].sort()).toEqual(Object.keys(dialectDefaults).sort())
})
