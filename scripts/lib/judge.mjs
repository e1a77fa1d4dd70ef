import { readFileSync } from "node:fs"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/** Entries that are no code with types: style, and the bundle that Medusa's dashboard reads. */
const WITHOUT_TYPES = ["./style.css", "./admin", "./package.json"]

/**
 * Kinds of problems that are meant to be, by package. Medusa asks for default exports of modules and providers, and takes them out of CommonJS
 * itself. Packages for browsers are ES modules alone.
 *
 * @type {Record<string, string[]>}
 */
const MEANT = {
  "medusa-plugin-lease-to-own": ["CJSOnlyExportsDefault"],
  "lease-to-own-storefront": ["CJSResolvesToESM"],
  "lease-to-own-react": ["CJSResolvesToESM"],
}

/**
 * The problems of a tarball for those who install it: entries that lead nowhere, formats and types that do not fit (publint, "are the types wrong?").
 *
 * @param {string} name @param {string} tarball
 * @returns {Promise<string[]>} a line each, none when all is well
 */
export async function judge(name, tarball) {
  const data = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, level: "warning", strict: true })
  const entries = messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
  const result = await checkPackage(createPackageFromTarballData(data), { excludeEntrypoints: WITHOUT_TYPES })
  if (!result.types) return [...entries, "types: there are none"]
  const wrong = result.problems.filter(({ kind }) => !MEANT[name]?.includes(kind))
  return [...entries, ...wrong.map((problem) => `types: ${JSON.stringify(problem)}`)]
}
