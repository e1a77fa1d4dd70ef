import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join, relative } from "node:path"
import { CONFIG_FILES, storeAbove } from "../run-in-store"
import type { Compiler } from "./code-reader"
import { PLUGIN } from "./config-shape"

export type Manager = "npm" | "pnpm" | "yarn"
type Manifest = Partial<Record<"dependencies" | "devDependencies" | "peerDependencies", Record<string, string>>> & {
  name?: string
  version?: string
  packageManager?: string
}

/** The store in a folder: the path of its configuration, the version of Medusa that is installed there, and whether the plugin is. */
export type StoreFolder = { folder: string; config: string; medusa: string; hasPlugin: boolean; manager: Manager }

/** Returns the store of a folder or of a folder above it. Throws with what to do if there is none, or more than one. */
export function findStore(from: string): StoreFolder {
  const folder = storeFrom(from)
  const configs = CONFIG_FILES.filter((name) => existsSync(join(folder, name)))
  const [config = ""] = configs
  if (configs.length > 1)
    throw new Error(`There are ${configs.join(" and ")}. Remove the one that the store doesn't use.`)
  const medusa = readInstalled(folder, "@medusajs/medusa")?.version
  if (!medusa)
    throw new Error(`Medusa is not installed for the store in ${folder}. Install the store's packages first.`)
  const hasPlugin = installedAt(folder, PLUGIN) !== undefined
  return { folder, config: join(folder, config), medusa, hasPlugin, manager: managerOf(folder) }
}

function storeFrom(from: string): string {
  try {
    return storeAbove(from)
  } catch (error) {
    const [below, ...more] = storesBelow(from)
    if (!below) throw error
    const names = [below, ...more].map((folder) => relative(from, folder))
    throw new Error(
      more.length ? `There are stores in ${names.join(", ")}. Run this in one of them.` : `Run this in ${names}.`,
    )
  }
}

function storesBelow(folder: string): string[] {
  const within = (parent: string) =>
    existsSync(parent)
      ? readdirSync(parent, { withFileTypes: true }).flatMap((entry) =>
          entry.isDirectory() && entry.name !== "node_modules" ? join(parent, entry.name) : [],
        )
      : []
  const isStore = (one: string) => CONFIG_FILES.some((name) => existsSync(join(one, name)))
  return [...within(folder), ...within(join(folder, "apps")), ...within(join(folder, "packages"))].filter(isStore)
}

/** Returns the folder of a package as the store finds it. Reads the disk each time, because Node keeps what it resolved before an upgrade. */
export function installedAt(folder: string, name: string): string | undefined {
  const places = foldersAbove(folder).map((each) => join(each, "node_modules", name))
  return places.find((place) => existsSync(join(place, "package.json")))
}

function readInstalled(folder: string, name: string): Manifest | undefined {
  const place = installedAt(folder, name)
  return place === undefined ? undefined : readManifest(join(place, "package.json"))
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8"))
}

/** Returns the TypeScript of the store, which parses its configuration. Undefined if the store has none, or one without this interface. */
export function compilerOf({ folder }: Pick<StoreFolder, "folder">): Compiler | undefined {
  try {
    const compiler: Compiler = createRequire(join(folder, "package.json"))("typescript")
    return typeof compiler.createSourceFile === "function" ? compiler : undefined
  } catch {
    return undefined
  }
}

const LOCK_FILES: Record<string, Manager> = {
  "yarn.lock": "yarn",
  "pnpm-lock.yaml": "pnpm",
  "package-lock.json": "npm",
}

/** Returns the store's package manager: that of the nearest lock file above, or else the nearest one that a `package.json` names. */
export function managerOf(folder: string): Manager {
  const above = foldersAbove(folder)
  for (const each of above) {
    const [, manager] = Object.entries(LOCK_FILES).find(([name]) => existsSync(join(each, name))) ?? []
    if (manager) return manager
  }
  const named = above.flatMap((each) => {
    const file = join(each, "package.json")
    return existsSync(file) ? (readManifest(file).packageManager?.split("@")[0] ?? []) : []
  })
  return (named.find((name) => Object.values(LOCK_FILES).includes(name as Manager)) as Manager | undefined) ?? "npm"
}

/** Returns the command line that adds packages. */
export function addCommand(manager: Manager, ...packages: string[]): string {
  return [manager, manager === "npm" ? "install" : "add", ...packages].join(" ")
}

