import { spawn } from "node:child_process"
import { constants } from "node:os"

/**
 * @typedef {{ cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean, stdio?: import("node:child_process").StdioOptions }}
 *   RunOptions `stdio`: the parent's own when absent
 */

/**
 * Runs a Node program in the foreground: same terminal, signals passed on, resolved with its exit status (128 + signal
 * when a signal ended it, as shells do).
 *
 * @param {string[]} args program and its arguments
 * @param {RunOptions} options
 * @returns {Promise<number>}
 */
export function runNode(args, options) {
  return run(process.execPath, args, options)
}

/**
 * The same for any program.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<number>}
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", ...options })
    const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])
    // A terminal sends Ctrl-C to the whole group; a plain `kill` reaches only us. Passing both on is harmless.
    const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, pass)
    const done = () => {
      for (const signal of signals) process.off(signal, pass)
    }
    child.once("error", (error) => {
      done()
      reject(error)
    })
    child.once("exit", (code, signal) => {
      done()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

/**
 * Runs a Node program quietly and hands back what it printed, both streams in one text.
 *
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ status: number, output: string }>}
 */
export function captureNode(args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], ...options })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
    child.once("error", reject)
    child.once("close", (code) => resolve({ status: code ?? 1, output }))
  })
}
