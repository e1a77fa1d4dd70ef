import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { Cleanup, endOnSignals } from "../../demo/cleanup.mjs"

/** How each package manager installs what `package.json` names. */
export const INSTALL = { npm: ["npm", "install"], pnpm: ["npx", "--yes", "pnpm@10", "install"] }

/** How each package manager adds packages. */
export const ADD = {
  npm: ["npm", "install"],
  pnpm: ["npx", "--yes", "pnpm@10", "add"],
  yarn: ["npx", "--yes", "yarn@1.22.22", "add"],
}

/** A folder with the program `pnpm`, for what runs the store's package manager by itself. @param {string} folder made here */
export function putPnpmOnPath(folder) {
  mkdirSync(folder)
  writeFileSync(join(folder, "pnpm"), `#!/bin/sh\nexec ${ADD.pnpm.slice(0, -1).join(" ")} "$@"\n`, { mode: 0o755 })
  process.env.PATH = [folder, process.env.PATH].join(delimiter)
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
