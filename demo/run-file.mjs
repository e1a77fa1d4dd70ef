import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./medusa.mjs"

/** Where the demo of this checkout keeps its data. */
export const FOLDER = join(root, ".demo")
const FILE = join(FOLDER, "run.json")

/**
 * What programs must know to use a running demo, in `.demo/run.json`.
 *
 * @typedef {Pick<import("./shop.mjs").Shop, "medusaUrl" | "publishableKey" | "regionId" | "variantIds" | "shippingOptionIds" |
 *   "adminEmail" | "adminPassword" | "databaseUrl"> & { shopUrl: string, sandboxUrl: string | null, pid: number }} Run
 */

/** Only its owner can read it: it holds passwords. @param {Run} run */
export function writeRun(run) {
  removeRun()
  writeFileSync(FILE, JSON.stringify(run, null, 2), { mode: 0o600 })
}

export const removeRun = () => rmSync(FILE, { force: true })

/** The running demo of this checkout, whose shop answers; undefined where none runs. @returns {Promise<Run | undefined>} */
export async function findRun() {
  try {
    /** @type {Run} */
    const run = JSON.parse(readFileSync(FILE, "utf8"))
    const config = await (await fetch(`${run.shopUrl}/config.json`)).json()
    return config.publishableKey === run.publishableKey ? run : undefined
  } catch {
    return undefined
  }
}
