import { parseArgs } from "node:util"
import { runInStore } from "./run-in-store"

const HELP = `medusa-plugin-lease-to-own doctor [options]
Says what is set up wrong in the store of this folder, and what to do. Exits with status 1 when something is wrong.
  --from URL         also what is wrong between the storefront and the store, which must run; URL is the storefront's checkout page.
                     One cart is made and stays in the store, without an order
  --route PATH       where the storefront's server passes requests on to the store; /api/lease if left out
  --before-removal   what is left to do before the plugin is removed`

/** Throws if the command line is invalid. */
export function main(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: "string" },
      route: { type: "string", default: "/api/lease" },
      "before-removal": { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  })
  const { from, route, help } = values
  if (help) return void process.stdout.write(`${HELP}\n`)
  if (from !== undefined && !(URL.canParse(from) && /^https?:/i.test(from)))
    throw new Error(
      `--from takes a web address such as https://shop.example.com/checkout, and got ${from || "nothing"}.`,
    )
  // `fetch` doesn't accept a URL with credentials, and the report would repeat them.
  const { username, password } = new URL(from ?? "https://shop.example.com")
  if (username || password) throw new Error("--from takes an address without a name and a password.")
  runInStore("doctor", values["before-removal"] ? ["before-removal"] : from ? [from, route] : [])
}
