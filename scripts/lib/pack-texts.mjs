/** The dashboard's texts as `medusa plugin:build` bundles them: the keys once, and each language as one text. Keys would be a quarter of each language. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** @typedef {{ [key: string]: Texts | string }} Texts */
/** @typedef {{ [key: string]: Keys | 0 }} Keys */

const KEYS = "keys"

/**
 * A plugin of Vite's. `folder` holds a JSON file for each language, and `unpack.ts`.
 *
 * @param {string} folder
 */
export function packTexts(folder) {
  const ours = `\0${folder}/`
  return {
    name: "pack-texts",
    enforce: /** @type {const} */ ("pre"),
    resolveId(/** @type {string} */ source, /** @type {string | undefined} */ importer) {
      const isOurs = importer?.startsWith(folder) || importer?.startsWith(ours)
      const [, name] = /^\.\/(\w+)\.json$/.exec(source) ?? []
      return isOurs && name ? ours + name : null
    },
    load(/** @type {string} */ id) {
      if (!id.startsWith(ours)) return null
      const name = id.slice(ours.length)
      const { keys, texts } = pack(folder)
      if (name === KEYS) return `export default ${JSON.stringify(keys)}`
      return `import { unpack } from ${JSON.stringify(join(folder, "unpack.ts"))}
import keys from "./${KEYS}.json"
export default /* @__PURE__ */ unpack(keys, ${JSON.stringify(joined(texts[name] ?? []))})`
    },
  }
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
 * @param {string} folder
 * @returns {{ keys: Keys, texts: Record<string, (string | null)[]> }} `texts`: by language, in the order of the keys, null where one is missing
 */
export function pack(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"))
  const languages = files.map((file) => ({
    name: file.slice(0, -".json".length),
    own: /** @type {Texts} */ (JSON.parse(readFileSync(join(folder, file), "utf8"))),
  }))
  /** @type {Keys} */
  const keys = {}
  for (const { own } of languages) addKeys(keys, own)
  return { keys, texts: Object.fromEntries(languages.map(({ name, own }) => [name, listed(keys, own)])) }
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
