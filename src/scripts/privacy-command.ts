import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { runInStore } from "./run-in-store"

const HELP = `medusa-plugin-lease-to-own privacy export    (--email ADDRESS | --customer ID) [--to FILE]
medusa-plugin-lease-to-own privacy erase     (--email ADDRESS | --customer ID) [--include-delivered] [--apply]
medusa-plugin-lease-to-own privacy retention --days DAYS [--apply]
Exports or erases what the ledger of the store in this folder holds on a person, or erases by age. Says what it would do; does it with --to or --apply.
  --email ADDRESS       the person's email address, in capitals or not
  --customer ID         the person's customer account (cus_…); with --email, leases of either
  --to FILE             a new file for the export, one JSON object a line
  --include-delivered   the operator says that the person's delivered leases have ended
  --days DAYS           leases that ended, or were delivered, longer ago
  --apply               erases`

const COMMANDS = ["export", "erase", "retention"]

/** Throws if the command line is invalid. */
export function main(args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: "string" },
      customer: { type: "string" },
      to: { type: "string" },
      days: { type: "string" },
      "include-delivered": { type: "boolean" },
      apply: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  })
  const [command = "", ...more] = positionals
  if (values.help) return void process.stdout.write(`${HELP}\n`)
  if (!COMMANDS.includes(command) || more.length)
    throw new Error(`Name one of ${COMMANDS.join(", ")}. --help says what each does.`)
  // Pass plain words, because Medusa's command line would read options as its own.
  const words = Object.entries({ ...values, ...(values.to !== undefined && { to: resolve(values.to) }) })
  runInStore("privacy", [command, ...words.map(([name, value]) => (value === true ? name : `${name}=${value}`))])
}
