/**
 * npm run test:mutation -- [part of a path …]
 * Changes the files that decide in one place after the other, and fails where the unit tests miss more than 5 % of the changes, or one
 * that test/mutation/survivors.mjs does not list. All take a few minutes; with arguments, only the files with that in their path.
 */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { ROOT, reaching } from "./modules.mjs"
import { mutantsOf, traced } from "./mutants.mjs"
import { inThread } from "./pool.mjs"
import { survivors as LISTED } from "./survivors.mjs"
import { compiler } from "./types.mjs"

const RULES = "alerts approval conditions delivery erasure keys notices order tasks".split(" ")
/** Files that decide and ask nothing, and have their unit tests. */
const PURE = [
  ...["http/should-retry", "values/cents", "values/dates"].map((name) => `src/client/${name}.ts`),
  "src/lease-cart/amount.ts",
  ...RULES.map((name) => `src/modules/lease/rules/${name}.ts`),
]
const SPECS = ["client", "lease-cart", "modules"].map((folder) => `test/unit/${folder}`)
/** They mock something, or take seconds. */
const LEFT_OUT = /\bjest\.|\/conformance\/|(broken-answers|deadline|every-facts|exact-to-the-cent|options-types)\.spec/
const GOAL = 0.95

// A machine's clock is rarely set to UTC; what forgets the zone is noticed only elsewhere.
process.env.TZ = "America/New_York"
const asked = process.argv.slice(2)
const pure = filesOf(PURE, ".ts").filter((path) => !asked.length || asked.some((part) => path.includes(part)))
if (!pure.length) throw new Error(`No pure file has ${asked.join(" or ")} in its path.`)

const sources = Object.fromEntries(pure.map((path) => [join(ROOT, path), traced(readFileSync(path, "utf8"), path)]))
const specs = await Promise.all(
  filesOf(SPECS, ".spec.ts")
    .filter((path) => !LEFT_OUT.test(path + readFileSync(path, "utf8")))
    .map((path) => join(ROOT, path))
    .filter((spec) => pure.some((path) => reaching(join(ROOT, path))(spec)))
    .map(async (spec) => {
      const { failed, ms = 0, hits } = await inThread(() => ({ specs: [spec], sources }), 60_000)
      if (failed !== undefined) throw new Error(`${spec} fails without any mutant: ${failed}`)
      return { spec, ms, hits: new Set(hits) }
    }),
)
const rejects = compiler()
/** @type {string[]} */
const wrong = []
const all = { mutants: 0, killed: 0 }
console.log("mutants  killed   score  file")
for (const path of pure) {
  const { mutants, survivors } = await judge(path)
  const listed = LISTED[path] ?? {}
  const changes = survivors.map(({ change }) => change)
  for (const { line, change } of survivors) if (!listed[change]) wrong.push(`${path}:${line}  ${change}`)
  for (const change of Object.keys(listed)) if (!changes.includes(change)) wrong.push(`${path} no more: ${change}`)
  all.mutants += mutants
  all.killed += print(mutants, mutants - survivors.length, path)
}
for (const path of asked.length ? [] : Object.keys(LISTED)) if (!pure.includes(path)) wrong.push(`${path} is not pure`)
print(all.mutants, all.killed, "all")
if (wrong.length)
  console.log(`\nNeither killed nor listed in test/mutation/survivors.mjs, or listed in vain:\n${wrong.join("\n")}`)
const isGood = all.killed >= GOAL * all.mutants
if (!isGood) console.log(`\nFewer than ${GOAL * 100} % are killed.`)
process.exit(isGood && !wrong.length ? 0 : 1)

/** How many mutants of a file compile, and which of them no spec notices. @param {string} path */
async function judge(path) {
  const file = join(ROOT, path)
  const original = readFileSync(file, "utf8")
  const able = specs.filter(({ spec }) => reaching(file)(spec)).map((one) => ({ ...one, kills: 0.1 }))
  const limitMs = 20_000 + 5 * able.reduce((sum, { ms }) => sum + ms, 0)
  const judged = await Promise.all(
    mutantsOf(original).map(async ({ start, end, text, ...mutant }) => {
      const source = original.slice(0, start) + text + original.slice(end)
      const running = able.filter(({ hits }) => mutant.part === undefined || hits.has(`${path} ${mutant.part}`))
      if (!running.length) return { ...mutant, source, isKilled: false }
      const { failed, spec } = await inThread(() => {
        // Those that noticed much in little time come first.
        running.sort((a, b) => b.kills / b.ms - a.kills / a.ms)
        return { specs: running.map((one) => one.spec), sources: { [file]: source } }
      }, limitMs)
      for (const one of able) if (failed !== undefined && one.spec === spec) one.kills++
      return { ...mutant, source, isKilled: failed !== undefined }
    }),
  )
  const listed = LISTED[path] ?? {}
  const survivors = judged.filter((one) => !one.isKilled && (listed[one.change] || !rejects(path, one.source)))
  return { mutants: judged.filter(({ isKilled }) => isKilled).length + survivors.length, survivors }
}

/** @param {number} mutants @param {number} killed @param {string} what */
function print(mutants, killed, what) {
  const score = mutants ? `${((100 * killed) / mutants).toFixed(1)} %` : ""
  console.log(`${String(mutants).padStart(7)}${String(killed).padStart(8)}${score.padStart(8)}  ${what}`)
  return killed
}

/** @param {string[]} paths @param {string} end */
function filesOf(paths, end) {
  return paths.flatMap((path) => {
    const isFolder = statSync(path).isDirectory()
    const inside = isFolder ? readdirSync(path, { recursive: true }).map((name) => `${path}/${name}`) : [path]
    return inside.filter((name) => name.endsWith(end)).sort()
  })
}
