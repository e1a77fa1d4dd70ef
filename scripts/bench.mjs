/**
 * `npm run bench`: what the plugin costs, as ratios that hold on any machine. Exit status 1 when a goal is missed. With
 * `--json` the last line is `[{"name","ratio","goal"}]`; `--only client` or `--only shop` measures a part.
 */
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { Cleanup, endOnSignals } from "../demo/cleanup.mjs"
import { benchClientCalls } from "../test/bench/client-calls.mjs"
import { benchShop } from "../test/bench/shop.mjs"

/**
 * @typedef {import("../test/bench/ratio.mjs").Ratio} Ratio
 * @type {Record<string, (root: string, cleanup: Cleanup, say: (line: string) => void) => Promise<Ratio[]>>}
 */
const PARTS = { client: benchClientCalls, shop: benchShop }

const { values: args } = parseArgs({ options: { json: { type: "boolean" }, only: { type: "string" } } })
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cleanup = new Cleanup()
endOnSignals(cleanup)
try {
  const ratios = await bench(args.only)
  await cleanup.run()
  print(ratios)
  process.exit(ratios.every(isMet) ? 0 : 1)
} catch (error) {
  if (!cleanup.begun) {
    console.error(`The bench ended early. ${error instanceof Error ? error.message : error}`)
    await cleanup.run()
    process.exit(1)
  }
}

/** @param {string | undefined} only @returns {Promise<Ratio[]>} */
async function bench(only) {
  const names = only === undefined ? Object.keys(PARTS) : [only]
  const ratios = []
  for (const name of names) {
    const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
    if (!part) throw new Error(`--only takes ${Object.keys(PARTS).join(" or ")}, not ${name}.`)
    ratios.push(...(await part(root, cleanup, console.log)))
  }
  return ratios.map(({ name, ratio, goal }) => ({ name, ratio: Math.round(ratio * 1000) / 1000, goal }))
}

/** @param {Ratio} ratio */
function isMet({ ratio, goal }) {
  return ratio <= goal
}

/** @param {Ratio[]} ratios */
function print(ratios) {
  const width = Math.max(...ratios.map(({ name }) => name.length))
  console.log(`\n${"".padEnd(width)}  ratio  goal (at most)`)
  for (const ratio of ratios) {
    const missed = isMet(ratio) ? "" : "  MISSED"
    console.log(`${ratio.name.padEnd(width)}  ${ratio.ratio.toFixed(2).padStart(5)}  ${ratio.goal.toFixed(2)}${missed}`)
  }
  if (args.json) console.log(JSON.stringify(ratios))
}
