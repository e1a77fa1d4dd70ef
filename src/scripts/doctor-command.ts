import { parseArgs } from "node:util"
import { restoredWords } from "./restore/command-line"
import { printFromStore, runInStore } from "./run-in-store"

const HELP = `medusa-plugin-lease-to-own doctor [options]
Says what is set up wrong in the store of this folder, and what to do. Exits with status 1 when something is wrong.
  --from URL         also what is wrong between the storefront and the store, which must run; URL is the storefront's checkout page.
                     One cart is made and stays in the store, without an order
  --route PATH       where the storefront's server passes requests on to the store; /api/lease if left out
  --lease L-…        instead prints why this lease is so, and all about it as JSON, without secrets and personal data, for whoever helps you
  --before-removal   what is left to do before the plugin is removed
After the database was restored, moved or copied, run one of these before the store starts. Nothing is sent to the operator:
  --same-store       it was moved or restored, and nothing is missing: calls go on
  --restored-to TIME it was set back to TIME, such as 2026-11-29T08:30:00Z: holds every lease that is not over, reads it at the operator, lets
                     go what agrees, and says what to do about the others. Can be repeated. Exits with status 1 while something is left
      --operator-list FILE  the operator's list of leases as CSV, with our reference or the operator's ID, and the status: says what is
                            unknown here or differs
      --account NAME        whose list it is, if the store has several accounts; top-level for the first one
      --release all         also lets go the leases that do not contradict, once you have looked for lost orders
      --release L-…,L-…     also lets go these leases
  --copy             it is a copy, such as a staging store's: closes its open calls for good, and holds its leases for good`

/** Throws if the command line is invalid. */
export function main(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: "string" },
      route: { type: "string", default: "/api/lease" },
      lease: { type: "string" },
      "before-removal": { type: "boolean" },
      "same-store": { type: "boolean" },
      "restored-to": { type: "string" },
      "operator-list": { type: "string" },
      account: { type: "string" },
      release: { type: "string" },
      copy: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  })
  const { from, route, lease, help } = values
  if (help) return void process.stdout.write(`${HELP}\n`)
  if (from !== undefined && !(URL.canParse(from) && /^https?:/i.test(from)))
    throw new Error(`--from must be a web address such as https://shop.example.com/checkout, not ${from || "empty"}.`)
  // `fetch` doesn't accept a URL with credentials, and the report would repeat them.
  const { username, password } = new URL(from ?? "https://shop.example.com")
  if (username || password) throw new Error("--from must be an address without a username and password.")
  const restored = restoredWords(values)
  const whole = (["before-removal", "same-store", "copy"] as const).filter((name) => values[name])
  const chosen = [...whole, ...(restored ? ["restored-to"] : []), ...(lease === undefined ? [] : ["lease"])]
  if (chosen.length > 1) throw new Error(`Choose one of --${chosen.join(" and --")}.`)
  if (lease !== undefined) return void printFromStore("doctor", ["lease", referenceIn(lease)])
  const given = restored ?? whole
  runInStore("doctor", given.length || !from ? given : [from, route])
}

function referenceIn(text: string): string {
  const reference = text.trim().toUpperCase()
  if (/^L-\w{5}-\w{5}$/.test(reference)) return reference
  throw new Error(`--lease must be a lease's reference such as L-7KQ2M-X4HNP, not ${text || "empty"}.`)
}
