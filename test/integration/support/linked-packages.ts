import { execFile } from "node:child_process"
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { terminalEnvironment } from "../../packed/command-line.mjs"
import { unpack } from "../../packed/pack-plugin.mjs"

const execute = promisify(execFile)
const ROOT = resolve(__dirname, "../../..")
const PLUGIN = "medusa-plugin-lease-to-own"
/** This repository's own packages, which a store that installed the tarball doesn't have. */
const OURS = [PLUGIN, "lease-to-own-sandbox", "lease-to-own-storefront"]

/**
 * Stands in for `npm install`, faster and without a network: unpacks the tarball into the store's folder and
 * links everything else to this repository's copy.
 *
 * @returns the folder of the plugin
 */
export async function linkPackages(store: string, tarball: string): Promise<string> {
  const plugin = join(store, "node_modules", PLUGIN)
  mkdirSync(join(store, "node_modules"))
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (name.startsWith(".") || OURS.includes(name)) continue
    symlinkSync(join(ROOT, "node_modules", name), join(store, "node_modules", name), "junction")
  }
  await unpack(tarball, plugin)
  const dependencies = { "@medusajs/medusa": "*", [PLUGIN]: "*" }
  writeFileSync(join(store, "package.json"), JSON.stringify({ name: "store", version: "1.0.0", dependencies }))
  return plugin
}

/** The packages of this repository that the store's own code could load. */
export async function ownPackagesIn(store: string): Promise<string[]> {
  const program = `for (const name of process.argv.slice(1))
    try { require.resolve(name + "/package.json"), console.log(name) } catch {}`
  const { stdout } = await execute(process.execPath, ["-e", program, ...OURS], {
    cwd: store,
    env: terminalEnvironment(),
  })
  return stdout.trim().split("\n")
}
