import type { Dialect } from "../options/dialect"
import { type Cents, toCents } from "../values/cents"
import { cleanText } from "../values/clean-text"
import { isSensitiveField, mask } from "../values/mask"

/** One figure in the breakdown. Money is in cents, counts and percentages are numbers, dates are `YYYY-MM-DD`, and anything else is text. */
export type PricingLine = {
  name: string
  kind: "money" | "count" | "percent" | "date" | "text"
  value: string | number
}

type Kind = PricingLine["kind"]

const MONEY = [
  ...(["invoiceTotal", "cashPrice", "invoiceRemaining", "costOfLease"] as const),
  ...(["effectiveLeaseBalance", "initialBalance", "initialPaymentAmount", "ninetyDayBuyout"] as const),
  ...(["depositAmount", "depositSalesTax", "depositNet"] as const),
  ...(["periodicPaymentAmount", "totalLeasePrice", "sumOfAllPayments", "totalDueAtSigning"] as const),
  ...(["totalRetailerDeliveryFees", "estimatedTax", "totalTax", "initialBalancePlusEstimatedTax"] as const),
] as const
const COUNTS = ["totalNumberOfPayment", "termInMonths"] as const

/** The figures named in reference 5. A figure is absent unless it has the expected type. */
export type PricingFigures = { [name in (typeof MONEY)[number]]?: Cents } & {
  [name in (typeof COUNTS)[number]]?: number
} & {
  salesTaxRate?: number
  /** `YYYY-MM-DD`. */
  nextPaymentDate?: string
  paymentFrequency?: string
}

const KINDS = new Map<string, Kind>([
  ...MONEY.map((name): [string, Kind] => [name, "money"]),
  ...COUNTS.map((name): [string, Kind] => [name, "count"]),
  ["salesTaxRate", "percent"],
  ["nextPaymentDate", "date"],
  ["paymentFrequency", "text"],
])

/** Matches identifiers, which aren't shown. A field that ends in "paid" or has a fractional value is a figure instead. */
const IDENTIFIER = /(?:(?<!pa)id|key|code|token)$/i
const isFraction = (value: unknown) => Number.isFinite(Number(value)) && !Number.isInteger(Number(value))
/** Groups that aren't shown: those about a person, and the status, which `readPricing` reads strictly. */
const NO_PRICE = /^appStatus$|customer|applicant|person|contact|address|bank|card|store|merchant/i

const MAX_TEXT = 80
const NAME = /^[^\p{Cc}\p{Cs}]{1,80}$/u
const MAX_LINES = 200
const MAX_DEPTH = 4

/** Maximum paths in `leftOut`. */
const MAX_NAMED = 10

/** The breakdown for display, with the named figures. `leftOut` lists the paths of at most ten fields that are too large to show. */
export type Breakdown = PricingFigures & { lines: PricingLine[]; leftOut?: string[] }

/**
 * Returns the breakdown in the service's order, at most 200 lines.
 *
 * - A field in a group is shown under its own name if that name is known and not yet taken, and otherwise under its path.
 * - A field that the service sends under two names is shown once.
 * - An unknown field's kind depends on its name and value.
 * - URLs and fields that may contain applicant data aren't shown.
 * - A named figure of the wrong type, such as "N/A", is only a line. So is a figure in a group, because it may be the price of something else.
 */
export function toBreakdown(answer: Record<string, unknown>, dialect: Dialect): Breakdown {
  const figures: Record<string, string | number> = {}
  const lines: PricingLine[] = []
  const taken = new Set<string>()
  const leftOut: string[] = []
  const rules = rulesOf(dialect)
  for (const { key, value, group } of fieldsOf(answer)) {
    const rule = rules.get(key) ?? learn(rules, key)
    const isTaken = taken.has(rule.name)
    if (rule.hidden || (rule.isId && !isFraction(value))) continue
    const path = group ? `${group}.${key}` : key
    if (isOfStatus(dialect, { group, key, path }) || (!group && isTaken)) continue
    const free = !group || (rule.named && !Object.hasOwn(answer, rule.name) && !isTaken)
    const line = lines.length < MAX_LINES ? toLine(free ? rule : { ...rule, name: path }, value) : TOO_LONG
    if (line === TOO_LONG && leftOut.push(mask(cleanText(path, MAX_TEXT))) === MAX_NAMED) break
    if (!line || line === TOO_LONG) continue
    lines.push(line)
    taken.add(line.name)
    if (rule.named && !group && line.kind === rule.kind) figures[line.name] = line.value
  }
  return Object.assign(figures as PricingFigures, { lines }, leftOut.length > 0 && { leftOut })
}

