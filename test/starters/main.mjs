/**
 * npm run test:starters -- [options] [starter …]
 * Makes leases in Medusa's own storefronts with the patches from examples/, in a browser. Starters:
 * dtc-starter, b2b-starter-medusa.
 *   --from DIR         use DIR/NAME.tar.gz instead of fetching them from GitHub with git
 *   --keep             keep the storefronts' folder
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { lookAtAll } from "../packed/facts.mjs"
import { testStarters } from "./test-starters.mjs"

const { values, positionals: names } = parseArgs({
  options: { from: { type: "string" }, keep: { type: "boolean", default: false } },
  allowPositionals: true,
})
const root = resolve(import.meta.dirname, "../..")
const from = values.from && resolve(process.env.INIT_CWD ?? ".", values.from)

await lookAtAll({ name: "starters", keep: values.keep }, (facts, setting) =>
  testStarters(facts, { ...setting, root, from, names }),
)
