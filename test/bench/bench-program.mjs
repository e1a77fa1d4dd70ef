import { join } from "node:path"
import { Program } from "../../demo/program.mjs"

/** A busy machine takes that long. */
const READY_WITHIN_MS = 120_000

/**
 * A file of this folder in a process of its own, killed by `stop`: it leaves nothing behind that anybody needs.
 *
 * @param {string} file @param {string[]} args @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function benchProgram(file, args, { cwd = import.meta.dirname, env } = {}) {
  const path = join(import.meta.dirname, file)
  return new Program({ command: process.execPath, args: [path, ...args], cwd, env, stopSignal: "SIGKILL" })
}

/** Waits until a program says that it listens. @param {Program} program @returns {Promise<number>} its port */
export async function portOf(program) {
  await program.untilPrinted("Listening on ", READY_WITHIN_MS)
  return Number(/Listening on (\d+)/.exec(program.output)?.[1])
}

/**
 * Starts `serving.mjs`, which answers every request with `json`, or else as Stripe does.
 *
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup @param {string} [json] @returns {Promise<number>} its port
 */
export function startServer(cleanup, json) {
  const server = benchProgram("serving.mjs", json === undefined ? [] : [json])
  cleanup.add(() => server.stop())
  return portOf(server)
}
