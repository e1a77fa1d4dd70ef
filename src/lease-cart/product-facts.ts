import { canonicalText, cleanText, usState } from "../client"
import { compareTexts } from "./cart-amounts"
import type { CartLine, ProductInput } from "./cart-input"
import { CONDITIONS, type LeaseCartOptions, type ProductSource } from "./options"
import { type Place, stateName } from "./place"

/** The maximum length of a brand or category (characters), which appear in the contract. */
const LONGEST_TEXT = 100
/** The maximum length of `lease_not_in` (characters), several times the length of all states' names. */
const LONGEST_LIST = 5_000

/** A problem with a line, or with the cart as a whole (in which case `id` is the cart's). */
export type ItemProblem = {
  id: string
  title: string
  /** The field of the lease cart that can't be filled in, or the field of the cart that is wrong. */
  field: string
  /** A short, stable name for the rule. */
  rule: string
  /** The problem and what the merchant can do about it. */
  message: string
}

/** An {@link ItemProblem} that isn't assigned to a line yet. */
export type Problem = Omit<ItemProblem, "id" | "title">

/** Something with `lease_*` metadata: the product itself, one of its categories, its type or its collection. */
export type RuleOrigin = { on: "product" } | ProductGroup
export type ProductGroup = { on: "category" | "type" | "collection"; id: string; name: string }

type TextOrigin = RuleOrigin | ProductSource
export type FoundText = { text: string; from: TextOrigin } | undefined

/** `from` has the value that is wrong. It is undefined if a value is missing. */
type ProductProblem = { problem: Problem; from?: TextOrigin | Leasable["from"] | undefined }

/** Whether a product is offered for lease, and what decided that. `default` is the option `leasableByDefault`. */
export type Leasable = { value: boolean | "unknown"; from: RuleOrigin | { on: "default" | "gift_card" } }

export type ProductFacts = ReturnType<typeof readProductFacts>

type Rule = { from: RuleOrigin; metadata: ProductInput["metadata"] }
type TextName = "brand" | "category" | "condition"

/**
 * Returns everything that decides whether a product can be leased, and where it comes from. The rules are the `lease_*` metadata of the product, its
 * categories, its type and its collection, in this order.
 *
 * The brand, category and condition are those of the first rule or else of the first of the option's sources that has a value. The last resort for
 * the category is the product's first category, its type or its collection. Brand and condition are never guessed (spec 2.3 requires all three).
 * `leasable` is false if any rule says so, or else unknown if any rule can't be read, or else true if any rule says so, or else the option's default.
 * `notIn` lists the states of all rules. `problems` has everything that is wrong in any state.
 */
export function readProductFacts(
  { product, is_giftcard }: Pick<CartLine, "product" | "is_giftcard">,
  options: Pick<LeaseCartOptions, "product" | "leasableByDefault">,
) {
  const rules = rulesOf(product ?? {})
  const find = (name: TextName) => findText(rules, name) ?? firstFound(product ?? {}, options.product[name])
  const [brand, ownCategory, condition] = [find("brand"), find("category"), find("condition")]
  const category = ownCategory ?? firstFound(product ?? {}, OWN_CATEGORY)
  const leasable = leasableOf(rules, is_giftcard ? "gift_card" : "default", options)
  const lists = rules.map(({ from, metadata }) => ({ from, states: readStates(metadata?.lease_not_in) }))
  const known = CONDITIONS.find((one) => one === comparable(condition?.text ?? ""))
  const problems: ProductProblem[] = [
    ...(brand ? [] : [missing("brand")]),
    ...(category ? [] : [missing("category")]),
    ...(known ? [] : [condition ? unknownCondition(condition) : missing("condition")]),
    ...differences(rules),
    ...(leasable.value === true ? [] : [notLeasable(leasable)]),
    ...lists.flatMap(({ from, states }) => (states ? [] : [unknownStates(from)])),
  ]
  return {
    brand: brand?.text,
    category: category?.text,
    condition: known,
    found: { brand, category, condition },
    leasable,
    notIn: lists.flatMap(({ from, states }) => (states?.length ? [{ from, states }] : [])),
    problems,
  }
}

/** Returns the problem if the product isn't leased in the place's state. While the state is unknown, there is none. */
export function stateProblems({ notIn }: Pick<ProductFacts, "notIn">, place: Place | undefined): Problem[] {
  if (place?.country !== "us" || !notIn.some(({ states }) => states.includes(place.state ?? ""))) return []
  return [{ field: "not_in", rule: "state", message: `This product is not leased in ${stateName(place)}.` }]
}

/** Sorts the categories by name, because Medusa returns them in no fixed order, and mapping the same cart must always give the same result. */
function rulesOf({ metadata, categories, type, collection }: ProductInput): Rule[] {
  const ofCategories = (categories ?? [])
    .flatMap((category) => ruleOf("category", category, category?.name))
    .sort((a, b) => compareTexts(`${a.from.name} ${a.from.id}`, `${b.from.name} ${b.from.id}`))
  return [
    { from: { on: "product" }, metadata },
    ...ofCategories,
    ...ruleOf("type", type, type?.value),
    ...ruleOf("collection", collection, collection?.title),
  ]
}

type MaybeGroup = { id?: string; metadata?: Rule["metadata"] } | null | undefined

function ruleOf(on: ProductGroup["on"], group: MaybeGroup, name: unknown): (Rule & { from: ProductGroup })[] {
  return group ? [{ from: { on, id: group.id ?? "", name: text(name) ?? "" }, metadata: group.metadata }] : []
}

