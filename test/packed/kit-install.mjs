import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"

/** Those of the official starters, by what each of them adds packages with. */
const MANAGERS = {
  npm: ["npm", "install", "--no-audit", "--no-fund"],
  pnpm: ["npx", "--yes", "pnpm@10", "add"],
  yarn: ["npx", "--yes", "yarn@1.22.22", "add"],
}

/** Both packages of the kit, as the guide installs them. */
export const KIT = ["lease-to-own-storefront", "lease-to-own-react"]

/**
 * @param {string} root @param {string[]} names of workspaces @param {string} folder where the tarballs are to lie, empty
 * @returns {string[]} their paths
 */
export function packWorkspaces(root, names, folder) {
  mkdirSync(folder, { recursive: true })
  const workspaces = names.flatMap((name) => ["-w", name])
  const pack = ["pack", ...workspaces, "--loglevel=error", "--pack-destination", folder]
  execFileSync("npm", pack, { cwd: root, shell: process.platform === "win32" })
  const tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz"))
  if (tarballs.length !== names.length) throw new Error(`npm pack made ${tarballs.join(", ") || "nothing"}.`)
  return tarballs.map((name) => join(folder, name))
}

/**
 * Installs the kit's two tarballs into an empty shop with each package manager: none may ask the registry for one of the other.
 *
 * @param {import("./facts.mjs").Facts} facts
 * @param {{ root: string, folder: string }} setting `folder`: an empty one
 */
export function checkKit(facts, { root, folder }) {
  const tarballs = packWorkspaces(root, KIT, folder)
  for (const [name, [program = "", ...args]] of Object.entries(MANAGERS)) {
    const shop = join(folder, name)
    mkdirSync(shop)
    for (const tarball of tarballs) cpSync(tarball, join(shop, basename(tarball)))
    writeFileSync(join(shop, "package.json"), JSON.stringify({ private: true, dependencies: { react: "18.3.1" } }))
    const add = [...args, ...tarballs.map((tarball) => `./${basename(tarball)}`)]
    const shell = process.platform === "win32"
    const added = spawnSync(program, add, { cwd: shop, encoding: "utf8", shell })
    const entry = ["--input-type=module", "-e", 'await import("lease-to-own-react")']
    const loaded = spawnSync(process.execPath, entry, { cwd: shop, encoding: "utf8" })
    const wrong = [added, loaded].filter(({ status }) => status !== 0)
    facts.none(
      `the storefront kit is installed with ${name}`,
      wrong.flatMap(({ stdout, stderr }) => `${stdout}${stderr}`.trim().split("\n").slice(-5)),
    )
  }
}
