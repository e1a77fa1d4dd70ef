import { basename } from "node:path"
import type { LedgerDeps } from "../../modules/lease"
import {
  cleanText,
  compareRestored,
  type PayoutLease,
  type ServiceHas,
  serviceHasByText,
} from "../../modules/lease/ledger"
import { nameOf } from "../lease-name"
import { guessColumns, plain } from "../payouts/columns"
import { cellOf, isTotal, isWhole, type Layout } from "../payouts/lines"
import { findHeader, type Header, type Row, rowsOf } from "../payouts/read-file"
import { LeaseNames } from "../payouts/totals"
import { Unreadable } from "../payouts/unreadable"
import type { Findings } from "./findings"

/** How many lines are looked up in the ledger at a time. */
const AT_ONCE = 1000
const NAMED = 10
/** The longest cell to print. */
const LONGEST = 80

// cspell:ignore estado
const STATUS = /^((lease|contract|agreement|application|current) )?(status|state|estado)$/

/** What an operator's own words for a status mean, first match first. Several, if the word doesn't say which of them. */
const WORDS: [RegExp, readonly ServiceHas[]][] = [
  // A requested or refused cancellation has canceled nothing.
  [/\b(requested|initiated|(cancel\w*|return\w*) (pending|denied|declined|rejected))\b/, ["unclear"]],
  [/\b(unsigned|not signed|awaiting|pending|sent|in process|draft)\b/, ["nothing", "handed_out"]],
  [/\b(cancel\w*|void\w*|expired|denied|declined|rejected|withdrawn)\b/, ["nothing"]],
  [/\b(returned?)\b/, ["returned"]],
  [/\b(delivered|funded|started)\b/, ["delivered"]],
  [/\b(active|open|live|current|accepted|in force|booked)\b/, ["in_force", "delivered"]],
  [/\b(signed|executed|received)\b/, ["in_force"]],
  [/\b(approved|qualified)\b/, ["nothing"]],
  [/\b(closed|complete\w*|paid\w*)\b/, ["delivered", "returned", "nothing"]],
]

/** An operator's list of leases whose columns are known. */
export type OperatorList = {
  file: string
  header: Header
  layout: Layout
  status: number | null
  account_id: string | null
}

/** Finds the list's columns, and reads it once to the end. Throws Unreadable before anything is changed. */
export async function openList(file: string, account_id: string | null): Promise<OperatorList> {
  const { found, nearest } = await findHeader(file, (headers) => guessColumns(headers).columns.lease !== undefined)
  if (!found) throw new Unreadable(noColumn(file, nearest))
  const { columns } = guessColumns(found.headers)
  const places = Object.entries(columns).map(([role, name]) => [role, found.headers.indexOf(name)])
  const width = found.headers.length - [...found.headers].reverse().findIndex(Boolean)
  const status = found.headers.findIndex((header) => STATUS.test(plain(header)))
  const list = { file, header: found, layout: { places: Object.fromEntries(places), width }, account_id }
  const broken: string[] = []
  for await (const row of rowsOf(file, found))
    if (!isWhole(row, list.layout) && !isTotal(row, list.layout) && broken.length < NAMED)
      broken.push(`line ${row.line} has ${row.cells.length} fields instead of ${width}`)
  if (broken.length) throw new Unreadable(`${basename(file)}: ${broken.join(", ")}. Correct the file.`)
  return { ...list, status: status < 0 ? null : status }
}

function noColumn(file: string, headers: readonly string[]): string {
  return [
    `${basename(file)} has no column, or more than one, with the operator's ID for a lease or our reference.`,
    `It has: ${headers
      .filter(Boolean)
      .map((header) => JSON.stringify(header))
      .join(", ")}.`,
    "Change the header of that column to Lease, and the header of the column with the status to Status.",
  ].join("\n")
}

type Line = { line: number; lease: string; status: string; amount: string; date: string }

/**
 * Prints the list's leases that the ledger doesn't have, and those whose status contradicts the ledger's. Skips leases that were just read at the
 * service, which knows better.
 */
export async function compareList(
  list: OperatorList,
  { store, options }: LedgerDeps,
  { read, findings }: { read: ReadonlySet<string>; findings: Findings },
): Promise<{ lines: number; ended: number }> {
  const counts = { lines: 0, ended: 0 }
  const lost = new Set<string>()
  for await (const lines of partsOf(list)) {
    const names = lines.map(({ lease }) => lease)
    const known = new LeaseNames(await store.payouts.named({ names, orderNumbers: [] }, options.timeZone))
    for (const line of lines) {
      counts.lines += 1
      const lease = known.leaseOf({ lease: line.lease, order: "" }, list.account_id)
      if (lease?.account_id === list.account_id) compare(line, lease, read, findings)
      else if (isOver(line)) counts.ended += 1
      else if (!lost.has(line.lease)) {
        lost.add(line.lease)
        findings.add("lost", textOf(line))
      }
    }
  }
  return counts
}

function compare(line: Line, lease: PayoutLease, read: ReadonlySet<string>, findings: Findings): void {
  if (read.has(lease.id) || !line.status) return
  // The list may have a lease in more than one way. It contradicts only if none of them agrees.
  const evidence = "verified" as const
  const found = meaningOf(line.status).map((has) => compareRestored({ ...lease, evidence }, has))
  const [finding = "agrees"] = found.includes("agrees") ? [] : found
  if (finding === "agrees" || finding === "unclear") return
  findings.add(
    finding,
    `${nameOf(lease)}: the list has "${line.status}" (line ${line.line}), and the store has ${lease.status}`,
  )
}

/** Whether the operator has no contract anymore, or never had one. */
function isOver({ status }: Line): boolean {
  const has = status ? meaningOf(status) : []
  return has.length > 0 && has.every((one) => one === "nothing" || one === "returned")
}

function meaningOf(text: string): readonly ServiceHas[] {
  const has = serviceHasByText(text)
  if (has !== "unclear") return [has]
  return WORDS.find(([words]) => words.test(plain(text)))?.[1] ?? ["unclear"]
}

function textOf({ line, lease, status, amount, date }: Line): string {
  const facts = [status && `"${status}"`, amount, date].filter(Boolean).join(", ")
  return `line ${line}: ${lease}${facts ? ` (${facts})` : ""}`
}

async function* partsOf({ file, header, layout, status }: OperatorList): AsyncGenerator<Line[]> {
  let part: Line[] = []
  for await (const row of rowsOf(file, header)) {
    if (isTotal(row, layout)) continue
    const line = toLine(row, layout, status)
    if (!line.lease) continue
    part.push(line)
    if (part.length < AT_ONCE) continue
    yield part
    part = []
  }
  if (part.length) yield part
}

/** The cells are printed, so each is cut and on one line, without characters that a terminal obeys. */
function toLine(row: Row, layout: Layout, status: number | null): Line {
  const text = status === null ? "" : cleanText(row.cells[status] ?? "", LONGEST)
  const cell = (role: "lease" | "amount" | "date") => cleanText(cellOf(row, layout, role), LONGEST)
  return { line: row.line, lease: cell("lease"), status: text, amount: cell("amount"), date: cell("date") }
}
