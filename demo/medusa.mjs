import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import getPort, { portNumbers } from "get-port"
import { Program } from "./program.mjs"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const CLI = join(root, "node_modules", "@medusajs", "cli", "cli.js")
const READY_WITHIN_MS = 180_000
/** The number of ports to try after the preferred one. */
const PORTS = 200

/** @typedef {import("./cleanup.mjs").Cleanup} Cleanup */

/**
 * Runs one command of Medusa's CLI. Throws with its output if it fails.
 *
 * @param {string[]} args @param {NodeJS.ProcessEnv} env @param {Cleanup} cleanup @param {string} [cwd] the store's folder
 */
export async function runMedusa(args, env, cleanup, cwd = root) {
  const command = medusaProcess(args, env, cwd)
  cleanup.add(() => command.stop())
  const status = await command.exited
  if (status !== 0) throw new Error(`medusa ${args[0]} ended with status ${status}:\n${command.output.trim()}`)
}

/**
 * Starts the store on the preferred port or the next free one.
 *
 * @param {{ port: number | undefined, env: NodeJS.ProcessEnv, cleanup: Cleanup,
 *   onOutput: (text: string) => void }} options `port`: any free port if undefined; `onOutput`: gets the store's log
 * @returns {Promise<{ url: string, port: number, exited: Promise<number> }>}
 */
export async function startMedusa({ port: wanted, env, cleanup, onOutput }) {
  const port = await portFrom(wanted)
  const url = `http://localhost:${port}`
  const dashboard = `${url},http://127.0.0.1:${port}`
  const cors = { ADMIN_CORS: dashboard, AUTH_CORS: dashboard }
  const store = medusaProcess(["start", "-H", "127.0.0.1", "-p", String(port)], { ...cors, ...env }, root)
  store.onOutput(onOutput)
  cleanup.add(() => store.stop())
  await store.untilPrinted(`Server is ready on port: ${port}`, READY_WITHIN_MS).catch((error) => {
    throw new Error(`The store did not start: ${error.message}`)
  })
  return { url, port, exited: store.exited }
}

/** Returns the preferred port or the next free one. Without a preferred port, returns any free one. @param {number | undefined} wanted */
export function portFrom(wanted) {
  return getPort(wanted ? { port: portNumbers(wanted, wanted + PORTS) } : {})
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} env @param {string} cwd */
function medusaProcess(args, env, cwd) {
  const quiet = { MEDUSA_DISABLE_TELEMETRY: "1", NODE_ENV: "development", LOG_LEVEL: "info", NO_COLOR: "1" }
  const all = { ...process.env, ...quiet, ...env }
  return new Program({ command: process.execPath, args: [CLI, ...args], cwd, env: all })
}

/**
 * Returns a hash that changes whenever a migrated database may be out of date, because of a different Medusa or a new migration or link in the
 * plugin.
 */
export function migrationFingerprint() {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")))
  for (const name of readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).sort()) {
    if (/^(modules.*[\\/]migrations|links)[\\/][^\\/]*\.ts$/.test(name))
      hash.update(name).update(readFileSync(join(root, "src", name)))
  }
  return hash.digest("hex")
}
