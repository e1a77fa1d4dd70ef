/**
 * npm run bench -- [options] [part …]
 * Measures what the plugin costs, as ratios, and fails if a goal is missed. Parts: client, boot, ledger, payouts, shop (needs a browser), tax, dashboard.
 *   --json             the last line is [{"name","ratio","goal"}]; "atLeast" instead of "goal" where more is better
 */
import { availableParallelism, loadavg } from "node:os"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { Cleanup, endOnSignals } from "../../demo/cleanup.mjs"
import { benchBoot } from "./boot.mjs"
import { benchCartTax } from "./cart-tax.mjs"
import { benchClientCalls } from "./client-calls.mjs"
import { benchDashboard } from "./dashboard.mjs"
import { benchLedger } from "./ledger.mjs"
import { isMet, lineOf, MEASURES, toResult } from "./measures.mjs"
import { benchPayouts } from "./payouts.mjs"
import { benchShop } from "./shop.mjs"

/**
 * @typedef {keyof typeof MEASURES} Part
 * @typedef {{ root: string, cleanup: Cleanup, say: (line: string) => void }} Tools
 * @type {{ [P in Part]: (tools: Tools, found: (measure: keyof (typeof MEASURES)[P], ratio: number) => void) => Promise<void> }}
 */
const PARTS = {
  client: benchClientCalls,
  boot: benchBoot,
  ledger: benchLedger,
  payouts: benchPayouts,
  shop: benchShop,
  tax: benchCartTax,
  dashboard: benchDashboard,
}

const root = resolve(import.meta.dirname, "../..")
const cleanup = new Cleanup()
/** @type {import("./measures.mjs").Result[]} Measured so far. */
const results = []
endOnSignals(cleanup)
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean" } } })
  await bench(partsOf(positionals))
  console.log(["", ...results.map(lineOf)].join("\n"))
  if (values.json) console.log(JSON.stringify(results))
  process.exit(results.every(isMet) ? 0 : 1)
} catch (error) {
  if (!cleanup.begun) {
    console.error(`The bench ended early. ${error instanceof Error ? error.message : error}`)
    await cleanup.run()
    process.exit(1)
  }
}

/** @param {string[]} names @returns {Part[]} in the order of the measures; all when none is named */
function partsOf(names) {
  const parts = /** @type {Part[]} */ (Object.keys(MEASURES))
  const unknown = names.filter((name) => !Object.hasOwn(MEASURES, name))
  if (unknown.length) throw new Error(`It has the parts ${parts.join(", ")}, but not ${unknown.join(", ")}.`)
  return names.length ? parts.filter((part) => names.includes(part)) : parts
}

/** @param {Part[]} parts */
async function bench(parts) {
  const [load = 0] = loadavg()
  if (load > availableParallelism())
    console.log(
      `Something else keeps this machine busy (load ${load.toFixed(1)}): a ratio of times may come out wrong.`,
    )
  for (const part of parts) {
    // Nothing that one part started may slow down the next.
    const own = new Cleanup()
    cleanup.add(() => own.run())
    /** @type {Record<string, import("./measures.mjs").Measure>} */
    const measures = MEASURES[part]
    await PARTS[part]({ root, cleanup: own, say: console.log }, (/** @type {string} */ key, ratio) => {
      const measure = measures[key]
      if (!measure) throw new Error(`${part} has no measure ${key}.`)
      const result = toResult(measure, ratio)
      results.push(result)
      console.log(lineOf(result))
    })
    await own.run()
  }
}
