import { Program as Running } from "../../demo/program.mjs"
import { terminalEnvironment } from "./command-line.mjs"

/** @typedef {import("../../demo/cleanup.mjs").Cleanup} Cleanup */
/** @typedef {{ command: string, args: string[], cwd: string, env?: Record<string, string>, isGroup?: boolean }} Program */

/** What the terminal has set, for npm and pnpm. */
const NPM = {
  npm_config_prefer_offline: "true",
  npm_config_loglevel: "error",
  npm_config_audit: "false",
  npm_config_fund: "false",
  // One pnpm for all, whatever version a starter names.
  npm_config_manage_package_manager_versions: "false",
}

/** Throws with what it printed when it fails. @param {Program} program @param {Cleanup} cleanup @returns {Promise<string>} */
export async function runToEnd(program, cleanup) {
  const running = begin(program, cleanup)
  const status = await running.exited
  const line = program.args.slice(0, 3).join(" ")
  if (status !== 0) throw new Error(`${line} ended with status ${status}:\n${running.output.trim()}`)
  return running.output
}

/** A program that ends with `cleanup`. @param {Program} program @param {Cleanup} cleanup */
export function begin({ env, ...program }, cleanup) {
  const running = new Running({ ...program, env: terminalEnvironment({ ...NPM, ...env }) })
  cleanup.add(() => running.stop())
  return running
}
