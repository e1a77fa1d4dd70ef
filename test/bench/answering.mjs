import { BenchProcess } from "./bench-process.mjs"

/**
 * Starts the server of `serving.mjs`.
 *
 * @param {{ json?: string }} told
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<unknown>} its port
 */
export function startServer(told, cleanup) {
  const server = new BenchProcess("serving.mjs")
  cleanup.add(() => server.end())
  server.tell(told)
  return server.hear()
}

/** Starts a lease service of one answer. @param {string} json @param {import("../../demo/cleanup.mjs").Cleanup} cleanup @returns {Promise<string>} its address */
export async function startAnswering(json, cleanup) {
  return `http://127.0.0.1:${await startServer({ json }, cleanup)}`
}
