import type { Connection, Seen } from "../connection"
import type { Finding } from "../finding"
import { inWords, toLeaseReading } from "../lease-predicates"
import type { ProbeRow } from "../rows"
import { PRICE } from "./cart"
import { wordOf } from "./words"

const TAXES = "5 salesTaxRate, estimatedTax, totalTax, initialBalancePlusEstimatedTax"

/** The rows about figures, with the plugin's names for those figures. */
const FIGURES: [ProbeRow, string[]][] = [
  ["5 invoiceTotal, cashPrice, invoiceRemaining", ["invoiceTotal", "cashPrice", "invoiceRemaining"]],
  ["5 costOfLease, older costOfRental", ["costOfLease"]],
  ["5 effectiveLeaseBalance, initialBalance", ["effectiveLeaseBalance", "initialBalance"]],
  ["5 initialPaymentAmount, ninetyDayBuyout", ["initialPaymentAmount", "ninetyDayBuyout"]],
  [
    "5 depositAmount, depositSalesTax, depositNet, nextPaymentDate",
    ["depositAmount", "depositSalesTax", "depositNet", "nextPaymentDate"],
  ],
  ["5 totalNumberOfPayment, also …Payments", ["totalNumberOfPayment"]],
  [
    "5 paymentFrequency, termInMonths, periodicPaymentAmount",
    ["paymentFrequency", "termInMonths", "periodicPaymentAmount"],
  ],
  ["5 totalLeasePrice, sumOfAllPayments", ["totalLeasePrice", "sumOfAllPayments"]],
  ["5 totalDueAtSigning, totalRetailerDeliveryFees", ["totalDueAtSigning", "totalRetailerDeliveryFees"]],
  [TAXES, ["salesTaxRate", "estimatedTax", "totalTax", "initialBalancePlusEstimatedTax"]],
]
/** Without these figures, the shopper sees less, or the plugin can't check the offer as thoroughly. */
const WANTED = ["invoiceTotal", "costOfLease", "totalNumberOfPayment"]

/** Checks the pricing of a cart whose contract is unsigned. `salesTax` is the option if it's set. */
export function pricingFindings(seen: Seen, connection: Connection, salesTax: unknown): Finding[] {
  if (seen.status >= 300) {
    const row = { row: "5 invoiceTotal, cashPrice, invoiceRemaining", assumed: "200" } as const
    return [{ ...row, seen: String(seen.status), verdict: "contradicts", advice: "Ask the operator." }]
  }
  const read = [...FIGURES.map((row) => figures(row, seen, connection)), money(seen), paymentTax(seen, salesTax)]
  return [...read, ...statusFindings(seen, connection)]
}

function figures([row, names]: [ProbeRow, string[]], { shape }: Seen, { settings }: Connection): Finding {
  const there = names.map((name) => {
    const aliases = settings.dialect.pricingAliases[name] ?? [name]
    const as = aliases.find((alias) => Object.keys(shape).some((path) => path === alias || path.endsWith(`.${alias}`)))
    return { name, as }
  })
  const found = there.flatMap(({ name, as }) => (as === undefined ? [] : [as === name ? name : `${name} as ${as}`]))
  const others = there.filter(({ name, as }) => as !== undefined && as !== name)
  const missing = there.filter(({ name, as }) => as === undefined && WANTED.includes(name)).map(({ name }) => name)
  return {
    row,
    assumed: "each may be absent",
    seen: found.join(", ") || "absent",
    verdict: missing.length ? "differs" : others.length ? "new" : "same",
    ...(others.length && { speaks: { names: Object.fromEntries(others.map(({ name, as }) => [name, as])) } }),
    ...(missing.length && {
      advice: `Ask the operator what ${missing.join(", ")} is called (dialect.pricingAliases).`,
    }),
  }
}

/** Checks who charges the sales tax. The test cart has none, so any tax in the pricing is the service's own, on the lease payments. */
function paymentTax({ json }: Seen, salesTax: unknown): Finding {
  const row = { row: TAXES, of: "for a cart without tax", assumed: "0" } as const
  const { totalTax, estimatedTax } = json as { totalTax?: unknown; estimatedTax?: unknown }
  const isTaxed = [totalTax, estimatedTax].some((tax) => Number(tax) > 0)
  if (!isTaxed) return { ...row, seen: "none", verdict: "same" }
  const speaks = { rules: { paymentTax: "named" } }
  const found = { ...row, seen: "sales tax on the payments", speaks } as const
  if (salesTax === undefined) return { ...found, verdict: "differs", write: { salesTax: "by_operator" } }
  if (salesTax !== "in_cart") return { ...found, verdict: "same" }
  return { ...found, verdict: "differs", advice: "Ask the operator who charges the sales tax (salesTax)." }
}

