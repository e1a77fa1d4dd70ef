import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { test } from "node:test"
import { register } from "ts-node"
import ts from "typescript"
import { bringStarter, SOURCES } from "./starters.mjs"
import { typeErrors } from "./type-errors.mjs"
import { VARIANTS } from "./variants.mjs"

register({ transpileOnly: true })
const load = createRequire(import.meta.url)
/** @type {typeof import("../../src/scripts/init-storefront/plan.js")} */
const { planStorefront } = load("../../src/scripts/init-storefront/plan.ts")
/** @type {typeof import("../../src/scripts/init-storefront/read-storefront.js")} */
const { readStorefront } = load("../../src/scripts/init-storefront/read-storefront.ts")

/** @typedef {import("../../src/scripts/init-storefront/plan.js").Plan} Plan */

/** @param {string} folder @param {Parameters<typeof planStorefront>[1]} [options] @returns {Plan} */
export function planIn(folder, options) {
  const plan = planStorefront(readStorefront(ts, folder), options)
  assert(plan, "the storefront is recognized")
  return plan
}

/** @param {string} folder @param {Plan} plan */
export function carryOut(folder, { changes }) {
  for (const { path, after } of changes) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (after === undefined) rmSync(file)
    else writeFileSync(file, after)
  }
}

/**
 * Tests `init --storefront` in Medusa's storefronts and in variants of them. Needs neither their packages nor a store.
 *
 * @param {string[]} names of starters @param {string | undefined} from as for `bringStarter`
 */
export function testEdits(names, from) {
  for (const [name, source] of Object.entries(SOURCES).filter(([name]) => names.length === 0 || names.includes(name)))
    test(`init --storefront in ${name}`, async (t) => {
      mkdirSync(".cache", { recursive: true })
      // Below this repository, so that the compiler finds its packages.
      const folder = mkdtempSync(resolve(".cache/starters-"))
      t.after(() => rmSync(folder, { recursive: true, force: true }))
      await bringStarter([name, source], { from, folder: join(folder, name) })
      const files = readFiles(join(folder, name, source.storefront))
      const variants = Object.entries(VARIANTS).filter(([, { starter }]) => starter === name)
      /** @type {[string, Omit<import("./variants.mjs").Variant, "starter">][]} */
      const all = [["unchanged", { change: (unchanged) => unchanged }], ...variants]
      for (const [title, variant] of all)
        await t.test(title, () => {
          const own = mkdtempSync(join(folder, "variant-"))
          writeFiles(own, variant.change(files))
          if (variant.format) formatStorefront(variant.format, own)
          tryEdits(own, variant)
        })
    })
}

/** @param {string} folder @returns {import("./variants.mjs").Files} */
function readFiles(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
  const read = paths.filter((path) => /^(src\/.*\.tsx?|tsconfig\.json|next-env\.d\.ts)$/.test(path))
  return new Map(read.map((path) => [path, readFileSync(join(folder, path), "utf8")]))
}

/** @param {string} folder @param {import("./variants.mjs").Files} files */
function writeFiles(folder, files) {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/**
 * Inserts lease-to-own into a storefront, and removes it again.
 *
 * @param {string} folder @param {{ byHand?: string[] | undefined }} expected the parts that are left to a person
 */
function tryEdits(folder, { byHand = [] }) {
  const plan = planIn(folder)
  const left = plan.results.flatMap(({ state, title }) => (state === "by_hand" ? [title] : []))
  assert.deepEqual(left, byHand, "the rest has its place")
  assert(plan.changes.length > 5)
  checkTexts(plan)
  const paths = plan.changes.map(({ path }) => join(folder, path))
  const before = typeErrors(folder, paths)
  carryOut(folder, plan)
  const after = typeErrors(folder, paths)
  assert.deepEqual(
    after.filter((error) => !before.includes(error)),
    [],
    "the compiler finds nothing new",
  )
  const again = planIn(folder)
  assert.deepEqual(again.changes, [], "a second run changes nothing")
  const notDone = again.results.filter(({ state }) => state !== "done").map(({ title }) => title)
  assert.deepEqual(notDone, byHand)
  const undo = planIn(folder, { undo: true })
  const undone = new Map(undo.changes.map(({ path, after }) => [path, after]))
  const former = new Map(plan.changes.map(({ path, before }) => [path, before]))
  assert.deepEqual([...undone].sort(), [...former].sort(), "undo gives the former bytes")
  carryOut(folder, undo)
  assert.deepEqual(planIn(folder, { undo: true }).changes, [], "a second undo changes nothing")
}

/** Inserted lines end like their neighbors. @param {Plan} plan */
function checkTexts({ changes }) {
  const isWindows = changes.some(({ before }) => before?.includes("\r\n"))
  for (const { path, after = "" } of changes) {
    if (isWindows) assert.doesNotMatch(after, /(?<!\r)\n/, path)
    else assert.doesNotMatch(after, /\r/, path)
  }
}

/** @param {import("./variants.mjs").Format} format @param {string} folder */
function formatStorefront({ formatter, quotes: quoteStyle, semicolons, commas: trailingCommas }, folder) {
  const config = {
    root: true,
    formatter,
    javascript: { formatter: { quoteStyle, semicolons, trailingCommas } },
    linter: { enabled: false },
    assist: { enabled: false },
  }
  writeFileSync(join(folder, "biome.json"), JSON.stringify(config))
  const biome = resolve("node_modules/@biomejs/biome/bin/biome")
  // Its exit status is also about style sheets, which it can't read all.
  const args = [biome, "format", "--write", "--config-path", folder, join(folder, "src")]
  try {
    execFileSync(process.execPath, args, { stdio: "pipe" })
  } catch {
    /* See above. */
  }
  rmSync(join(folder, "biome.json"))
}
