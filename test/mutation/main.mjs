/**
 * npm run test:mutation -- [part of a path …]
 * Changes the files that decide in one place after the other, and fails where the unit tests miss more than 5 % of the changes, or one
 * that test/mutation/survivors.mjs does not list. All take a few minutes; with arguments, only the files with that in their path.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT, reaching } from "./modules.mjs"
import { mutantsOf, traced } from "./mutants.mjs"
import { inThread } from "./pool.mjs"
import { survivors as LISTED } from "./survivors.mjs"
import { rejected } from "./types.mjs"

/** Files that decide and ask nothing, and have their unit tests. */
const PURE = [
  "client/http/should-retry|client/values/(cents|dates)|lease-cart/amount",
  "modules/lease/card/.+|modules/lease/outbox/owed.*",
  "modules/lease/rules/(alerts|approval|conditions|delivery|erasure|keys|notices|order|reversal|standing|tasks)",
].join("|")
/** They mock something, or take seconds. */
const LEFT_OUT = /\bjest\.|\/conformance\/|(broken-answers|deadline|every-facts|options-types)\.spec/
const GOAL = 0.95

// A machine's clock is rarely set to UTC; what forgets the zone is noticed only elsewhere.
process.env.TZ = "America/New_York"
const asked = process.argv.slice(2)
const pure = filesOf("src", new RegExp(`^src/(${PURE})\\.ts$`)).filter(
  (path) => !asked.length || asked.some((part) => path.includes(part)),
)
if (!pure.length) throw new Error(`No pure file has ${asked.join(" or ")} in its path.`)

const sources = Object.fromEntries(pure.map((path) => [join(ROOT, path), traced(readFileSync(path, "utf8"), path)]))
const specs = await Promise.all(
  filesOf("test/unit", /^test\/unit\/(client|lease-cart|modules)\/.+\.spec\.ts$/)
    .filter((path) => !LEFT_OUT.test(path + readFileSync(path, "utf8")))
    .map((path) => join(ROOT, path))
    .filter((spec) => pure.some((path) => reaching(join(ROOT, path))(spec)))
    .map(async (spec) => {
      const { failed, ms = 0, hits } = await inThread(() => ({ specs: [spec], sources }), 60_000)
      if (failed !== undefined) throw new Error(`${spec} fails without any mutant: ${failed}`)
      return { spec, ms, hits: new Set(hits) }
    }),
)
const judged = (await Promise.all(pure.map(judge))).flat()
const alive = judged.filter(({ isAlive }) => isAlive)
const unlisted = alive.filter(({ path, change }) => !LISTED[path]?.[change])
const areRejected = rejected(unlisted)
const missed = unlisted.filter((_, at) => !areRejected[at])
const wrong = missed.map(({ path, line, change }) => `${path}:${line}  ${change}`)
for (const [path, listed] of Object.entries(LISTED))
  if (!asked.length || pure.includes(path))
    for (const change of Object.keys(listed))
      if (!alive.some((one) => one.path === path && one.change === change)) wrong.push(`${path} no more: ${change}`)

console.log("mutants  killed   score  file")
const isGood = [...pure, "src"].map((path) => {
  const ofFile = (/** @type {{ path: string }[]} */ list) => list.filter((one) => one.path.startsWith(path)).length
  const mutants = ofFile(judged) - ofFile(unlisted) + ofFile(missed)
  const killed = ofFile(judged) - ofFile(alive)
  const score = mutants ? `${((100 * killed) / mutants).toFixed(1)} %` : ""
  console.log(`${String(mutants).padStart(7)}${String(killed).padStart(8)}${score.padStart(8)}  ${path}`)
  return killed >= GOAL * mutants
})
if (wrong.length)
  console.log(`\nNeither killed nor listed in test/mutation/survivors.mjs, or listed in vain:\n${wrong.join("\n")}`)
if (isGood.includes(false)) console.log(`\nFewer than ${GOAL * 100} % of a file are killed.`)
process.exit(isGood.includes(false) || wrong.length ? 1 : 0)

/** The mutants of a file, and which of them no spec notices. @param {string} path */
async function judge(path) {
  const file = join(ROOT, path)
  const original = readFileSync(file, "utf8")
  const able = specs.filter(({ spec }) => reaching(file)(spec)).map((one) => ({ ...one, kills: 0.1 }))
  const limitMs = 20_000 + 5 * able.reduce((sum, { ms }) => sum + ms, 0)
  return Promise.all(
    mutantsOf(original).map(async ({ start, end, text, line, change, part }) => {
      const source = original.slice(0, start) + text + original.slice(end)
      const running = able.filter(({ hits }) => part === undefined || hits.has(`${path} ${part}`))
      const { failed, spec } = await inThread(() => {
        // Those that noticed much in little time come first.
        running.sort((a, b) => b.kills / b.ms - a.kills / a.ms)
        return { specs: running.map((one) => one.spec), sources: { [file]: source } }
      }, limitMs)
      for (const one of able) if (failed !== undefined && one.spec === spec) one.kills++
      return { path, line, change, source, isAlive: failed === undefined }
    }),
  )
}

/** @param {string} folder @param {RegExp} wanted */
function filesOf(folder, wanted) {
  const inside = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`)
  return inside.filter((path) => wanted.test(path)).sort()
}
