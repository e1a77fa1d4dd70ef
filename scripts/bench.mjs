/**
 * `npm run bench`: what the plugin costs, as ratios that hold on any machine. Exit status 1 when a goal is missed. Names of
 * parts (`client`, `boot`, `owed`, `storefront`, `shop`) measure only those; with `--json` the last line is `[{"name","ratio","goal"}]`, where more is
 * better with `atLeast` instead of `goal`.
 */
import { availableParallelism, loadavg } from "node:os"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { Cleanup, endOnSignals } from "../demo/cleanup.mjs"
import { benchBoot } from "../test/bench/boot.mjs"
import { benchClientCalls } from "../test/bench/client-calls.mjs"
import { MEASURES } from "../test/bench/measures.mjs"
import { benchOwedCalls } from "../test/bench/owed-calls.mjs"
import { isMet, tableLines, toResults } from "../test/bench/report.mjs"
import { benchShop } from "../test/bench/shop.mjs"
import { benchStorefront } from "../test/bench/storefront.mjs"

/**
 * @typedef {import("../test/bench/report.mjs").Result} Result
 * @typedef {keyof typeof MEASURES} Part
 * @type {{ [P in Part]: (root: string, cleanup: Cleanup, say: (line: string) => void) =>
 *   Promise<Record<keyof (typeof MEASURES)[P], number>> }}
 */
const PARTS = {
  client: benchClientCalls,
  boot: benchBoot,
  owed: benchOwedCalls,
  storefront: benchStorefront,
  shop: benchShop,
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cleanup = new Cleanup()
/** @type {Result[]} Measured so far. */
const results = []
endOnSignals(cleanup)
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean" } } })
  await bench(partsOf(positionals))
  console.log(["", ...tableLines(results)].join("\n"))
  if (values.json) console.log(JSON.stringify(results))
  process.exit(results.every(isMet) ? 0 : 1)
} catch (error) {
  if (!cleanup.begun) {
    if (results.length) console.log(["", ...tableLines(results)].join("\n"))
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
    // Anything one part started must not slow the next one down.
    const own = new Cleanup()
    cleanup.add(() => own.run())
    const ratios = await PARTS[part](root, own, console.log)
    await own.run()
    const measured = toResults(MEASURES[part], ratios)
    results.push(...measured)
    console.log(tableLines(measured).join("\n"))
  }
}
