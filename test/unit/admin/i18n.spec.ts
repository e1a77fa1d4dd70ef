import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { CARD_STATES, NEXT_STEPS } from "../../../src/modules/lease/card-state"
import { attentionTexts } from "../../../src/modules/lease/messages"

const FOLDER = join(__dirname, "../../../admin")

/** The texts of a language, by dotted key. */
function texts(language: string): Map<string, string> {
  return new Map(flatten(JSON.parse(readFileSync(join(FOLDER, `i18n/${language}.json`), "utf8"))))
}

function flatten(node: object, path: string[] = []): [string, string][] {
  return Object.entries(node).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[[...path, key].join("."), value]] : flatten(value, [...path, key]),
  )
}

const parameters = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

/** The source text of all dashboard code. */
const code = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(FOLDER, file), "utf8"))
  .join("\n")

/** Types of history entries, as `records.ts` lists them. */
const historyTypes = (() => {
  const source = readFileSync(join(FOLDER, "../src/modules/lease/records.ts"), "utf8")
  const union = source.slice(source.indexOf("export type HistoryEntry"), source.indexOf("export type HistoryRecord"))
  return [...union.matchAll(/(?:type:|\|)\s+"(\w+)"/g)].map(([, type = ""]) => type)
})()

const en = texts("en")
const es = texts("es")

it("has the same keys in every language", () => {
  expect([...es.keys()]).toEqual([...en.keys()])
})

it.each([...en])("%s has the same parameters in every language", (key, text) => {
  expect(parameters(es.get(key) ?? "")).toEqual(parameters(text))
})

it("has no empty text", () => {
  expect([...en, ...es].filter(([, text]) => !text.trim())).toEqual([])
})

it.each(CARD_STATES)("has a word for the state %s", (state) => {
  expect(en.has(`states.${state}`)).toBe(true)
})

it.each(NEXT_STEPS)("has words for the next step %s", (step) => {
  expect(en.has(`next.${step}`)).toBe(true)
})

it.each(Object.keys(attentionTexts))("has words for what is raised as %s", (attention) => {
  expect(en.has(`attention.${attention}`)).toBe(true)
})

it.each(["cancel_unknown", "return_unknown", "order_cancelled_lease_alive", "amount_differs"])(
  "has words for the alert %s",
  (attention) => {
    expect(en.has(`attention.${attention}`)).toBe(true)
  },
)

it("reads the types of history entries", () => {
  expect(historyTypes).toEqual(expect.arrayContaining(["lease_opened", "cart_sent", "cancelled", "attention_raised"]))
})

it.each(historyTypes)("has words for the history entry %s", (type) => {
  expect(en.has(`facts.${type}`)).toBe(true)
})

it("has every text that the dashboard code names", () => {
  const named = [...code.matchAll(/"leaseToOwn\.([\w.]+)"/g)].map(([, key = ""]) => key)
  expect(named.filter((key) => !en.has(key))).toEqual([])
})
