import { BenchProcess } from "./bench-process.mjs"

/**
 * Starts a lease service of one answer, in a process of its own.
 *
 * @param {{ json: string, delayMs?: number }} answer the body, and how long it takes (ms)
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<string>} its address
 */
export async function startAnswering(answer, cleanup) {
  const server = new BenchProcess("answering-server.mjs")
  cleanup.add(() => server.end())
  server.tell(answer)
  return `http://127.0.0.1:${await server.hear()}`
}
