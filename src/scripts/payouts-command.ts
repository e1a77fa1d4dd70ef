import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { runInStore } from "./run-in-store"

const HELP = `medusa-plugin-lease-to-own payouts FILE… [options]
Compares the operator's payouts, as CSV files, with what is due to the store in this folder, and lists what differs. Changes no lease.
Exits with status 0 if everything matches, 1 if something is short, over, missing or unknown, and 2 if a file can't be read without doubt.
  --to FOLDER             a new folder for the lists as CSV files
  --delivered-from DATE   leases delivered on these days must be in the files; by default, the days of their payments
  --delivered-to DATE
  --account NAME          whose payouts these are, if the store has several accounts; top-level for the first one
The columns, by their headers. They are guessed if possible, and kept in lease-payouts.json. Write none for a column to ignore.
  --lease NAME            the operator's ID for the lease, or our reference
  --order NAME            the order's number, if there is no such ID
  --amount NAME           the amount that was paid
  --fee NAME              the fee that was deducted
  --date NAME             the payment's day
  --line NAME             the operator's ID for the line, to recognize repeated ones
  --reason NAME           the line's reason or type, which the lists then have for negative lines
How to read them, if the columns don't show it:
  --amount-is WHICH       gross (before the fee) or net (after it)
  --fees SIGN             positive or negative: how the file writes a deducted fee
  --fee-reason REASON     lines with this reason are fees; several times for several reasons
  --decimal SIGN          . or ,
  --dates ORDER           MM/DD/YYYY or DD/MM/YYYY
  --columns FILE          another file than lease-payouts.json, for example one for each operator`

const TEXTS = ["to", "delivered-from", "delivered-to", "account", "columns"] as const
const SETTINGS = ["lease", "order", "amount", "fee", "date", "line", "reason", "amount-is", "fees", "decimal", "dates"]
const PATHS = ["to", "columns"]
/** The script's exit status if something differs. The command's own is 1. */
const DIFFERENT = 11

/** Throws if the command line is invalid. */
export function main(args: string[]): void {
  const text = { type: "string" } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...Object.fromEntries([...TEXTS, ...SETTINGS].map((name) => [name, text])),
      "fee-reason": { type: "string", multiple: true },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) return void process.stdout.write(`${HELP}\n`)
  if (!positionals.length) throw new Error("Name the operator's CSV files. --help says more.")
  const words = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${PATHS.includes(name) ? resolve(String(one)) : one}`),
  )
  // Pass plain words, because Medusa's command line would read options as its own.
  runInStore("payouts", [...positionals.map((file) => `file=${resolve(file)}`), ...words])
  // Medusa exits with status 1 if the store doesn't start.
  if (process.exitCode === 1) process.exitCode = 2
  if (process.exitCode === DIFFERENT) process.exitCode = 1
}
