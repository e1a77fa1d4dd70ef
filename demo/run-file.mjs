import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./medusa.mjs"

/** The folder in which this checkout's demo keeps its data. */
export const FOLDER = join(root, ".demo")
const FILE = join(FOLDER, "run.json")

/**
 * What programs need to use a running demo, in `.demo/run.json`.
 *
 * @typedef {Pick<import("./shop.mjs").Shop, "medusaUrl" | "publishableKey" | "regionId" | "variantIds" | "shippingOptionIds" |
 *   "adminEmail" | "adminPassword" | "databaseUrl"> & { shopUrl: string, sandboxUrl: string | null, pid: number }} Run
 */

/** Writes the file so that only its owner can read it, because it contains passwords. @param {Run} run */
export function writeRun(run) {
  removeRun()
  writeFileSync(FILE, JSON.stringify(run, null, 2), { mode: 0o600 })
}

export const removeRun = () => rmSync(FILE, { force: true })

/** Returns the running demo of this checkout if its shop responds. @returns {Promise<Run | undefined>} */
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
