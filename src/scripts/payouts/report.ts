import { cents, formatMoney } from "../../lease-cart"
import { DAY_MS } from "../../modules/lease/ledger"
import { ROLES } from "./columns"
import type { Comparison, Days, Unknown } from "./compare"
import type { Reading } from "./read-files"
import type { Settings } from "./settings"
import type { LeaseFacts, List, Total } from "./totals"

/** The maximum number of leases to name in each list. */
const NAMED = 5

type Sums = Map<string, number>
type Totals = readonly Total[]

const count = (number: number, one: string, several = `${one}s`) =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : several}`

const leases = (number: number) => count(number, "lease")

/** Returns lines that say what was read, and how. */
export function readingLines(reading: Reading, settings: Settings, files: number): string[] {
  const { counted, first, last, repeated, totals, reused } = reading
  const columns = ROLES.flatMap((role) => (settings[role] === undefined ? [] : `${role} "${settings[role]}"`))
  const reads = [
    settings.fee && `amounts are ${settings.amountIs === "net" ? "after" : "before"} the fee`,
    settings.decimal && `decimals with "${settings.decimal}"`,
    settings.dates && `dates in the form ${settings.dates}`,
    settings.feeReasons &&
      `fees are lines with the reason ${settings.feeReasons.map((reason) => `"${reason}"`).join(", ")}`,
  ].filter(Boolean)
  const days = first && last ? `, paid from ${first} to ${last}` : ""
  return [
    `${count(files, "file")}, ${count(counted, "line")}${days}. Columns: ${[...columns, ...reads].join(", ")}.`,
    ...(repeated ? [`Skipped as repeated: ${count(repeated, "line")}.`] : []),
    ...(totals.length ? [`Skipped as totals of other lines: ${someOf(totals)}.`] : []),
    ...(reused.size
      ? [`Counted although another line with different content has the same ID: ${someOf([...reused])}.`]
      : []),
  ]
}

function someOf(names: readonly string[]): string {
  const more = names.length - NAMED
  return [...names.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(", ")
}

/** Returns the lists' counts and sums, their first leases, and what to do about them. */
export function comparisonLines(
  { totals, missing, unknown }: Comparison,
  delivered: Days,
  settings: Settings,
): string[] {
  const all = [...totals.values()]
  const of = (list: List) => all.filter((total) => total.list === list)
  const [matched, short, over] = [of("matched"), of("short"), of("over")]
  const fees = all.some((total) => total.fees) ? [`Fees deducted: ${shown(sumsOf(all, (total) => total.fees))}.`] : []
  return [
    "",
    line("matched", leases(matched.length), matched.length && paidAndDue(matched)),
    line("short", leases(short.length), short.length && `${paidAndDue(short)}, ${differenceOf(short)}`),
    line("over", leases(over.length), over.length && `${paidAndDue(over)}, ${differenceOf(over)}`),
    line(
      "missing",
      leases(missing.count),
      `${missing.count ? `due ${shown(missing.sums)}, ` : ""}${deliveredIn(delivered)}`,
    ),
    line("unknown", count(unknown.count, "line"), unknown.count && `received ${plainSum(unknown.sums)}`),
    "",
    ...fees,
    ...daysLine(matched),
    ...named("short", short.map(lineOf), SHORT),
    ...feeHint(short, settings),
    ...named("over", over.map(lineOf), OVER),
    ...named("missing", missing.first.map(missingLine), missingText(delivered)),
    ...named("unknown", unknown.first.map(unknownLine), UNKNOWN),
  ]
}

const SHORT = "Less was paid than is due. Ask the operator, or add the files with the other payments."
const OVER =
  "More was paid than is due. A status of placed means that the delivery isn't confirmed. After a cancellation or return, expect the operator to deduct it later."
const UNKNOWN =
  "No lease has these IDs. Ask the operator what the lines are for. If many are unknown, a different column may identify the leases. See --lease, --order and --account."

function deliveredIn({ from, to }: Days): string {
  return `delivered from ${from} to ${to}`
}

function missingText(delivered: Days): string {
  return `These were ${deliveredIn(delivered)} and are not in the files. Add the files with later payments, or ask the operator. To change the dates, use --delivered-from and --delivered-to.`
}

function named(list: string, lines: readonly string[], advice: string): string[] {
  return lines.length ? [...lines.slice(0, NAMED).map((each) => `${list}: ${each}`), `  ${advice}`] : []
}

function paidAndDue(totals: Totals): string {
  return `paid ${shown(sumsOf(totals, ({ paid }) => paid))}, due ${shown(sumsOf(totals, ({ lease }) => lease.due))}`
}

function differenceOf(totals: Totals): string {
  return `difference ${shown(sumsOf(totals, ({ difference }) => difference))}`
}

function line(list: string, number: string, sums: string | 0): string {
  return `${list.padEnd(9)}${number.padStart(16)}  ${sums || ""}`.trimEnd()
}

function sumsOf(totals: Totals, amountOf: (total: Total) => number): Sums {
  const sums: Sums = new Map()
  for (const total of totals) {
    const { currency } = total.lease
    sums.set(currency, (sums.get(currency) ?? 0) + amountOf(total))
  }
  return sums
}

function shown(sums: Sums): string {
  return [...sums].map(([currency, sum]) => formatMoney(cents(sum), currency)).join(" + ")
}

/** Formats the sum of unknown lines, which have no currency. */
function plainSum(sums: Sums): string {
  return [...sums.values()].map((sum) => (sum / 100).toFixed(2)).join("")
}

function money(amount: number, { currency }: LeaseFacts): string {
  return formatMoney(cents(amount), currency)
}

function nameOf({ order, reference, operator_id }: LeaseFacts): string {
  return [
    ...(order === null ? [] : [`order #${order}`]),
    `lease ${reference}`,
    `operator's ID ${operator_id ?? "–"}`,
  ].join(", ")
}

