import { createWriteStream } from "node:fs"
import { join } from "node:path"
import { finished } from "node:stream/promises"
import { BenchLedgers } from "./bench-ledger.mjs"
import { benchFolder } from "./compiled-plugin.mjs"
import { fillLeases } from "./fill-leases.mjs"

const LEASES = 1_000_000
const GROUPS = 7500
/** Each group of leases has 12 lines, so the two files have 100,000 in all. */
const REPEATED = 10_000
/** Spreads the groups, and with them the expected delivery dates, over the whole ledger. */
const APART = 130
const MINUTE_MS = 60_000
const GOAL_MS = 60_000
const GOAL_BYTES = 512 * 1024 * 1024
const SAMPLED_MS = 20

/**
 * Runs `payouts` on files with every problem that an operator's files may have. The ledger has years of leases, most of which aren't in the files.
 *
 * @param {import("./main.mjs").Tools} tools
 * @param {(measure: keyof typeof import("./measures.mjs").MEASURES.payouts, ratio: number) => void} found
 */
export async function benchPayouts({ root, cleanup, say }, found) {
  const folder = benchFolder(root, cleanup)
  const ledger = await new BenchLedgers(root, cleanup).open("http://127.0.0.1:9")
  say(`Filling a ledger with ${LEASES} leases, and writing payouts of 100000 lines …`)
  await fillLeases(ledger.knex, LEASES)
  const files = await writeFiles(folder)
  const before = process.memoryUsage().rss
  let peak = before
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), SAMPLED_MS)
  const started = performance.now()
  const text = await run(ledger, [
    ...files.map((file) => `file=${file}`),
    `to=${folder}/lists`,
    `columns=${folder}/columns.json`,
    "amount-is=net",
  ])
  const ms = performance.now() - started
  clearInterval(sampler)
  say(text)
  say(`${(ms / 1000).toFixed(1)} s, ${Math.round((peak - before) / 1024 / 1024)} MB`)
  check(text)
  found("time", ms / GOAL_MS)
  found("memory", (peak - before) / GOAL_BYTES)
}

/** Runs the script in this process, and returns what it prints. @param {import("./bench-ledger.mjs").BenchLedger} ledger @param {string[]} args */
async function run({ accountDeps, payouts }, args) {
  const { write } = process.stdout
  let text = ""
  process.stdout.write = (/** @type {string | Uint8Array} */ part) => {
    text += part
    return true
  }
  const container = /** @type {never} */ ({ resolve: () => ({ deps: accountDeps }) })
  await payouts({ container, args }).finally(() => (process.stdout.write = write))
  process.exitCode = 0
  return text
}

/** @param {string} text @throws unless each planted problem was found */
function check(text) {
  const counts = { matched: 5 * GROUPS, short: GROUPS, over: 2 * GROUPS, unknown: GROUPS }
  for (const [list, count] of Object.entries(counts))
    if (!RegExp(`^${list} +${count.toLocaleString("en-US")} `, "m").test(text))
      throw new Error(`Not ${count} are ${list}:\n${text}`)
  if (!text.includes(`repeated: ${REPEATED.toLocaleString("en-US")} lines`))
    throw new Error(`Not ${REPEATED} are repeated:\n${text}`)
}

/** Writes two files. The second repeats the first one's last lines. @param {string} folder @returns {Promise<string[]>} */
async function writeFiles(folder) {
  const lines = Array.from({ length: GROUPS }, (_, group) => linesOf((group + 1) * APART)).flat()
  const files = [lines, lines.slice(-REPEATED)].map(async (some, place) => {
    const path = join(folder, `payouts-${place}.csv`)
    const file = createWriteStream(path)
    file.write("Acorn Leasing\r\n\r\nAgreement No,Paid on,Type,Amount,Fee\r\n")
    for (const line of some) file.write(`${line}\r\n`)
    file.write('Total,,,"$1,234.56",\r\n')
    await finished(file.end())
    return path
  })
  return Promise.all(files)
}

/** Returns the lines of ten of the leases in `fill-leases.mjs`, from this number on. @param {number} first @returns {string[]} */
function linesOf(first) {
  const day = new Date(Date.now() - first * MINUTE_MS)
  const paidOn = new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(day)
  const line = (/** @type {number | string} */ name, /** @type {string} */ amount, type = "Funding", fee = "") =>
    `${name},${paidOn},${type},${amount},${fee}`
  const id = (/** @type {number} */ nth) => 1_000_000 + first + nth
  return [
    line(id(0), "$300.00"),
    line(id(0), "$114.99", "Funding", "25.00"),
    line(id(1), "439.99"),
    line(id(2), "$430.00"),
    line(id(3), '"$1,450.00"'),
    line(`r${first + 5}`, "439.99"),
    line(id(6), "439.99"),
    line(`unknown-${first}`, "439.99"),
    ...[8, 9].flatMap((nth) => [line(id(nth), "439.99"), line(id(nth), "($439.99)", "Reversal")]),
  ]
}