/** Checks that the price comes back in dollars, as it was sent. */
function money({ shape, json }: Seen): Finding {
  const row = { row: "1 money", assumed: "numbers, in dollars" } as const
  const kind = shape.invoiceTotal
  const total = Number((json as { invoiceTotal?: unknown }).invoiceTotal)
  if (kind === undefined) return { ...row, seen: "no invoiceTotal to compare", verdict: "skipped" }
  const isText = kind === "number as text"
  const speaks = isText ? { speaks: { answers: { amounts: "text" } } } : {}
  if (total === PRICE) return { ...row, seen: `${kind}, in dollars`, verdict: isText ? "new" : "same", ...speaks }
  const advice = "invoiceTotal is not the price that was sent, so shoppers would get no offer. Ask the operator why."
  return { ...row, seen: total === PRICE * 100 ? "in cents" : "a different amount", verdict: "differs", advice }
}

const APP_STATUS = "5 appStatus {applicationId, status, approvalAmount, isOkToDeliver}"

/** Checks where the status is, whether `isOkToDeliver` is next to it, and which word means that a lease is waiting for its signature. */
function statusFindings(seen: Seen, connection: Connection): Finding[] {
  const { shape } = seen
  const row = { row: APP_STATUS, assumed: "in the pricing, with isOkToDeliver" } as const
  const [key] = connection.settings.dialect.statusKeys.filter((name) => name in shape)
  const found = key ?? statusKeyIn(shape)
  if (found === undefined) {
    const advice =
      "There is no option for this. Each order waits until staff mark its lease as signed. Ask the operator to send the status."
    return [{ ...row, seen: "absent", verdict: "differs", advice, speaks: { statuses: { appStatus: "absent" } } }]
  }
  const kind = OK_PLACES(found).flatMap((place) => shape[place] ?? [])[0]
  const apart = kind ? undefined : okApart(shape)
  const isText = kind?.includes("text") ?? false
  const there: Finding = {
    ...row,
    seen: `${found}, ${kind ? `isOkToDeliver (${kind})` : (apart ?? "without isOkToDeliver")}`,
    verdict: key && kind ? (isText ? "new" : "same") : "differs",
    ...(!key && { write: { dialect: { statusKeys: [found] } } }),
    ...(!kind && {
      advice: apart ? OK_APART : WITHOUT_OK,
      speaks: { statuses: { isOkToDeliver: apart ? "apart" : "absent" } },
    }),
    ...(isText && { speaks: { answers: { booleans: "text" } } }),
  }
  connection.adopt(there)
  return [there, ...unsigned(seen, connection, found)]
}

const WITHOUT_OK =
  "Level sign shows whether the status alone is enough. If not, each order waits until staff mark its lease as signed."

/** Where the plugin looks for `isOkToDeliver` if the status is at `key`. */
const OK_PLACES = (key: string) => [
  key.replace(/(?<![^.])[^.]*$/, "isOkToDeliver"),
  "appStatus.isOkToDeliver",
  "isOkToDeliver",
]

/** Returns the path of `isOkToDeliver`, in any place and spelling. */
export function okApart(shape: Seen["shape"]): string | undefined {
  return Object.keys(shape).find((path) => /(^|[.\]])is_?ok_?to_?deliver$/i.test(path))
}

/** Advice instead of an option, because `okToDeliverIn` would let a status override the service's own value. */
export const OK_APART =
  "The service says whether a lease is OK to deliver, but in a place where the plugin does not look. Do not set dialect.okToDeliverIn. Ask the operator to send isOkToDeliver next to the status. Until then, each order waits until staff mark its lease as signed."

/** Returns the field whose name resembles a status, if there is only one. */
function statusKeyIn(shape: Seen["shape"]): string | undefined {
  const isState = (path: string) => /(^|\.|[a-z])(status|state)$/i.test(path) && !/payment|address/i.test(path)
  const [only, ...others] = Object.keys(shape).filter((path) => isState(path) && shape[path] === "text")
  return others.length ? undefined : only
}

/** Checks the service's word for Contracts, the status of a lease with a recorded cart and an unsigned contract. */
function unsigned(seen: Seen, connection: Connection, key: string): Finding[] {
  const reading = toLeaseReading(seen, connection)
  const words = { row: "8 comparing states", of: "before the signature", assumed: "a status from section 9" } as const
  const state = { row: "9 Contracts", assumed: "contracts" } as const
  if (reading.status === "unknown") {
    const other = wordOf(seen, key, "Contracts")
    return [
      { ...words, seen: "a different status name", verdict: "differs", ...other },
      { ...state, seen: "a different status name", verdict: "new" },
    ]
  }
  const isSame = reading.status === "contracts"
  return [
    { ...words, seen: "known", verdict: "same" },
    { ...state, seen: inWords(reading), verdict: isSame && !reading.ok ? "same" : "new" },
  ]
}
