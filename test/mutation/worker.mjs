import { createRequire } from "node:module"
import { dirname } from "node:path"
import { parentPort } from "node:worker_threads"
import { expect } from "expect"
import fc from "fast-check"
import * as circus from "jest-circus"
import { fileOf, moduleOf, reaching } from "./modules.mjs"

/**
 * Runs specs in this thread until a test fails. What imports the changed file is loaded anew for each, so that its tables are made anew. Jest
 * takes a second for a file of tests; its parts are the same here.
 *
 * @typedef {{ specs: string[], sources: Record<string, string> }} Job `sources`: instead of what these files hold
 * @typedef {{ failed?: string, spec?: string, ms?: number, hits?: string[] }} Done the first test that failed, and where
 */

const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach, resetState, run } = circus
Object.assign(globalThis, { describe, it, test, beforeAll, beforeEach, afterAll, afterEach, expect })
// Nobody reads where a test failed; writing it down takes a fifth of the time.
Error.stackTraceLimit = 0
// The same values each time, and no counterexample is made smaller.
fc.configureGlobal({ seed: 34, endOnFailure: true })

const LEFT_OUT = new Error("It takes seconds.")
/** Hundreds of random cases take seconds, and the examples beside them notice as much. */
const random = {
  ...fc,
  /** @param {any} property @param {{ numRuns?: number }} [params] */
  assert(property, params) {
    if ((params?.numRuns ?? 0) >= 300) throw LEFT_OUT
    return fc.assert(property, params)
  },
}

/** @type {Set<string>} */
const hits = new Set()
Object.assign(globalThis, {
  hit: (/** @type {string} */ name, /** @type {number} */ part) => void hits.add(`${name} ${part}`),
})

/** @type {string | undefined} */
let failed
const fail = (/** @type {unknown} */ what) => {
  failed ??= String(what)
}
circus.addEventHandler((event, state) => {
  const errors = event.name === "test_done" ? event.test.errors.flat() : []
  if (errors[0] && !errors.includes(LEFT_OUT)) fail(errors[0])
  // None of the others matters any more.
  if (failed !== undefined) state.testNamePattern = /(?!)/
})
for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, fail)

parentPort?.on("message", async (/** @type {Job} */ { specs, sources }) => {
  failed = undefined
  hits.clear()
  const began = performance.now()
  /** @type {string | undefined} */
  let spec
  try {
    const anew = new Map()
    for (spec of specs) {
      await runSpec(spec, sources, anew)
      if (failed !== undefined) break
    }
  } catch (error) {
    fail(error)
  }
  parentPort?.postMessage({ failed, spec, ms: performance.now() - began, hits: [...hits] })
})

/** @typedef {Map<string, { exports: unknown }>} Loaded */
/** What no mutant reaches is loaded once. @type {Loaded} */
const steady = new Map()

/** @param {string} spec @param {Job["sources"]} sources @param {Loaded} anew */
async function runSpec(spec, sources, anew) {
  const paths = Object.keys(sources)
  /** @param {string} file @returns {unknown} */
  const load = (file) => {
    const modules = file === spec || paths.some((path) => reaching(path)(file)) ? anew : steady
    const known = modules.get(file)
    if (known) return known.exports
    const module = { exports: {} }
    modules.set(file, module)
    const ofNode = createRequire(file)
    const ask = (/** @type {string} */ name) => {
      const own = fileOf(file, name)
      if (own) return load(own)
      return name === "fast-check" ? { ...random, __esModule: true, default: random } : ofNode(name)
    }
    const { body } = moduleOf(file, sources[file])
    body.call(undefined, module, module.exports, Object.assign(ask, { resolve: ofNode.resolve }), file, dirname(file))
    return module.exports
  }
  resetState()
  load(spec)
  const { unhandledErrors } = await run()
  if (unhandledErrors[0]) fail(unhandledErrors[0])
}
