import { join } from "node:path"
import type { ExecArgs } from "@medusajs/framework/types"
import { type LedgerDeps, ledgerDepsOf } from "../modules/lease"
import { accountOf } from "./payouts/account"
import { Comparison, type Days, LIST_COLUMNS } from "./payouts/compare"
import { readDay } from "./payouts/date-text"
import { Lists } from "./payouts/lists"
import { Reading, type Surveyed, survey } from "./payouts/read-files"
import { comparisonLines, readingLines } from "./payouts/report"
import { readSettings, readWord, type Settings, type Words, withWords, writeSettings } from "./payouts/settings"
import { messageOf, Unreadable } from "./payouts/unreadable"

const KEPT_IN = "lease-payouts.json"

/** Exit statuses. Medusa itself exits with status 1 if the store doesn't start, so the command maps these to its own. */
const DIFFERENT = 11
const FAILED = 2

/**
 * Compares an operator's payouts with the ledger (`docs/payouts.md`). Changes nothing in the database. Run by the command `payouts`, or by
 * `medusa exec` with this file's path and arguments such as `file=/path/payouts.csv to=/path/lists`.
 */
export default async function payouts({ container, args }: ExecArgs): Promise<void> {
  const say = (lines: string[]) => void process.stdout.write(lines.map((line) => `${line}\n`).join(""))
  try {
    const isEqual = await run(ledgerDepsOf(container), args.map(readWord), say)
    if (!isEqual) process.exitCode = DIFFERENT
  } catch (error) {
    say([messageOf(error)])
    process.exitCode = FAILED
  }
}

type Say = (lines: string[]) => void

/** Returns whether every line and every delivered lease matched. */
async function run(deps: LedgerDeps, words: Words, say: Say): Promise<boolean> {
  const given: Record<string, string | undefined> = Object.fromEntries(words)
  const files = words.flatMap(([name, value]) => (name === "file" ? value : []))
  const keptIn = given.columns ?? join(process.cwd(), KEPT_IN)
  const kept = readSettings(keptIn)
  const { settings, unused } = withWords(kept, words)
  const account_id = accountOf(deps, settings.account)
  const surveyed = await survey(files, { settings, isKept: kept !== null, unused })
  const reading = new Reading(surveyed)
  const { to } = given
  const lists = to === undefined ? null : new Lists(to, LIST_COLUMNS)
  try {
    const comparison = new Comparison(deps, account_id, lists)
    await comparison.take(reading.lines())
    if (reading.counted && !comparison.totals.size) throw new Unreadable(noneKnown(surveyed, comparison))
    const delivered = daysOf(reading, { from: given["delivered-from"], to: given["delivered-to"] })
    await comparison.findMissing(delivered)
    comparison.write()
    lists?.finish()
    say(readingLines(reading, surveyed.settings, files.length))
    say(keep(keptIn, kept, surveyed.settings))
    say(comparisonLines(comparison, delivered, surveyed.settings))
    say([to === undefined ? "Add --to FOLDER to write these lists as CSV files." : `The lists are in ${to}.`])
    const isMatched = [...comparison.totals.values()].every(({ list }) => list === "matched")
    return isMatched && !comparison.missing.count && !comparison.unknown.count
  } catch (error) {
    lists?.drop()
    throw error
  }
}

/** Returns the delivery dates to expect. The default is from the first through the last payment in the files. */
function daysOf({ first, last }: Reading, given: { [Name in keyof Days]: string | undefined }): Days {
  const day = (name: keyof Days, otherwise: string | null) => {
    const text = given[name]
    if (text === undefined && otherwise !== null) return otherwise
    if (text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && readDay(text, "MM/DD/YYYY")) return text
    throw new Unreadable(
      text === undefined
        ? "The files have no payment dates. Specify which deliveries they should have: --delivered-from 2026-10-01 --delivered-to 2026-10-31, or specify the column with --date."
        : `--delivered-${name} must be a date such as 2026-10-31, not ${text || "empty"}.`,
    )
  }
  const days = { from: day("from", first), to: day("to", last) }
  if (days.from <= days.to) return days
  throw new Unreadable(`--delivered-from ${days.from} is after --delivered-to ${days.to}.`)
}

function noneKnown({ settings }: Surveyed, { unknown }: Comparison): string {
  const { lease, order } = settings
  const [example] = unknown.first.map(({ line, why }) => `"${line.lease || line.order}" (${why})`)
  return [
    `None of the ${unknown.count} lines is about a lease of this account, for example ${example}.`,
    `The column "${lease ?? order}" should have the operator's IDs or our references, as on a lease's page in the dashboard.`,
    "Choose another column with --lease or --order, or another account with --account.",
  ].join("\n")
}

/** Saves the settings for the next files if they have changed. Returns a line that says so. */
function keep(file: string, kept: Settings | null, settings: Settings): string[] {
  if (JSON.stringify(kept) === JSON.stringify(settings)) return []
  writeSettings(file, settings)
  return [`These settings are kept in ${file}. Correct them there or with options such as --fee none.`]
}
