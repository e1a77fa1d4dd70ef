import { hash } from "node:crypto"
import { readCents } from "./amount-text"
import type { Role } from "./columns"
import { readDay } from "./date-text"
import type { Row } from "./read-file"
import type { Settings } from "./settings"
import type { Style } from "./style"

/** A line of an operator's file. Amounts are in cents. */
export type PayoutLine = {
  line: number
  lease: string
  order: string
  /** The amount that counts toward the lease, before the operator's fee. */
  paid: number
  /** The fee that was deducted. */
  fee: number
  /** `YYYY-MM-DD`; null if the file has no dates. */
  day: string | null
  /** The operator's ID for the line; empty if it has none. */
  id: string
  reason: string
}

/** The indexes of a file's columns, and the number of all columns. */
export type Layout = { places: Partial<Record<Role, number>>; width: number }

const TOTAL = /^(grand |sub-?)?totals?\b.{0,20}$/i

/** Returns a role's cell, without the formula that spreadsheets use to keep leading zeros. */
export function cellOf({ cells }: Row, { places }: Layout, role: Role): string {
  const place = places[role]
  const text = (place === undefined ? "" : (cells[place] ?? "")).trim()
  return /^="(.*)"$/.exec(text)?.[1] ?? text
}

/** Whether a record is the total of other lines. Its first filled cell says so, and it has no other text for the lease or order. */
export function isTotal(row: Row, layout: Layout): boolean {
  const [first = ""] = row.cells.map((cell) => cell.trim()).filter(Boolean)
  const names = (["lease", "order"] as const).map((role) => cellOf(row, layout, role)).filter(Boolean)
  return TOTAL.test(first) && names.every((name) => name === first)
}

/** Whether a record has as many cells as the header. Any further cells must be empty. */
export function isWhole(row: Row, layout: Layout): boolean {
  const { cells } = row
  return (
    cells.length >= layout.width && cells.slice(layout.width).every((cell) => !cell.trim()) && !isSplit(row, layout)
  )
}

/** Whether commas divided an amount such as `1,234.00` that isn't quoted, so that the last of the cells is one too many. */
function isSplit({ cells }: Row, { places, width }: Layout): boolean {
  if (cells.length <= width) return false
  return [places.amount, places.fee].some((place) => {
    const [start = "", end = ""] = place === undefined ? [] : cells.slice(place, place + 2).map((cell) => cell.trim())
    return /^\D*\d{1,3}$/.test(start) && /^\d{3}(\.\d+)?\D*$/.test(end)
  })
}

/** Reads a record. If that isn't possible, returns the reason as a string. */
export function readLine(row: Row, layout: Layout, settings: Settings, style: Style): PayoutLine | string {
  if (!isWhole(row, layout)) return `${row.cells.length} fields instead of ${layout.width}`
  const cell = (role: Role) => cellOf(row, layout, role)
  const amount = readCents(cell("amount"), style.decimal)
  if (amount === null) return cell("amount") ? `"${cell("amount")}" is not an amount` : "no amount"
  const written = cell("fee") ? readCents(cell("fee"), style.decimal) : 0
  if (written === null) return `"${cell("fee")}" is not an amount`
  const day = settings.date === undefined ? null : readDay(cell("date"), style.dates)
  if (settings.date !== undefined && day === null) return cell("date") ? `"${cell("date")}" is not a date` : "no date"
  const deducted = style.fees === "negative" ? 0 - written : written
  const reason = cell("reason")
  const isFee = settings.feeReasons?.includes(reason)
  const gross = settings.amountIs === "net" ? amount + deducted : amount
  const net = gross - deducted
  const sums = isFee ? { paid: 0, fee: 0 - net } : { paid: gross, fee: deducted }
  return { line: row.line, lease: cell("lease"), order: cell("order"), ...sums, day, id: cell("line"), reason }
}

/**
 * Finds lines that are in several files, or in a file that was given twice. A line with the operator's ID counts once.
 * Identical lines without an ID count as many times as they appear in the file that has the most of them.
 */
export class Repetitions {
  private readonly counted = new Map<string, number>()
  private inThisFile = new Map<string, number>()
  private readonly ids = new Set<string>()
  /** The operator's IDs that several lines with different content share. All of these lines count. */
  readonly reused = new Set<string>()

  startFile(): void {
    this.inThisFile = new Map()
  }

  isRepeated(line: PayoutLine, { cells }: Row): boolean {
    const { id, lease, order, paid, fee, day, reason } = line
    const key = digest(
      id ? [id, lease, order, String(paid), String(fee), day ?? "", reason] : cells.map((cell) => cell.trim()),
    )
    const before = this.counted.get(key) ?? 0
    if (id) {
      if (before) return true
      if (this.ids.has(id)) this.reused.add(id)
      this.ids.add(id)
    }
    const now = (this.inThisFile.get(key) ?? 0) + 1
    this.inThisFile.set(key, now)
    if (now <= before) return true
    this.counted.set(key, now)
    return false
  }
}

function digest(parts: readonly string[]): string {
  return hash("sha256", JSON.stringify(parts), "base64url")
}
