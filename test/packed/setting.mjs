import { mkdtempSync, realpathSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Cleanup, endOnSignals } from "../../demo/cleanup.mjs"

/** How each package manager adds packages. */
export const ADD = {
  npm: ["npm", "install"],
  pnpm: ["npx", "--yes", "pnpm@10", "add"],
  yarn: ["npx", "--yes", "yarn@1.22.22", "add"],
}

/** @param {string} name from `--with` @returns {"npm" | "pnpm"} */
export function managerOf(name) {
  if (name !== "npm" && name !== "pnpm") throw new Error("--with takes npm or pnpm.")
  return name
}

/**
 * An empty folder for a test, and its cleanup, which also runs when the test fails or is interrupted.
 *
 * @param {import("node:test").TestContext} t @param {{ keep: boolean }} options `keep`: leaves the folder there
 */
export function openFolder(t, { keep }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lease-to-own-store-")))
  const cleanup = new Cleanup()
  endOnSignals(cleanup)
  t.after(() => cleanup.run())
  if (keep) console.log(`The files are in ${folder}`)
  else cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return { folder, cleanup }
}
