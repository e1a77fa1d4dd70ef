#!/usr/bin/env node
/**
 * Stands behind every npm script that the README names: `node scripts/run.mjs <name> [arguments]`. Makes a fresh checkout
 * ready (Node version, packages, compiled workspaces) and hands over to the real script. Uses what comes with Node, because
 * it runs before anything is installed, and nothing that an old Node could not read, so that the version is what it
 * complains about.
 */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { nodeVersionProblem } from "./lib/node-version.mjs"

const SCRIPTS = /** @type {Record<string, string>} */ ({
  demo: "demo/main.mjs",
  walkthrough: "demo/walkthrough.mjs",
  sandbox: "packages/sandbox/dist/main.js",
  test: "scripts/test.mjs",
  check: "scripts/check.mjs",
  bench: "scripts/bench.mjs",
  openapi: "scripts/openapi.mjs",
  "test:faults": "scripts/test-faults.mjs",
  "test:packed": "scripts/test-packed.mjs",
  "test:starters": "scripts/test-starters.mjs",
  release: "scripts/release.mjs",
})

/** Scripts that work on the sources. */
const UNCOMPILED = new Set(["test", "test:faults", "check", "openapi"])

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const engines = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node
const problem = nodeVersionProblem(process.versions.node, engines)
if (problem) {
  console.error(problem)
  process.exit(1)
}
main(process.argv[2], process.argv.slice(3)).catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

/** @param {string | undefined} name @param {string[]} args */
async function main(name = "", args) {
  const script = Object.hasOwn(SCRIPTS, name) ? SCRIPTS[name] : undefined
  if (!script) throw new Error(`Usage: node scripts/run.mjs ${Object.keys(SCRIPTS).join(" | ")} [arguments]`)
  const { helpFor } = await import("./lib/usage.mjs")
  const help = helpFor(name, args)
  if (help) return console.log(help)
  const { prepare } = await import("./lib/prepare.mjs")
  const { endWithNpm } = await import("./lib/parent.mjs")
  // Files named in arguments are meant from where the command was given, which npm tells in this variable.
  process.env.INIT_CWD = process.env.INIT_CWD || process.cwd()
  process.chdir(root)
  process.env.MEDUSA_DISABLE_TELEMETRY = process.env.MEDUSA_DISABLE_TELEMETRY || "1"
  await prepare(root, { mustCompile: !UNCOMPILED.has(name) })
  endWithNpm(process.env)
  // The script takes over this very process: its exit status is ours, and no signal has to be passed on.
  const file = join(root, script)
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}
