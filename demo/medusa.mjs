import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { KeptProcess } from "./kept-process.mjs"
import { freePort } from "./ports.mjs"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const CLI = join(root, "node_modules", "@medusajs", "cli", "cli.js")
const READY_WITHIN_MS = 180_000
const STOP_WITHIN_MS = 10_000
const PORT_TRIES = 5

/**
 * Runs one command of Medusa's CLI to its end. Throws with what it printed when it fails.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./cleanup.mjs").Cleanup} cleanup
 */
export async function runMedusa(args, env, cleanup) {
  const command = medusaProcess(args, env)
  cleanup.add(() => command.stop())
  const status = await command.exited
  if (status !== 0) throw new Error(`medusa ${args[0]} ended with status ${status}:\n${command.output.trim()}`)
}

/**
 * Brings the database of `env.DATABASE_URL` to the present tables.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./cleanup.mjs").Cleanup} cleanup
 * @param {{ keep: boolean }} data without it, and so without rows of before, Medusa's scripts for these are left out
 */
export function migrate(env, cleanup, { keep }) {
  const scripts = keep ? [] : ["--skip-scripts"]
  return runMedusa(["db:migrate", "--execute-all-links", "--execute-all-search", ...scripts], env, cleanup)
}

/**
 * Starts the store on the wanted port or the next free one.
 *
 * @param {{ port: number | undefined, env: NodeJS.ProcessEnv, cleanup: import("./cleanup.mjs").Cleanup,
 *   onOutput: (text: string) => void }} options `port`: any when absent; `onOutput`: hears the store's log
 * @returns {Promise<{ url: string, port: number, exited: Promise<number> }>}
 */
export async function startMedusa({ port: wanted, env, cleanup, onOutput }) {
  for (let tries = 1; ; tries++) {
    const port = await freePort(wanted)
    const url = `http://localhost:${port}`
    const dashboard = `${url},http://127.0.0.1:${port}`
    const store = medusaProcess(["start", "-H", "127.0.0.1", "-p", String(port)], {
      ADMIN_CORS: dashboard,
      AUTH_CORS: dashboard,
      ...env,
    })
    store.onOutput(onOutput)
    cleanup.add(() => store.stop())
    try {
      await store.untilPrinted(`Server is ready on port: ${port}`, READY_WITHIN_MS)
      const { ok } = await fetch(`http://127.0.0.1:${port}/health`)
      if (!ok) throw new Error(`${url}/health does not answer`)
      return { url, port, exited: store.exited }
    } catch (error) {
      await store.stop()
      if (!store.output.includes("EADDRINUSE") || tries === PORT_TRIES || cleanup.begun) {
        throw new Error(`The store did not start: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} env */
function medusaProcess(args, env) {
  return new KeptProcess({
    command: process.execPath,
    args: [CLI, ...args],
    cwd: root,
    env: {
      ...process.env,
      MEDUSA_DISABLE_TELEMETRY: "1",
      NODE_ENV: "development",
      LOG_LEVEL: "info",
      NO_COLOR: "1",
      ...env,
    },
    stopSignal: "SIGTERM",
    // Without us its database is going too: there is nothing that it could finish.
    abandonSignal: "SIGKILL",
    graceMs: STOP_WITHIN_MS,
  })
}

/** Changes whenever a migrated database may lack something: another Medusa, another migration or link of ours. */
export function migrationFingerprint() {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")))
  for (const folder of ["src/modules", "src/links"]) {
    for (const file of filesIn(join(root, folder))) {
      if (/[\\/](migrations|links)[\\/]/.test(file)) hash.update(file.slice(root.length)).update(readFileSync(file))
    }
  }
  return hash.digest("hex")
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
}