/** Whether a field is the status or the approval limit next to it. Neither is a price. */
function isOfStatus({ statusKeys }: Dialect, { group, key, path }: Omit<Field, "value"> & { path: string }): boolean {
  if (statusKeys.includes(path)) return true
  if (key !== "approvalAmount" || !group) return false
  return statusKeys.some((status) => status.replace(/(?<![^.])[^.]*$/, "") === `${group}.`)
}

type Field = { key: string; value: number | string | object; group: string }

/**
 * Returns a response's numbers and texts, each with its group's path (empty at the top level). Positions in lists start at 1. A group that is nested
 * too deeply counts as one field.
 */
function fieldsOf(answer: object, group = "", depth = 0, fields: Field[] = []): Field[] {
  const isList = Array.isArray(answer)
  for (const [name, value] of Object.entries(answer)) {
    const key = isList ? String(Number(name) + 1) : name
    if ((typeof value === "number" || typeof value === "string") && !isList) fields.push({ key, value, group })
    else if (value && typeof value === "object" && !NO_PRICE.test(key))
      if (depth === MAX_DEPTH) fields.push({ key, value, group })
      else fieldsOf(value, group ? `${group}.${key}` : key, depth + 1, fields)
  }
  return fields
}

const TOO_LONG = "too long"

function toLine(
  { name, kind }: Pick<Rule, "name" | "kind">,
  value: Field["value"],
): PricingLine | typeof TOO_LONG | undefined {
  if (typeof value === "object" || !NAME.test(name)) return TOO_LONG
  const date = typeof value === "string" ? DATE.exec(value)?.[0] : undefined
  if (date !== undefined) return { name, kind: "date", value: date }
  const number = inKind(kind, value)
  if (number !== undefined) return { name, kind, value: number }
  const written = cleanText(String(value), Number.POSITIVE_INFINITY)
  if (!written || written.includes("://")) return undefined
  if (written.length > MAX_TEXT) return TOO_LONG
  return { name, kind: "text", value: mask(written) }
}

const DATE = /^\d{4}-\d\d-\d\d(?=$|[T ])/

function inKind(kind: Kind, value: number | string): number | undefined {
  if (kind === "money") return toCents(value)
  if (kind === "date" || kind === "text") return undefined
  const number = typeof value === "number" || value.trim() ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** How to read a field. Depends only on the field's name. */
type Rule = { name: string; kind: Kind; named: boolean; hidden: boolean; isId: boolean }

/** Limits the cache. A service usually sends the same few names, but it must not be able to fill up memory with others. */
const MAX_LEARNED = 1000
/** Caches rules, because finding them took a tenth of a price request's time. */
const learned = new WeakMap<Dialect, Map<string, Rule>>()

/** Returns the cached rules by field name, starting with those for `dialect.pricingAliases`. */
function rulesOf(dialect: Dialect): Map<string, Rule> {
  const known = learned.get(dialect)
  if (known) return known
  const entries = Object.entries(dialect.pricingAliases)
  const rules = new Map(entries.flatMap(([name, keys]) => keys.map((key): [string, Rule] => [key, toRule(name)])))
  learned.set(dialect, rules)
  return rules
}

function learn(rules: Map<string, Rule>, key: string): Rule {
  const rule = toRule(key)
  if (rules.size < MAX_LEARNED) rules.set(key, rule)
  return rule
}

function toRule(name: string): Rule {
  const kind = KINDS.get(name)
  const [hidden, isId] = [isSensitiveField(name), IDENTIFIER.test(name)]
  return { name, kind: kind ?? guess(name), named: kind !== undefined, hidden, isId }
}

function guess(name: string): Kind {
  if (/(rate|percent|percentage)$/i.test(name)) return "percent"
  if (/(count$|number|months|weeks|days)/i.test(name)) return "count"
  return /(amount|price|total|cost|balance|fees?|tax|deposit|buyout|payment|due|remaining|(?<!is)paid)$/i.test(name)
    ? "money"
    : "text"
}
