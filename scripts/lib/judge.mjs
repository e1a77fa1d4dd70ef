import { readFileSync } from "node:fs"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/** Entries without types: styles, and the bundle that Medusa's dashboard loads. */
const WITHOUT_TYPES = ["./style.css", "./message.css", "./admin", "./package.json"]

/**
 * Kinds of problems that are intended, by package. Medusa requires default exports of modules and providers, and reads them from CommonJS
 * itself. Packages for browsers are only ES modules.
 *
 * @type {Record<string, string[]>}
 */
const MEANT = {
  "medusa-plugin-lease-to-own": ["CJSOnlyExportsDefault"],
  "lease-to-own-storefront": ["CJSResolvesToESM"],
  "lease-to-own-react": ["CJSResolvesToESM"],
}

/**
 * Finds a tarball's problems for its users: entries that don't resolve, wrong formats and types (publint, "are the types wrong?").
 *
 * @param {string} name @param {string} tarball
 * @returns {Promise<string[]>} one line for each problem
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