/** Returns how {@link addCommand} names a package of this version in a folder: a tarball there or in another place, or else its name. */
export function ownPackage(name: string, folder: string, ...others: string[]): string {
  const { version } = ownManifest()
  const tarball = [folder, ...others]
    .map((place) => join(place, `${name}-${version}.tgz`))
    .find((file) => existsSync(file))
  if (!tarball) return `${name}@${version}`
  const path = relative(folder, tarball).replaceAll("\\", "/")
  return path.startsWith(".") ? path : `./${path}`
}

/** Returns the manifest of the plugin that is running, which `npx` runs without installing it in the store. */
function ownManifest(folder = __dirname): Manifest {
  const file = join(folder, "package.json")
  const manifest = existsSync(file) ? readManifest(file) : {}
  return manifest.name === PLUGIN ? manifest : ownManifest(dirname(folder))
}

/** Returns the command line that removes packages. */
export function uninstallCommand(manager: Manager, ...packages: string[]): string {
  const words = { npm: "npm uninstall", pnpm: "pnpm remove", yarn: "yarn remove" }
  return [words[manager], ...packages].join(" ")
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersAbove(above)]
}

/** Whether the store's Medusa is older than the oldest that the plugin supports, and which that is. */
export function isTooOld({ medusa }: Pick<StoreFolder, "medusa">): { oldest: string } | null {
  const oldest = (ownManifest().peerDependencies?.["@medusajs/medusa"] ?? "").replace("^", "")
  return compareVersions(medusa, oldest) < 0 ? { oldest } : null
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(/[.-]/).map(Number))
  const at = [0, 1, 2].find((part) => a?.[part] !== b?.[part])
  return at === undefined ? 0 : (a?.[at] ?? 0) - (b?.[at] ?? 0)
}

/** Packages of the dashboard that a store names in the dashboard's own version. */
const WITH_DASHBOARD = ["@medusajs/ui", "@tanstack/react-query", "react-i18next", "react-router-dom"]

/**
 * Returns the command lines that install what the store lacks: the plugin, and if Medusa is too old, all of the store's Medusa packages in the version
 * with which the plugin was tested. Undefined before Medusa 2.11, because then the store must also drop packages that Medusa has brought since.
 */
export function installCommands(store: StoreFolder): string[] | undefined {
  const { folder, medusa, hasPlugin, manager } = store
  if (!isTooOld(store)) return hasPlugin ? [] : [addCommand(manager, ownPackage(PLUGIN, folder))]
  if (compareVersions(medusa, "2.11.0") < 0) return undefined
  const plugin = hasPlugin ? [] : [ownPackage(PLUGIN, folder)]
  const [own, dev] = raisedPackages(store)
  // npm and pnpm leave a package in its group. As create-medusa-app does, npm must ignore peer dependencies, or else it may keep the old Medusa in
  // addition to the new one, and put packages where Medusa's build doesn't find them.
  const flags = manager === "npm" ? ["--legacy-peer-deps", "--save-exact"] : []
  if (manager !== "yarn") return [addCommand(manager, ...flags, ...own, ...dev, ...plugin)]
  return [addCommand(manager, ...own, ...plugin), ...(dev.length ? [addCommand(manager, "--dev", ...dev)] : [])]
}

/** Returns the store's Medusa packages in the version with which the plugin was tested: its dependencies, and those for development. */
function raisedPackages({ folder, medusa }: StoreFolder): [own: string[], dev: string[]] {
  const { devDependencies: tested = {} } = ownManifest()
  const { dependencies = {}, devDependencies = {} } = readManifest(join(folder, "package.json"))
  const raised = (group: Record<string, string>) =>
    Object.keys(group).flatMap((name) => {
      const isReleasedWithIt = name.startsWith("@medusajs/") && readInstalled(folder, name)?.version === medusa
      const isRaised = isReleasedWithIt || WITH_DASHBOARD.includes(name)
      const version = isRaised ? (tested[name] ?? tested["@medusajs/medusa"]) : undefined
      return version ? `${name}@${version}` : []
    })
  return [raised(dependencies), raised(devDependencies)]
}

/** Returns a folder's or a file's name as a merchant would type it in the current folder. */
export function shown(path: string): string {
  return relative(process.cwd(), path) || basename(path)
}
