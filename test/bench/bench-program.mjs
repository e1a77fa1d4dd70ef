import { join } from "node:path"
import { Program } from "../../demo/program.mjs"

/** How long a busy machine takes. */
const READY_WITHIN_MS = 120_000

/**
 * Runs a file of this folder in a separate process, which `stop` kills: it has nothing to save.
 *
 * @param {string} file @param {string[]} args @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function benchProgram(file, args, { cwd = import.meta.dirname, env } = {}) {
  const path = join(import.meta.dirname, file)
  return new Program({ command: process.execPath, args: [path, ...args], cwd, env, stopSignal: "SIGKILL" })
}

/** Waits until a program logs that it listens. @param {Program} program @returns {Promise<number>} its port */
export async function portOf(program) {
  await program.untilPrinted("Listening on ", READY_WITHIN_MS)
  return Number(/Listening on (\d+)/.exec(program.output)?.[1])
}

/**
 * Starts `serving.mjs`, which responds to every request with `json`, or as Stripe does without it.
 *
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup @param {string} [json] @returns {Promise<number>} its port
 */
export function startServer(cleanup, json) {
  const server = benchProgram("serving.mjs", json === undefined ? [] : [json])
  cleanup.add(() => server.stop())
  return portOf(server)
}
