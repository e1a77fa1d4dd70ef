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

/**
 * The breakdown for display, in the service's order. Unknown fields are shown by what they look like; nested values, addresses and fields that
 * may hold data of an applicant are not shown. A field that came under two names is shown once.
 */
export function toLines(answer: Record<string, unknown>, wire: Wire): PricingLine[] {
  const names = aliases(wire)
  const lines = new Map<string, PricingLine>()
  for (const [key, value] of Object.entries(answer)) {
    const name = names.get(key) ?? key
    if (lines.has(name) || IDENTIFIER.test(key) || isSensitiveField(key)) continue
    const line = toLine(name, value)
    if (line) lines.set(name, line)
  }
  return [...lines.values()]
}

function toLine(name: string, value: unknown): PricingLine | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined
  const read = inKind(KINDS.get(name) ?? guess(name, value), value)
  if (read !== undefined) return { name, ...read }
  const written = String(value).trim()
  if (!written || written.length > MAX_TEXT || written.includes("://")) return undefined
  return { name, kind: "text", value: mask(written) }
}

function inKind(kind: Kind, value: number | string): { kind: Kind; value: number | string } | undefined {
  if (kind === "money") {
    const cents = toCents(value)
    return cents === undefined ? undefined : { kind, value: cents }
  }
  if (kind === "date") {
    const date = /^\d{4}-\d\d-\d\d/.exec(String(value))?.[0]
    return date === undefined ? undefined : { kind, value: date }
  }
  if (kind === "text") return undefined
  const number = typeof value === "number" || value.trim() ? Number(value) : Number.NaN
  return Number.isFinite(number) ? { kind, value: number } : undefined
}

/** A field that nobody named: its name tells money from counts, its value tells dates. */
function guess(name: string, value: number | string): Kind {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\d($|T)/.test(value)) return "date"
  if (/(rate|percent|percentage)$/i.test(name)) return "percent"
  if (/(^number|^count|count$|number|months|weeks|days)/i.test(name)) return "count"
  return /(amount|price|total|cost|balance|fees?|tax|deposit|buyout|payment|due|remaining)$/i.test(name)
    ? "money"
    : "text"
}

const known = new WeakMap<Wire, Map<string, string>>()

function aliases(wire: Wire): Map<string, string> {
  let names = known.get(wire)
  if (!names) {
    names = new Map(
      Object.entries(wire.pricingAliases).flatMap(([name, keys]) => keys.map((key) => [key, name] as const)),
    )
    known.set(wire, names)
  }
  return names
}

/** The named figures among the lines; one that came as something else, such as "N/A", stays a line only. */
export function toFigures(lines: PricingLine[]): PricingFigures {
  const named = lines.filter(({ name, kind }) => KINDS.get(name) === kind)
  return Object.fromEntries(named.map(({ name, value }) => [name, value])) as PricingFigures
}
