import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

const execute = promisify(execFile)

/**
 * A storefront of Medusa's own, at the commit for which `examples` has patches.
 *
 * @typedef {{ repository: string, commit: string, storefront: string }} Source
 * @typedef {Source & { patches: string[], installs: { folder: string, environment?: Record<string, string> }[], isWorkspace?: boolean,
 *   backend: { folder: string, patch?: string, without?: string }, approval?: string, ownErrors?: RegExp }} Starter
 *   `storefront`: its folder in the repository; `patches`: what `init --storefront` makes, the first is a whole lease; `installs`: the folders whose
 *   packages are installed, with the environment for it; `isWorkspace`: pnpm's; `backend`: the store of its own that is tried with it, `patch` is what
 *   `init` can't do there and `without` the file of its own goods; `approval`: a patch of the storefront, the same; `ownErrors`: those that it makes
 *   without us
 */

/** create-medusa-app has npm ignore peer dependencies, too. pnpm only warns about them. */
const LEGACY = { npm_config_legacy_peer_deps: "true" }

/** @type {Record<string, Starter>} */
export const STARTERS = {
  "dtc-starter": {
    repository: "https://github.com/medusajs/dtc-starter",
    commit: "9233262ff1f04185646f88362918c027e1431cd6",
    storefront: "apps/storefront",
    patches: ["dtc-starter.patch", "dtc-starter-more.patch"],
    installs: [{ folder: ".", environment: LEGACY }],
    isWorkspace: true,
    backend: { folder: "apps/backend", without: "src/migration-scripts/initial-data-seed.ts" },
  },
  "b2b-starter-medusa": {
    repository: "https://github.com/medusajs/b2b-starter-medusa",
    commit: "77396af90561ba39a9aec389c9536bf3dc5acb3e",
    storefront: "storefront",
    patches: ["b2b-starter-medusa.patch", "b2b-starter-medusa-more.patch"],
    installs: [
      { folder: "backend" },
      {
        folder: "storefront",
        environment: {
          // It has React 19 beside packages that name React 18. Its own yarn says so and goes on.
          ...LEGACY,
          // It imports this package, but its package.json doesn't list it. npm and yarn make it available anyway.
          npm_config_public_hoist_pattern: "@radix-ui/react-accordion",
        },
      },
    ],
    backend: { folder: "backend", patch: "b2b-starter-medusa-backend.patch" },
    approval: "b2b-starter-medusa-approval.patch",
    // The page of an order in the account has rows without a table. The account asks for approvals, which the store refuses to everybody but admins.
    ownErrors: /React error #418.*\/account\/orders\/|Error: Forbidden/,
  },
}

/** Where `init --storefront` is tried. A store isn't run with each. @type {Record<string, Source>} */
export const SOURCES = {
  ...STARTERS,
  "nextjs-starter-medusa": {
    repository: "https://github.com/medusajs/nextjs-starter-medusa",
    commit: "9818886f06e493cb2249733d114d339aa216ef00",
    storefront: ".",
  },
}

/** The starters asked for with which a store is run; all where none is. @param {string[]} names @returns {[string, Starter][]} */
export function startersOf(names) {
  const unknown = names.find((name) => !Object.hasOwn(SOURCES, name))
  if (unknown) throw new Error(`There is no starter ${unknown}. There are: ${Object.keys(SOURCES).join(", ")}.`)
  return Object.entries(STARTERS).filter(([name]) => names.length === 0 || names.includes(name))
}

/**
 * Brings a starter into an empty folder.
 *
 * @param {[string, Source]} starter
 * @param {{ from: string | undefined, folder: string }} where `from`: a folder with `NAME.tar.gz`, a plain tree of the commit;
 *   else the repository is asked
 */
export async function bringStarter([name, { repository, commit }], { from, folder }) {
  mkdirSync(folder, { recursive: true })
  const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
    execute(program, args, { cwd: folder })
  if (from) {
    const tarball = join(from, `${name}.tar.gz`)
    if (!existsSync(tarball)) throw new Error(`There is no ${name}.tar.gz in ${from}.`)
    await run("tar", "-xzf", tarball)
    await run("git", "init", "--quiet")
  } else {
    await run("git", "init", "--quiet")
    await run("git", "fetch", "--quiet", "--depth=1", repository, commit)
    await run("git", "checkout", "--quiet", "FETCH_HEAD")
  }
}

/** @param {string} patch of `examples` @param {string} folder of a starter */
export async function applyPatch(patch, folder) {
  await execute("git", ["apply", resolve("examples", patch)], { cwd: folder })
}

/** Packages that Medusa's framework brings since 2.11. In a store that names other versions there would be two of them. */
const BROUGHT = /^(@mikro-orm\/.+|awilix|pg|zod)$/

/**
 * Prepares a starter's folders for a package manager. A Medusa before 2.11, which `init` can't raise, becomes the one under test.
 *
 * @param {string} folder the starter's @param {Starter} starter @param {"npm" | "pnpm"} manager @param {Record<string, string>} versions of Medusa's packages, by name
 */
export function prepareStarter(folder, { isWorkspace, installs, backend, storefront }, manager, versions) {
  if (isWorkspace) {
    if (manager === "npm") toNpmWorkspaces(folder)
    return
  }
  for (const each of installs) {
    rmSync(join(folder, each.folder, "yarn.lock"), { force: true })
  }
  raiseMedusa(join(folder, backend.folder), versions, BROUGHT)
  raiseMedusa(join(folder, storefront), versions)
}

/** Makes npm's workspaces of pnpm's, as create-medusa-app does. @param {string} folder */
function toNpmWorkspaces(folder) {
  const ajv = "^6.12.4"
  changeManifest(folder, ({ packageManager: _, ...manifest }) => ({
    ...manifest,
    workspaces: ["apps/**", "!apps/backend/.medusa/**"],
    devDependencies: { ...manifest.devDependencies, ajv: "^8.13.0" },
    overrides: { eslint: { ajv }, "@eslint/eslintrc": { ajv } },
  }))
  for (const name of ["pnpm-workspace.yaml", "pnpm-lock.yaml"]) rmSync(join(folder, name))
}

/**
 * Names the Medusa under test in a `package.json`. That file names a package manager, too; the one under test installs the same.
 *
 * @param {string} folder
 * @param {Record<string, string>} versions of Medusa's packages, by name; others that had the framework's version get its new one
 * @param {RegExp} [brought] packages that are not to be named
 */
function raiseMedusa(folder, versions, brought) {
  const framework = "@medusajs/framework"
  changeManifest(folder, ({ packageManager: _, ...manifest }) => {
    const released = manifest.dependencies[framework]
    for (const group of [manifest.dependencies, manifest.devDependencies]) {
      for (const name of Object.keys(group)) {
        const isReleasedWithIt = name.startsWith("@medusajs/") && group[name] === released
        if (versions[name]) group[name] = versions[name]
        else if (isReleasedWithIt && versions[framework]) group[name] = versions[framework]
        if (brought?.test(name)) delete group[name]
      }
    }
    return manifest
  })
}

/** @param {string} folder @param {(manifest: any) => object} change of its `package.json` */
function changeManifest(folder, change) {
  const file = join(folder, "package.json")
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8"))), null, 2))
}
