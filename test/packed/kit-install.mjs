import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { runToEnd } from "./programs.mjs"
import { ADD } from "./setting.mjs"

/** Both packages of the kit, as the guide installs them. */
export const KIT = ["lease-to-own-storefront", "lease-to-own-react"]

/**
 * @param {string[]} names of workspaces @param {string} folder where the tarballs are to lie, empty
 * @returns {string[]} their paths
 */
export function packWorkspaces(names, folder) {
  mkdirSync(folder, { recursive: true })
  const workspaces = names.flatMap((name) => ["-w", name])
  const pack = ["pack", ...workspaces, "--loglevel=error", "--pack-destination", folder]
  execFileSync("npm", pack, { shell: process.platform === "win32" })
  const tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz"))
  if (tarballs.length !== names.length) throw new Error(`npm pack made ${tarballs.join(", ") || "nothing"}.`)
  return tarballs.map((name) => join(folder, name))
}

/**
 * Installs the kit's two tarballs into an empty shop with each package manager of the official starters: none may ask the registry for one of the other.
 *
 * @param {import("node:test").TestContext} t @param {string} folder an empty one @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 */
export async function testKit(t, folder, cleanup) {
  const tarballs = packWorkspaces(KIT, folder)
  for (const [name, [command = "", ...add]] of Object.entries(ADD)) {
    await t.test(`the storefront kit is installed with ${name}`, async () => {
      const cwd = join(folder, name)
      mkdirSync(cwd)
      for (const tarball of tarballs) cpSync(tarball, join(cwd, basename(tarball)))
      writeFileSync(join(cwd, "package.json"), JSON.stringify({ private: true, dependencies: { react: "18.3.1" } }))
      const args = [...add, ...tarballs.map((tarball) => `./${basename(tarball)}`)]
      await runToEnd({ command, args, cwd }, cleanup)
      const entry = ["--input-type=module", "-e", 'await import("lease-to-own-react")']
      await runToEnd({ command: process.execPath, args: entry, cwd }, cleanup)
    })
  }
}
