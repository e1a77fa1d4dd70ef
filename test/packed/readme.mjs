import { readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * One step of an installation: a command line, a file to write, or settings for the store's `.env`.
 *
 * @typedef {{ run: string } | { file: string, text: string } | { settings: Record<string, string> }} Step
 *
 * @typedef {{ packing: string[], steps: Step[] }} Installation `packing`: command lines for the checkout, without the one
 *   that has installed the tools which run this; `steps`: what is done in the store's folder, in the README's order
 */

/**
 * The installation by hand: the code blocks of the README's section "Install it into a store" up to the package, and then those of
 * docs/install-by-hand.md. Throws when the section is not there, or holds a block of another kind than `sh`, `ts` and `ini`.
 *
 * @param {string} root @param {"npm" | "pnpm"} [manager] for pnpm, the store's command lines are rewritten as the README says
 * @returns {Installation}
 */
export function readInstallation(root, manager = "npm") {
  const { section, rewrite } = readSection(root, manager)
  const [packing, adding] = blocksOf(section)
  if (packing?.language !== "sh" || adding?.language !== "sh")
    throw new Error("The README's installation does not begin with making and adding the package.")
  const page = blocksOf(readFileSync(join(root, "docs/install-by-hand.md"), "utf8"))
  const steps = [adding, ...page].flatMap(stepsOf).map((step) => ("run" in step ? { run: rewrite(step.run) } : step))
  return { packing: linesOf(packing.text).filter((line) => line !== "npm ci"), steps }
}

/** The README's command line that sets up the store. @param {string} root */
export function readInit(root) {
  const [, , init] = blocksOf(readSection(root).section)
  const [line, ...more] = init ? linesOf(init.text) : []
  if (!line?.endsWith(" init") || more.length > 0)
    throw new Error("The README's installation does not go on with init.")
  return line
}

/** The README's two command lines if the store's Medusa is too old. @param {string} root @param {"npm" | "pnpm"} manager @returns {[adding: string, init: string]} */
export function readUpgrade(root, manager) {
  const { section, rewrite } = readSection(root, manager)
  const [, , , upgrade] = blocksOf(section)
  const [adding, init, ...more] = upgrade ? linesOf(upgrade.text) : []
  if (!adding || !init?.endsWith(" init --upgrade") || more.length > 0)
    throw new Error("The README's installation doesn't say what to run with an older Medusa.")
  return [rewrite(adding), init]
}

/** The README's command line that sets up the storefront. @param {string} root */
export function readInitStorefront(root) {
  const section = sectionOf(readFileSync(join(root, "README.md"), "utf8"), "Take the first lease")
  const [, line] = /`(npx [^`]+ init --storefront)`/.exec(section) ?? []
  if (!line) throw new Error("The README doesn't say how to set up the storefront.")
  return line
}

/** @param {string} root @param {"npm" | "pnpm"} [manager] */
function readSection(root, manager = "npm") {
  const section = sectionOf(readFileSync(join(root, "README.md"), "utf8"), "Install it into a store")
  return { section, rewrite: manager === "pnpm" ? pnpmRule(section) : (/** @type {string} */ line) => line }
}

/** How the README has command lines rewritten for pnpm. @param {string} section @returns {(line: string) => string} */
function pnpmRule(section) {
  const [rule = ""] = /With pnpm, replace [^.]*/.exec(section) ?? []
  const pairs = [...rule.matchAll(/`([^`]+)` with `([^`]+)`/g)]
  const [, left] = /leave out `([^`]+)`/.exec(rule) ?? []
  if (pairs.length === 0 || !left) throw new Error("The README does not say what to replace with pnpm.")
  return (line) =>
    pairs.reduce((text, [, from = "", to = ""]) => text.replaceAll(from, to), line.replace(` ${left}`, ""))
}

/** The text of `medusa-config.ts`. @param {Installation} installation */
export function configOf({ steps }) {
  const files = steps.filter((step) => "file" in step)
  const [config] = files
  if (!config || files.length > 1) throw new Error("The installation by hand shows not exactly one file.")
  return config.text
}

/**
 * A `medusa-config.ts` after the first step of docs/sales-tax.md: with the option, and the tax provider's entry, which is a comment until then if the
 * file is that of docs/install-by-hand.md.
 *
 * @param {string} config @param {import("../../demo/lease-settings.mjs").SalesTax} salesTax
 */
export function withSalesTax(config, salesTax) {
  const comment = /(?<=Only with salesTax: .*\n)(?: *\/\/ .*\n)+/
  const [modules, place] = ["modules: [\n", "leaseToOwn({\n"]
  if (!config.includes(place) || !(comment.test(config) || config.includes(modules)))
    throw new Error("medusa-config.ts has no place for the option salesTax or for its tax provider.")
  const [entry] = blocksOf(sectionOf(readFileSync("docs/sales-tax.md", "utf8"), "Set it up").replace(/^ {3}/gm, ""))
  const withEntry = comment.test(config)
    ? config.replace(comment, (lines) => lines.replaceAll("// ", ""))
    : config.replace(modules, `${modules}${entry?.text}`)
  return withEntry.replace(place, `${place}salesTax: ${JSON.stringify(salesTax)},\n`)
}

/** @param {{ language: string, text: string }} block @returns {Step[]} */
function stepsOf({ language, text }) {
  if (language === "sh") return linesOf(text).map((run) => ({ run }))
  if (language === "ts") return [{ file: "medusa-config.ts", text }]
  if (language === "ini") return [{ settings: Object.fromEntries(linesOf(text).map(settingOf)) }]
  throw new Error(`The installation holds a block of ${language || "no language"}; no step handles it.`)
}

/** @param {string} line @returns {[string, string]} */
function settingOf(line) {
  const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`This is no setting: ${line}`)
  return [name, value]
}

/** Without empty lines and comments. @param {string} text */
function linesOf(text) {
  return text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"))
}

/** @param {string} text */
function blocksOf(text) {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, language = "", code = ""]) => ({
    language,
    text: code,
  }))
}

/** @param {string} text @param {string} heading of the second rank */
function sectionOf(text, heading) {
  const section = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`))
  if (section === undefined) throw new Error(`The README has no section "${heading}".`)
  return section
}
