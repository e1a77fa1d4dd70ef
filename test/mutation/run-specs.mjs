import { readFileSync } from "node:fs"
import Module, { createRequire } from "node:module"
import { transformSync } from "@swc/core"
import { expect } from "expect"
import fc from "fast-check"
import * as circus from "jest-circus"

/**
 * Runs specs in this process until a test fails, with one file of ours changed. Jest takes a second for each spec; here, only what imports
 * the changed file is loaded anew.
 *
 * @typedef {{ specs: string[], file?: string, source?: string }} Job
 * @typedef {{ failed?: string, spec?: string, ms?: number, files?: string[] }} Done the first test that failed; `files`: all that was loaded
 */

const require = createRequire(import.meta.url)
const [, swc] = require("../../jest.config.js").transform["^.+\\.(ts|jsx?|mjs)$"]
const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach, resetState, run } = circus
Object.assign(globalThis, { describe, it, test, beforeAll, beforeEach, afterAll, afterEach, expect })
// Nobody reads where a test failed; writing it down takes a fifth of the time.
Error.stackTraceLimit = 0
// The same values each time, and no counterexample is made smaller.
fc.configureGlobal({ seed: 34, endOnFailure: true })

/** @type {Job} */
let job = { specs: [] }
/** @type {Map<string, string>} */
const compiled = new Map()
/** @param {any} module Node's types leave `_compile` out @param {string} file */
require.extensions[".ts"] = (module, file) => {
  const compile = (source = readFileSync(file, "utf8")) =>
    transformSync(source, { ...swc, filename: file, sourceMaps: false, swcrc: false }).code
  if (file === job.file) return module._compile(compile(job.source), file)
  const code = compiled.get(file) ?? compile()
  compiled.set(file, code)
  module._compile(code, file)
}
// The packages' sources name each other as browsers need them, with the ending of the compiled file.
/** @typedef {(name: string, from?: NodeJS.Module, ...rest: unknown[]) => string} Resolve */
const resolver = /** @type {{ _resolveFilename: Resolve }} */ (/** @type {unknown} */ (Module))
const { _resolveFilename: resolve } = resolver
resolver._resolveFilename = (name, from, ...rest) => {
  const isTypeScript = /^\.{1,2}\/.+\.js$/.test(name) && /\.ts$/.test(from?.filename ?? "")
  return resolve(isTypeScript ? name.slice(0, -3) : name, from, ...rest)
}

/** @type {string | undefined} */
let failed
const fail = (/** @type {unknown} */ what) => {
  failed ??= String(what)
}
circus.addEventHandler((event, state) => {
  if (event.name === "test_done" && event.test.errors[0]) fail(event.test.errors.flat()[0])
  // None of the others matters any more.
  if (failed !== undefined) state.testNamePattern = /(?!)/
})
for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, fail)

process.on("message", async (/** @type {Job} */ asked) => {
  const began = performance.now()
  failed = undefined
  forget(job.file)
  forget(asked.file)
  job = asked
  /** @type {Done} */
  const done = {}
  for (const spec of asked.specs) {
    Object.assign(done, { spec, files: await runSpec(spec).catch(fail) })
    if (failed !== undefined) break
  }
  process.send?.({ ...done, failed, ms: Math.ceil(performance.now() - began) })
})

/** Runs a spec, and tells which files of ours it loads. @param {string} spec */
async function runSpec(spec) {
  delete require.cache[spec]
  resetState()
  require(spec)
  const { unhandledErrors } = await run()
  if (unhandledErrors[0]) fail(unhandledErrors[0])
  const files = new Set([spec])
  for (const file of files)
    for (const child of require.cache[file]?.children ?? []) if (isOurs(child)) files.add(child.id)
  return [...files]
}

const isOurs = (/** @type {NodeJS.Module} */ { id }) => !id.includes("/node_modules/")

/** Loads a file anew when it is asked for next, and everything that imports it, however far away. @param {string | undefined} changed */
function forget(changed) {
  if (!changed) return
  const ours = Object.values(require.cache).flatMap((module) => (module && isOurs(module) ? module : []))
  const stale = new Set([changed])
  for (const file of stale)
    for (const { id, children } of ours) if (children.some((child) => child.id === file)) stale.add(id)
  for (const file of stale) delete require.cache[file]
}
