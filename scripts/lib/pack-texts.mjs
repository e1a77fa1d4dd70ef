/** The dashboard's texts as `medusa plugin:build` bundles them: the keys once, and each language as one text. Keys would be a quarter of each language. */
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** @typedef {{ [key: string]: Texts | string }} Texts */
/** @typedef {{ [key: string]: Keys | 0 }} Keys */

const medusa = createRequire(createRequire(import.meta.url).resolve("@medusajs/admin-bundler"))

/**
 * A plugin of Vite's. `folder` holds the `index.ts` of all texts, and `unpack.ts`.
 *
 * @param {string} folder
 */
export function packTexts(folder) {
  const index = join(folder, "index.ts")
  return {
    name: "pack-texts",
    enforce: /** @type {const} */ ("pre"),
    async load(/** @type {string} */ id) {
      if (id !== index) return null
      const { runnerImport } = await import(pathToFileURL(medusa.resolve("vite")).href)
      const { module } = await runnerImport(index, { configFile: false, logLevel: "silent" })
      return `import { unpack } from "./unpack"\n${packed(module.default)}`
    },
  }
}

/**
 * The languages in JavaScript, to be unpacked in the browser.
 *
 * @param {Record<string, Texts>} languages
 */
export function packed(languages) {
  const { keys, texts } = pack(languages)
  const unpacked = Object.entries(texts).map(([name, list]) => `${name}: unpack(keys, ${JSON.stringify(joined(list))})`)
  return `const keys = ${JSON.stringify(keys)}\nexport default {\n${unpacked.join(",\n")}\n}`
}

/**
 * A language's texts as one text: as a list each would have quotes of its own.
 *
 * @param {(string | null)[]} texts
 */
export function joined(texts) {
  if (texts.some((text) => text?.includes("|")))
    throw new Error("A text of the dashboard holds |, which parts them in the build.")
  return texts.map((text) => text ?? "").join("|")
}

/**
 * @param {Record<string, Texts>} languages
 * @returns {{ keys: Keys, texts: Record<string, (string | null)[]> }} `texts`: by language, in the order of the keys, null where one is missing
 */
export function pack(languages) {
  /** @type {Keys} */
  const keys = {}
  for (const own of Object.values(languages)) addKeys(keys, own)
  return { keys, texts: Object.fromEntries(Object.entries(languages).map(([name, own]) => [name, listed(keys, own)])) }
}

/** @param {Keys} keys @param {Texts} texts */
function addKeys(keys, texts) {
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === "string") keys[key] = 0
    else {
      const inner = keys[key] || {}
      keys[key] = inner
      addKeys(inner, text)
    }
  }
}

/** @param {Keys} keys @param {Texts | string | undefined} texts @returns {(string | null)[]} */
function listed(keys, texts) {
  const own = typeof texts === "object" ? texts : {}
  return Object.entries(keys).flatMap(([key, inner]) => {
    const text = own[key]
    return inner ? listed(inner, text) : [typeof text === "string" ? text : null]
  })
}
