import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const PLUGIN = "medusa-plugin-lease-to-own"
/** Two copies of one of these in a dashboard are two worlds that do not know each other. Text that each holds once. */
const ONCE_IN_DASHBOARD = {
  "react-query": "No QueryClient set, use QueryClientProvider to set one",
  "react-i18next": "You will need to pass in an i18next instance by using initReactI18next",
}
const ONCE_INSTALLED = [
  "@medusajs/framework",
  "@medusajs/medusa",
  "@medusajs/dashboard",
  "@medusajs/ui",
  "@tanstack/react-query",
  "react",
  "react-i18next",
]

/** @typedef {{ packages: Record<string, unknown> }} Lock the part of package-lock.json that is read here */

/**
 * Checks what installing the plugin did to the store's packages.
 *
 * @param {import("./facts.mjs").Facts} facts
 * @param {Lock} before @param {Lock} after
 * @param {{ dependencies: Record<string, string>, devDependencies: Record<string, string> }} plugin its package.json
 */
export function checkPackages(facts, before, after, plugin) {
  const expected = [PLUGIN, ...Object.keys(plugin.dependencies)]
  const added = addedPackages(before, after)
  facts.none(
    "installing brings the plugin, its dependencies and nothing else",
    added.filter((name) => !expected.includes(name)),
  )
  facts.that("the plugin is installed", copiesOf(after, PLUGIN).length === 1)
  for (const name of ONCE_INSTALLED) facts.equal(`the store has one ${name}`, copiesOf(after, name).length, 1)
}

/** Names of packages that were not there before, in any place. @param {Lock} before @param {Lock} after */
function addedPackages(before, after) {
  const names = new Set(Object.keys(before.packages).map(nameOf))
  return [...new Set(Object.keys(after.packages).map(nameOf))].filter((name) => !names.has(name))
}

/** Every place in which a package is installed. @param {Lock} lock @param {string} name */
function copiesOf(lock, name) {
  return Object.keys(lock.packages).filter((place) => nameOf(place) === name)
}

/**
 * Checks what `medusa build` made of the plugin's dashboard code.
 *
 * @param {import("./facts.mjs").Facts} facts
 * @param {string} folder of the built dashboard's scripts
 */
export function checkDashboardBundle(facts, folder) {
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"))
  const text = scripts.map((name) => readFileSync(join(folder, name), "utf8")).join("\n")
  const times = (/** @type {string} */ part) => text.split(part).length - 1
  facts.that("the built dashboard holds the lease card", times("lease-to-own.order-card") > 0)
  for (const [name, mark] of Object.entries(ONCE_IN_DASHBOARD)) {
    facts.equal(`the built dashboard holds one ${name}`, times(mark), 1)
  }
}

/** @param {string} place such as `node_modules/a/node_modules/@b/c` */
function nameOf(place) {
  return place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length)
}
