/**
 * `npm run test:starters`: brings Medusa's own storefronts at the commits that `examples` has patches for, applies the patches, installs the packed kit,
 * checks the types, builds, starts, and leases in a browser by keyboard alone: as a guest, with an account, denied, and with the page closed
 * after the signature; in the starter for companies as an employee whose company approves, in place of the guest. Behind them is the demo's store with the
 * sandbox, or the starter's own.
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
