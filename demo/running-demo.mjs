import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./medusa.mjs"
import { isHeld, slotFolder } from "./slots.mjs"

/**
 * The running demo of this checkout with the lowest number. Throws when none runs.
 *
 * @returns {Promise<import("./walkthrough-shop.mjs").WalkedShop>}
 */
export async function findRunningDemo() {
  const base = join(root, ".demo")
  for (const number of numbersIn(base)) {
    const folder = slotFolder(base, number)
    if (!(await isHeld(folder))) continue
    const run = readRun(join(folder, "run.json"))
    if (!run) continue
    const { LEASE_USERNAME: username, LEASE_PASSWORD: password, LEASE_AUTH_HASH: authHash } = process.env
    const sandbox = { username: "sandbox", password: "sandbox" }
    return {
      ...run,
      sandboxUrl: run.sandboxUrl ?? undefined,
      log: () => readFileSync(join(folder, "store.log"), "utf8"),
      service: run.sandboxUrl ? sandbox : { username, password, authHash },
    }
  }
  throw new Error("No demo of this folder is up. Start one with `npm run demo`, or leave out --use-demo.")
}

/** @param {string} base @returns {number[]} 1 for the folder itself, then those of demos that ran beside it */
function numbersIn(base) {
  try {
    const beside = readdirSync(base)
      .map(Number)
      .filter((number) => number > 1)
    return [1, ...beside.sort((a, b) => a - b)]
  } catch {
    return []
  }
}

/** @param {string} file nothing while the demo is still starting */
function readRun(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}
