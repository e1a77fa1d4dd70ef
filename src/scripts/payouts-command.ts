import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { runInStore } from "./run-in-store"

const HELP = `medusa-plugin-lease-to-own payouts FILE… [options]
Compares the operator's payouts, as CSV files, with what is due to the store in this folder, and lists the differences. Does not change any lease.
Exits with status 0 if everything matches, 1 if something is short, over, missing or unknown, and 2 if a file can't be read unambiguously.
  --to FOLDER             a new folder for the lists, as CSV files
  --delivered-from DATE   the first and last delivery dates of the leases that must be in the files (default: the dates of the payments
  --delivered-to DATE     in the files)
  --account NAME          the account that the payouts are from, if the store has several. top-level means the first one
The columns, by their headers. They are detected if possible, and kept in lease-payouts.json. Use none to ignore a column.
  --lease NAME            the operator's ID for the lease, or our reference
  --order NAME            the order's number, if there is no such ID
  --amount NAME           the amount that was paid
  --fee NAME              the fee that was deducted
  --date NAME             the date of the payment
  --line NAME             the operator's ID for the line, to recognize repeated lines
  --reason NAME           the line's reason or type, which the lists then show for negative lines
How to read them, if the columns don't make it clear:
  --amount-is WHICH       gross (before the fee) or net (after it)
  --fees SIGN             positive or negative: how the file writes a deducted fee
  --fee-reason REASON     treats lines with this reason as fees. Repeat it for several reasons
  --decimal SIGN          . or ,
  --dates ORDER           MM/DD/YYYY or DD/MM/YYYY
  --columns FILE          a file to use instead of lease-payouts.json, for example one for each operator`

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
  if (!positionals.length) throw new Error("List the operator's CSV files. See --help for more.")
  const words = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${PATHS.includes(name) ? resolve(String(one)) : one}`),
  )
  // Pass plain words, because Medusa's command line would read options as its own.
  runInStore("payouts", [...positionals.map((file) => `file=${resolve(file)}`), ...words])
  // Medusa exits with status 1 if the store doesn't start.
  if (process.exitCode === 1) process.exitCode = 2
  if (process.exitCode === DIFFERENT) process.exitCode = 1
}
