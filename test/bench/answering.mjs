import { BenchProcess } from "./bench-process.mjs"

/**
 * Starts a server of this folder in a process of its own.
 *
 * @param {string} file that calls `serveParent`
 * @param {import("node:child_process").Serializable} message for it
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<unknown>} its port
 */
export function startServer(file, message, cleanup) {
  const server = new BenchProcess(file)
  cleanup.add(() => server.end())
  server.tell(message)
  return server.hear()
}

/**
 * Starts a lease service of one answer, in a process of its own.
 *
 * @param {{ json: string }} answer its body
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<string>} its address
 */
export async function startAnswering(answer, cleanup) {
  return `http://127.0.0.1:${await startServer("answering-server.mjs", answer, cleanup)}`
}