function findText(rules: readonly Rule[], name: TextName): FoundText {
  for (const { from, metadata } of rules) {
    const value = text(metadata?.[`lease_${name}`])
    if (value !== undefined) return { text: value, from }
  }
  return undefined
}

/** Categories have no order, so if the brand or condition depends on which of them is first, it would be guessed. */
function differences(rules: readonly Rule[]): ProductProblem[] {
  return (["brand", "condition"] as const).flatMap((name) => {
    const from = findText(rules, name)?.from
    if (!from || !("on" in from) || from.on !== "category") return []
    const values = rules.flatMap((rule) => (rule.from.on === "category" ? (findText([rule], name)?.text ?? []) : []))
    if (new Set(values.map(comparable)).size === 1) return []
    const message = `The product's categories differ in lease_${name}. Set it in the product's own metadata.`
    return [{ problem: { field: name, rule: "ambiguous", message } }]
  })
}

/** A gift card is money, so lease one only if its own metadata allows that. Other products follow the option. */
function leasableOf(
  rules: readonly Rule[],
  otherwise: "gift_card" | "default",
  { leasableByDefault }: Pick<LeaseCartOptions, "leasableByDefault">,
): Leasable {
  const written = rules.flatMap(({ from, metadata }) => {
    const value = readLeasable(metadata?.lease_leasable)
    return value === null ? [] : [{ value, from }]
  })
  const [first] = written
  const strictest = written.find(({ value }) => value === false) ?? written.find(({ value }) => value === "unknown")
  if (strictest) return strictest
  if (first && (otherwise === "default" || first.from.on === "product")) return first
  return { value: otherwise === "default" && leasableByDefault, from: { on: otherwise } }
}

/** Reads `lease_leasable`. Null if it isn't set. The text "false" must never be read as true (reference, house rule 3). */
export function readLeasable(value: unknown): boolean | "unknown" | null {
  if (value === undefined || value === null) return null
  const word = typeof value === "object" ? "unknown" : comparable(String(value))
  if (word === "") return null
  return word === "true" || word === "yes" ? true : word === "false" || word === "no" ? false : "unknown"
}

/** Reads `lease_not_in`: US states separated by commas, or an array of them, which may be JSON text. Null if anything in it isn't a US state. */
export function readStates(value: unknown): string[] | null {
  const list = typeof value === "string" ? splitList(value) : (value ?? [])
  if (!Array.isArray(list) || !list.every((name) => typeof name === "string")) return null
  if (list.join().length > LONGEST_LIST) return null
  const codes = list.flatMap((name) => (canonicalText(name) === "" ? [] : [usState(name)]))
  return codes.every((code) => code !== undefined) ? [...new Set(codes)].sort() : null
}

function splitList(list: string): unknown {
  if (!list.trimStart().startsWith("[")) return list.slice(0, LONGEST_LIST + 1).split(/[,;\n]/)
  try {
    return JSON.parse(list)
  } catch {
    return null
  }
}

function missing(field: TextName): ProductProblem {
  const message = `The product has no ${field}. Set its metadata lease_${field}, or say in the product.${field} option where it comes from.`
  return { problem: { field, rule: "missing", message } }
}

function unknownCondition({ from }: NonNullable<FoundText>): ProductProblem {
  const message = `The product's condition is none of new, used, refurbished. Correct ${metadataOf(from)} lease_condition.`
  return { problem: { field: "condition", rule: "unknown", message }, from }
}

function notLeasable({ value, from }: Leasable): ProductProblem {
  const problem =
    value === false
      ? { rule: "not_leasable", message: "This product is not offered for lease." }
      : { rule: "unknown", message: `Write ${metadataOf(from)} lease_leasable as true or false.` }
  return { problem: { field: "leasable", ...problem }, from }
}

function unknownStates(from: RuleOrigin): ProductProblem {
  const message = `Write ${metadataOf(from)} lease_not_in as US states, such as "CA, IN, NY".`
  return { problem: { field: "not_in", rule: "unknown", message }, from }
}

/** Doesn't name the category, type or collection, because the message is in the cart's response, which shoppers can read. */
function metadataOf(from: TextOrigin | Leasable["from"]): string {
  const on = "on" in from ? from.on : "product"
  return on === "product" ? "its metadata" : `the metadata of its ${on}:`
}

/** The sources of the category if neither a rule nor the option provides one. */
const OWN_CATEGORY: ProductSource[] = [{ from: "category" }, { from: "type" }, { from: "collection" }]

function firstFound(product: ProductInput, sources: ProductSource | ProductSource[] = []): FoundText {
  for (const from of [sources].flat()) {
    const value = textFrom(product, from)
    if (value !== undefined) return { text: value, from }
  }
  return undefined
}

function textFrom(product: ProductInput, source: ProductSource): string | undefined {
  if ("value" in source) return text(source.value)
  if ("metadata" in source) return text(product.metadata?.[source.metadata])
  if (source.from === "type") return text(product.type?.value)
  if (source.from === "collection") return text(product.collection?.title)
  // The first category by name, as in `rulesOf`.
  return (product.categories ?? []).map((category) => text(category?.name)).sort()[0]
}

/** Returns one spelling of a text for comparing it. */
function comparable(text: string): string {
  return canonicalText(text).toLowerCase()
}

function text(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number"
    ? cleanText(String(value), LONGEST_TEXT) || undefined
    : undefined
}
