#!/usr/bin/env node
/**
 * Runs the npm scripts from the README: `node scripts/run.mjs <file> [arguments]` installs and compiles what is out of date, then runs the
 * file. `--help` prints the file's first comment. It needs only Node, because it runs before anything is installed.
 */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { prepare } from "./lib/prepare.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [script = "", ...args] = process.argv.slice(2)
try {
  await main(join(root, script))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** @param {string} file */
async function main(file) {
  // The sandbox is compiled and prints its own help.
  if (file.endsWith(".mjs") && args.some((arg) => arg === "--help" || arg === "-h")) return console.log(helpOf(file))
  // Files in arguments are relative to the folder in which the command was run, which npm passes in this variable.
  process.env.INIT_CWD ||= process.cwd()
  process.env.MEDUSA_DISABLE_TELEMETRY ||= "1"
  process.chdir(root)
  endWithNpm()
  prepare(root)
  // The script runs in this process, so its exit status is this process's, and signals needn't be passed on.
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}

/** @param {string} file */
function helpOf(file) {
  const [, comment = ""] = /\/\*\*\n(.*?)\n \*\//s.exec(readFileSync(file, "utf8")) ?? []
  return comment.replace(/^ \* ?/gm, "")
}

/** Ends this process when npm ends, even if npm was killed and couldn't pass on a signal. There may be a shell between the two. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = starter()
  setInterval(() => starter() === npm || process.kill(process.pid, "SIGTERM"), 500).unref()
}

/** Returns the ID of the process that started our shell, or that started us if there is no shell. */
function starter() {
  const { ppid } = process
  const stat = `/proc/${ppid}/stat`
  return (existsSync(stat) && /\((?:ba|da)?sh\) \S (\d+)/.exec(readFileSync(stat, "utf8"))?.[1]) || ppid
}