function lineOf({ lease, paid, taken }: Total): string {
  const reasons = [...taken.keys()].join("; ")
  const status = lease.flow === "hosted" ? `${lease.status}, paid by virtual card` : lease.status
  const sums = `${money(paid, lease)} paid, ${money(lease.due, lease)} due`
  return `${nameOf(lease)}, ${status}: ${sums}${reasons && ` (${reasons})`}`
}

function missingLine(lease: LeaseFacts): string {
  return `${nameOf(lease)}, ${money(lease.due, lease)} due, delivered ${lease.delivered}`
}

function unknownLine({ line: { file, line: number, lease, order }, why }: Unknown): string {
  return `${file} line ${number}, ${lease || order || "–"}: ${why}`
}

/** Says how many days matched leases took from delivery to the last payment. */
function daysLine(matched: Totals): string[] {
  const days = matched.flatMap(({ day, lease: { due, delivered } }) =>
    due > 0 && day && delivered ? (Date.parse(day) - Date.parse(delivered)) / DAY_MS : [],
  )
  if (!days.length) return []
  days.sort((one, other) => one - other)
  const at = (place: number) => days[place] ?? 0
  const median = (at(Math.floor((days.length - 1) / 2)) + at(Math.ceil((days.length - 1) / 2))) / 2
  return [`From delivery to payment: median ${count(median, "day")}, longest ${count(at(days.length - 1), "day")}.`]
}

/** If lines with the same reason account for the whole difference of several leases, says that they may be fees. */
function feeHint(short: Totals, { feeReasons = [] }: Settings): string[] {
  const explained = new Map<string, number>()
  for (const { difference, taken } of short)
    for (const [reason, sum] of taken)
      if (sum === difference && !feeReasons.includes(reason)) explained.set(reason, (explained.get(reason) ?? 0) + 1)
  return [...explained]
    .filter(([, leases]) => leases > 1)
    .slice(0, NAMED)
    .map(
      ([reason, leases]) =>
        `  Lines with the reason "${reason}" account for the entire difference of ${count(leases, "lease")}. If they are fees, add --fee-reason "${reason}".`,
    )
}
