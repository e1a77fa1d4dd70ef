import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { runInStore } from "./run-in-store"

const HELP = `medusa-plugin-lease-to-own privacy export    (--email ADDRESS | --customer ID) [--to FILE]
medusa-plugin-lease-to-own privacy erase     (--email ADDRESS | --customer ID) [--include-delivered] [--apply]
medusa-plugin-lease-to-own privacy retention --days DAYS [--apply]
Exports or erases the lease data that this folder's store has about a person, or erases old data. Shows what it would do, unless you add --to or --apply.
  --email ADDRESS       the person's email address, in any case
  --customer ID         the person's customer account (cus_…). With --email as well, includes the leases of both
  --to FILE             a new file for the export, with one JSON object per line
  --include-delivered   confirms that, according to the operator, the person's delivered leases have ended
  --days DAYS           erases leases that ended, or were delivered, more than this many days ago
  --apply               erases the data`

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
    throw new Error(`Choose one of ${COMMANDS.join(", ")}. See --help for what they do.`)
  // Pass plain words, because Medusa's command line would read options as its own.
  const words = Object.entries({ ...values, ...(values.to !== undefined && { to: resolve(values.to) }) })
  runInStore("privacy", [command, ...words.map(([name, value]) => (value === true ? name : `${name}=${value}`))])
}
