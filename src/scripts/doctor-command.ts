#!/usr/bin/env node
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"

/*
 * `lease-to-own-doctor`: runs the doctor that lies beside this file, wherever a package manager has put it, by the store's own Medusa.
 */

const HELP = `lease-to-own-doctor [options]
Says what is set up wrong in the store of this folder, and what to do. Exits with status 1 when something is wrong.
  --before-removal   what is left to do before the plugin is removed`

const CONFIG = ["medusa-config.ts", "medusa-config.js", "medusa-config.mjs"]

main()

function main(): void {
  try {
    const { values } = parseArgs({
      options: { "before-removal": { type: "boolean" }, help: { type: "boolean", short: "h" } },
    })
    if (values.help) return void process.stdout.write(`${HELP}\n`)
    process.exitCode = run(storeAbove(process.cwd()), values["before-removal"] ? ["before-removal"] : [])
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}

/** The folder with the store's configuration: this one, or the nearest above it. */
function storeAbove(folder: string, begun = folder): string {
  if (CONFIG.some((name) => existsSync(join(folder, name)))) return folder
  const above = dirname(folder)
  if (above !== folder) return storeAbove(above, begun)
  throw new Error(`There is no medusa-config.ts in ${begun} or above it. Run this in the store's folder.`)
}

/** The exit status of the doctor. */
function run(store: string, args: string[]): number {
  const doctor = join(__dirname, "doctor.js")
  const { status, error } = spawnSync(process.execPath, [medusaIn(store), "exec", doctor, ...args], {
    cwd: store,
    stdio: "inherit",
  })
  if (error) throw error
  return status ?? 1
}

function medusaIn(store: string): string {
  try {
    return createRequire(join(store, "package.json")).resolve("@medusajs/cli/cli.js")
  } catch {
    throw new Error(
      `The package @medusajs/cli is not installed for the store in ${store}. Install the store's packages first.`,
    )
  }
}
