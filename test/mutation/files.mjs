import { readdirSync, readFileSync } from "node:fs"
import { survivors } from "./survivors.mjs"

/** Files of `src` that decide and ask nothing, and have their unit tests: by folder, a pattern for each name. */
const PURE = {
  "client/http": "errors read-answer should-retry to-error",
  "client/messages": ".+",
  "client/values": "cents dates",
  "lease-cart": ".+",
  "modules/lease/calls": "index",
  "modules/lease/card": "alerts-of allowed-actions card state",
  "modules/lease/decide": ".+",
  "modules/lease/options": ".+",
  "modules/lease/outbox": "back-off",
  "modules/lease/rules":
    "alerts approval conditions delivery erasure keys late-delivery lease-predicates newer notices offer-summary order payout pending-calls requester restored reversal sales-tax state-machine widget-tokens",
  "scripts/payouts": "amount-text columns date-text lines style totals",
}
/** Among them, a list without a decision. */
const LEFT_OUT = ["src/client/messages/application-fields.ts"]
/** Specs that take seconds. Those that mock something, or run the conformance checks, are left out too. */
const SLOW = ["broken-answers", "deadline", "exact-to-the-cent", "options-types", "planted"].map(
  (name) => `test/unit/.+/${name}.spec.ts`,
)

/**
 * The files to change, by the pattern that names them, and the specs that have to notice.
 *
 * @throws naming what a rename has left behind: each pattern that matches no file, and each listed survivor's file that isn't changed
 */
export function chosen() {
  const sources = without(LEFT_OUT, filesOf("src", ".ts"))
  const patterns = Object.entries(PURE).flatMap(([folder, names]) =>
    names.split(" ").map((name) => `src/${folder}/${name}.ts`),
  )
  const pure = matched(patterns, sources)
  matched(
    Object.keys(survivors),
    pure.flatMap(({ files }) => files),
  )
  const specs = without(SLOW, filesOf("test/unit", ".spec.ts"))
  return { pure, specs: specs.filter((path) => !/\bjest\.|\/conformance\//.test(path + readFileSync(path, "utf8"))) }
}

/** The files that each pattern matches. @param {string[]} patterns @param {string[]} paths @throws naming those that match none */
export function matched(patterns, paths) {
  const found = patterns.map((pattern) => ({
    pattern,
    files: paths.filter((path) => RegExp(`^${pattern}$`).test(path)),
  }))
  const idle = found.flatMap(({ pattern, files }) => (files.length ? [] : [pattern]))
  if (idle.length) throw new Error(`These patterns of test/mutation match no file: ${idle.join(", ")}`)
  return found
}

/** @param {string[]} patterns @param {string[]} paths */
function without(patterns, paths) {
  const left = matched(patterns, paths).flatMap(({ files }) => files)
  return paths.filter((path) => !left.includes(path))
}

/** @param {string} folder @param {string} ending */
function filesOf(folder, ending) {
  const inside = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`)
  return inside.filter((path) => path.endsWith(ending)).sort()
}
