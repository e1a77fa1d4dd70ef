import { parseArgs } from "node:util"
import type { InitFlags } from "./init/flags"
import { runInit } from "./init/run-init"
import { runUndo } from "./init/run-undo"
import { initStorefront, undoStorefront } from "./init-storefront/run-storefront"

const HELP = `medusa-plugin-lease-to-own init [options]
Sets up the plugin in this folder's store: medusa-config.ts, .env, the database and the regions. Then runs the doctor.
Asks for anything that is missing, and shows each change first. Does not change what is already there.
  --base-url URL      the address of the lease service, without /api/v1
  --username NAME     your username from the operator
  --password TEXT     your password. To keep it out of the shell's history, set LEASE_PASSWORD in the environment instead
  --operator NAME     the operator's name, as shoppers know it
  --contact TEXT      how shoppers reach the operator: a phone number or an email address
  --mode MODE         test, or live once you lease for real (default: test)
  --sales-tax WHO     in_cart (your store charges the sales tax) or by_operator (default: in_cart)
  --region REGION     a region's ID or a country. Repeat it for several regions (default: every US-dollar region)
  --upgrade           upgrades Medusa if it is too old
  --dry-run           shows what would change, but changes nothing
  --yes               doesn't ask before the changes
  --undo              undoes everything, unless the store has leases
medusa-plugin-lease-to-own init --storefront [FOLDER] [--dry-run] [--yes] [--undo]
Adds lease-to-own to a Next.js storefront that was made from one of Medusa's starters. By default, this is the one next to the store. Prints any
lines that you have to add yourself, then runs the storefront's own tsc.`

const MODES = ["test", "live"] as const
const SALES_TAX = ["in_cart", "by_operator"] as const

/** Throws if the command line is invalid, or if the store can't be set up. */
export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      storefront: { type: "boolean", default: false },
      ...({ "base-url": { type: "string" }, username: { type: "string" }, password: { type: "string" } } as const),
      ...({ operator: { type: "string" }, contact: { type: "string" } } as const),
      mode: { type: "string", default: "test" },
      "sales-tax": { type: "string", default: "in_cart" },
      region: { type: "string", multiple: true, default: [] },
      upgrade: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      yes: { type: "boolean", short: "y", default: false },
      undo: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) return void process.stdout.write(`${HELP}\n`)
  const flags: InitFlags = {
    ...{ baseUrl: values["base-url"], username: values.username, password: values.password },
    ...{ operator: values.operator, contact: values.contact },
    mode: oneOf("--mode", MODES, values.mode),
    salesTax: oneOf("--sales-tax", SALES_TAX, values["sales-tax"]),
    regions: values.region.flatMap((each) => each.split(",")).filter(Boolean),
    ...{ dryRun: values["dry-run"], yes: values.yes, upgrade: values.upgrade },
    args,
  }
  const [folder] = positionals
  if (folder !== undefined && !values.storefront)
    throw new Error(`init does not accept ${folder}. See --help for its options.`)
  const storefront = () => (values.undo ? undoStorefront : initStorefront)(folder, flags)
  const isGood = await (values.storefront ? storefront() : values.undo ? runUndo(flags) : runInit(flags))
  if (!isGood) process.exitCode = 1
}

function oneOf<Word extends string>(flag: string, words: readonly Word[], given: string): Word {
  const word = words.find((one) => one === given)
  if (!word) throw new Error(`${flag} must be ${words.join(" or ")}, not ${given || "empty"}.`)
  return word
}
