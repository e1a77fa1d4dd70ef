import { type Cents, toCents } from "./cents"
import { isSensitiveField, mask } from "./mask"
import type { Wire } from "./wire-defaults"

/** One figure of the breakdown: money in cents, counts and percentages as numbers, dates as `YYYY-MM-DD`, anything else as text. */
export type PricingLine = {
  name: string
  kind: "money" | "count" | "percent" | "date" | "text"
  value: string | number
}

type Kind = PricingLine["kind"]

const MONEY = [
  ...([
    "invoiceTotal",
    "cashPrice",
    "invoiceRemaining",
    "costOfLease",
    "effectiveLeaseBalance",
    "initialBalance",
  ] as const),
  ...(["initialPaymentAmount", "ninetyDayBuyout", "depositAmount", "depositSalesTax", "depositNet"] as const),
  ...(["periodicPaymentAmount", "totalLeasePrice", "sumOfAllPayments", "totalDueAtSigning"] as const),
  ...(["totalRetailerDeliveryFees", "estimatedTax", "totalTax", "initialBalancePlusEstimatedTax"] as const),
] as const
const COUNTS = ["totalNumberOfPayment", "termInMonths"] as const

/** The figures that the reference names (section 5), each absent unless it came as what it should be. */
export type PricingFigures = { [name in (typeof MONEY)[number]]?: Cents } & {
  [name in (typeof COUNTS)[number]]?: number
} & {
  salesTaxRate?: number
  /** `YYYY-MM-DD` */
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

/** Identifiers are not for people. */
const IDENTIFIER = /(?:id|key|code|token)$/i

/** Longer text is no figure. */
const MAX_TEXT = 80

/** The breakdown for display, and the named figures in it. */
export type Breakdown = PricingFigures & { lines: PricingLine[] }

/**
 * The breakdown in the service's order. Unknown fields are shown by what they look like; nested values, addresses and fields that may hold data of
 * an applicant are not shown. A field that came under two names is shown once. A named figure that came as something else, such
 * as "N/A", is a line only.
 */
export function toBreakdown(answer: Record<string, unknown>, wire: Wire): Breakdown {
  const figures: Record<string, string | number> = {}
  const lines: PricingLine[] = []
  const rules = rulesOf(wire)
  for (const key of Object.keys(answer)) {
    const value = answer[key]
    if (typeof value !== "number" && typeof value !== "string") continue
    const rule = rules.get(key) ?? learn(rules, key)
    if (rule.hidden || (rule.aliased && lines.some(({ name }) => name === rule.name))) continue
    const line = toLine(rule, value)
    if (!line) continue
    lines.push(line)
    if (rule.named && line.kind === rule.kind) figures[line.name] = line.value
  }
  return Object.assign(figures as PricingFigures, { lines })
}

function toLine({ name, kind }: Rule, value: number | string): PricingLine | undefined {
  const read = inKind(kind, value)
  if (read !== undefined) return { name, kind, value: read }
  const date = typeof value === "string" ? DATE.exec(value)?.[0] : undefined
  if (date !== undefined) return { name, kind: "date", value: date }
  const written = String(value).trim()
  if (!written || written.length > MAX_TEXT || written.includes("://")) return undefined
  return { name, kind: "text", value: mask(written) }
}

const DATE = /^\d{4}-\d\d-\d\d(?=$|[T ])/

/** The value as its kind writes it; undefined when it is something else. */
function inKind(kind: Kind, value: number | string): number | string | undefined {
  if (kind === "money") return toCents(value)
  if (kind === "date") return DATE.exec(String(value))?.[0]
  if (kind === "text") return undefined
  const number = typeof value === "number" || value.trim() ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** What is known of a field by its name alone. */
type Rule = { name: string; kind: Kind; named: boolean; hidden: boolean; aliased: boolean }

/** A service writes the same few names for ever; one that does not is not allowed to fill the memory. */
const MAX_LEARNT = 1000
const learnt = new WeakMap<Wire, Map<string, Rule>>()

function rulesOf(wire: Wire): Map<string, Rule> {
  const rules = learnt.get(wire) ?? new Map<string, Rule>()
  if (learnt.has(wire)) return rules
  learnt.set(wire, rules)
  for (const [name, keys] of Object.entries(wire.pricingAliases)) {
    for (const key of keys) rules.set(key, { ...toRule(name), hidden: false, aliased: true })
  }
  return rules
}

function learn(rules: Map<string, Rule>, key: string): Rule {
  const rule = toRule(key)
  if (rules.size < MAX_LEARNT) rules.set(key, rule)
  return rule
}

function toRule(name: string): Rule {
  const kind = KINDS.get(name)
  const hidden = IDENTIFIER.test(name) || isSensitiveField(name)
  return { name, kind: kind ?? guess(name), named: kind !== undefined, hidden, aliased: false }
}

/** A field that nobody named: its name tells money, counts and dates apart. */
function guess(name: string): Kind {
  if (/date$/i.test(name)) return "date"
  if (/(rate|percent|percentage)$/i.test(name)) return "percent"
  if (/(count$|number|months|weeks|days)/i.test(name)) return "count"
  return /(amount|price|total|cost|balance|fees?|tax|deposit|buyout|payment|due|remaining)$/i.test(name)
    ? "money"
    : "text"
}
