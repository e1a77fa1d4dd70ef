#!/usr/bin/env node
import { parseArgs } from "node:util"
import { examine } from "./examine.mjs"

const HELP = `lease-to-own-storefront doctor --store URL --key KEY [options]
Says what stands between a storefront and lease-to-own, and what to do. Exits with status 1 when something is wrong.
  --store URL      address of the Medusa server
  --key KEY        a publishable key of the storefront
  --origin URL     address of the storefront, where browsers ask the store; leave it out where the storefront's server asks
  --page URL       the checkout page, whose security policy is read
  --contract URL   an origin of the operator's contracts, as lease-to-own-doctor lists them; may be repeated
It makes one cart in the store, without an order, and leaves it there.`

/** @param {string} name @param {string | undefined} value */
function webAddress(name, value) {
  if (value && URL.canParse(value) && /^https?:/i.test(value)) return new URL(value)
  throw new Error(`--${name} takes a web address such as https://shop.example.com, and got ${value || "nothing"}.`)
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      store: { type: "string" },
      key: { type: "string" },
      origin: { type: "string" },
      page: { type: "string" },
      contract: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", short: "h" },
    },
  })
  const isHelp = values.help || positionals.length === 0
  if (isHelp) return void process.stdout.write(`${HELP}\n`)
  if (positionals.join(" ") !== "doctor") throw new Error(`There is no command ${positionals.join(" ")}.\n\n${HELP}`)
  const { key, origin, page, contract } = values
  if (!key) throw new Error("--key is missing: a publishable key, as the dashboard's settings list them.")
  if (key.startsWith("sk_")) throw new Error("--key got a secret key. It was not sent. Give a publishable key (pk_…).")
  const report = await examine({
    store: webAddress("store", values.store),
    key,
    ...(origin !== undefined && { origin: webAddress("origin", origin).origin }),
    ...(page !== undefined && { page: webAddress("page", page) }),
    contracts: contract.map((each) => webAddress("contract", each).origin),
  })
  process.stdout.write(`${report}\n`)
  if (report.count("failed")) process.exitCode = 1
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
})
