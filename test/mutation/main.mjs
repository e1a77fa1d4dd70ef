/**
 * npm run test:mutation -- [part of a path …]
 * Changes the files that decide in one place after the other, and fails where the unit tests miss more than 5 % of the changes of a file,
 * or one that test/mutation/survivors.mjs does not list. With arguments, only the files with that in their path.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { resolve } from "node:path"
import { chosen } from "./files.mjs"
import { mutantsOf } from "./mutants.mjs"
import { survivors as LISTED } from "./survivors.mjs"
import { rejected } from "./types.mjs"

const GOAL = 0.95
const NO_END = "no end"

// A machine's clock is rarely set to UTC; what forgets the zone is noticed only elsewhere.
process.env.TZ = "America/New_York"
const { pure: named, specs: paths } = chosen()
const asked = process.argv.slice(2)
const patterns = named.map(({ pattern, files }) => {
  const own = files.filter((path) => !asked.length || asked.some((part) => path.includes(part)))
  const mutants = own.flatMap((path) =>
    mutantsOf(readFileSync(path, "utf8")).map((mutant) => ({ ...mutant, path, file: resolve(path) })),
  )
  return { pattern, files: own, mutants }
})
const pure = patterns.flatMap(({ files }) => files)
if (!pure.length) throw new Error(`No pure file has ${asked.join(" or ")} in its path.`)
const mutants = patterns.flatMap((one) => one.mutants)

console.log("files  made  pattern")
for (const one of [...patterns, { pattern: "all", files: pure, mutants }])
  if (one.files.length)
    console.log(`${String(one.files.length).padStart(5)}${String(one.mutants.length).padStart(6)}  ${one.pattern}`)

/** How many mutants each spec has noticed. @type {Map<string, number>} */
const kills = new Map()
/** Each folder of `src` has its specs in a folder of that name; names and defaults of options are checked where people read them. */
const isOf = (/** @type {string} */ spec, /** @type {string} */ path) =>
  spec.includes(`test/unit/${path.split("/")[1]}/`) || spec.endsWith("/docs/options.spec.ts")
const files = paths.filter((path) => pure.some((one) => isOf(path, one))).map((path) => resolve(path))
const whole = await runAll(files, (spec) => ({ job: { specs: [spec] }, limitMs: 600_000 }))
const specs = whole.map(({ failed, spec = "", ms = 1, files = [] }) => {
  if (failed !== undefined) throw new Error(`${spec} fails without any mutant: ${failed}`)
  return { spec, ms, files }
})
const judged = await runAll(mutants, ({ file, source, path }) => {
  const own = specs.filter(({ spec, files }) => isOf(spec, path) && files.includes(file))
  // Those that noticed much in little time come first.
  const worth = (/** @type {(typeof specs)[number]} */ { spec, ms }) => (kills.get(spec) ?? 0.1) / ms
  const able = own.sort((a, b) => worth(b) - worth(a))
  const limitMs = 10_000 + 3 * able.reduce((sum, { ms }) => sum + ms, 0)
  return { job: { specs: able.map(({ spec }) => spec), file, source }, limitMs }
})
const alive = mutants.filter((_, at) => judged[at]?.failed === undefined)
const unlisted = alive.filter(({ path, change }) => !LISTED[path]?.[change])
const areRejected = rejected(unlisted)
const missed = unlisted.filter((_, at) => !areRejected[at])
const wrong = missed.map(({ path, line, change }) => `${path}:${line}  ${change}`)
for (const path of pure)
  for (const change of Object.keys(LISTED[path] ?? {}))
    if (!alive.some((one) => one.path === path && one.change === change)) wrong.push(`${path} no more: ${change}`)

console.log("\nmutants  killed   score  file")
const isGood = [...pure, "src"].map((path) => {
  const ofFile = (/** @type {{ path: string }[]} */ list) => list.filter((one) => one.path.startsWith(path)).length
  const all = ofFile(mutants) - ofFile(unlisted) + ofFile(missed)
  const killed = ofFile(mutants) - ofFile(alive)
  const score = all ? `${((100 * killed) / all).toFixed(1)} %` : ""
  console.log(`${String(all).padStart(7)}${String(killed).padStart(8)}${score.padStart(8)}  ${path}`)
  return killed >= GOAL * all
})
if (wrong.length)
  console.log(`\nNeither killed nor listed in test/mutation/survivors.mjs, or listed in vain:\n${wrong.join("\n")}`)
const endless = judged.filter(({ failed }) => failed === NO_END).length
console.log(
  `\n${endless} mutants did not end. They count as killed, so more than usual means that the machine was busy.`,
)
if (isGood.includes(false)) console.log(`\nFewer than ${GOAL * 100} % of a file are killed.`)
process.exit(isGood.includes(false) || wrong.length ? 1 : 0)

/**
 * Runs a job for each of these, in several processes. A mutant can make a loop endless or fill the memory; then its process is replaced.
 *
 * @template T
 * @param {T[]} list
 * @param {(one: T) => { job: import("./run-specs.mjs").Job, limitMs: number }} toJob
 * @returns {Promise<import("./run-specs.mjs").Done[]>}
 */
async function runAll(list, toJob) {
  const waiting = list.entries()
  /** @type {import("./run-specs.mjs").Done[]} */
  const results = []
  const lane = async () => {
    let child = open()
    for (const [at, one] of waiting) {
      const { job, limitMs } = toJob(one)
      const signal = AbortSignal.timeout(limitMs)
      child.send(job)
      try {
        const [done] = await once(child, "message", { signal })
        results[at] = done
        if (done.failed !== undefined) kills.set(done.spec, (kills.get(done.spec) ?? 0) + 1)
      } catch {
        results[at] = { failed: NO_END }
        child.kill("SIGKILL")
        child = open()
      }
    }
    child.kill()
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, lane))
  return results
}

/** A process that runs specs. Waiting for its message fails once it has ended. */
function open() {
  const child = fork(new URL("run-specs.mjs", import.meta.url))
  return child.on("exit", () => child.emit("error")).on("error", () => {})
}
