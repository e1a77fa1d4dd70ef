import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"

/** @typedef {import("./worker.mjs").Job} Job */
/** @typedef {import("./worker.mjs").Done} Done */

const open = () => new Worker(new URL("worker.mjs", import.meta.url))
const free = Array.from({ length: Math.min(4, availableParallelism()) }, open)
/** @type {((worker: Worker) => void)[]} */
const waiting = []

/**
 * Runs a job in a thread of its own when its turn comes. One that takes longer is ended: a mutant can make a loop endless.
 *
 * @param {() => Job} job @param {number} limitMs @returns {Promise<Done>}
 */
export async function inThread(job, limitMs) {
  /** @type {Worker} */
  const worker = free.pop() ?? (await new Promise((resolve) => waiting.push(resolve)))
  const done = await new Promise((/** @type {(done?: Done) => void} */ resolve) => {
    const timer = setTimeout(resolve, limitMs)
    worker.once("message", (message) => resolve(message)).once("error", () => resolve())
    worker.once("message", () => clearTimeout(timer))
    worker.postMessage(job())
  })
  for (const event of ["message", "error"]) worker.removeAllListeners(event)
  if (!done) void worker.terminate()
  const next = done ? worker : open()
  const first = waiting.shift()
  if (first) first(next)
  else free.push(next)
  return done ?? { failed: "no end" }
}
