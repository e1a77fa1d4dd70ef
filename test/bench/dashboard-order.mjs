import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { runInNewContext } from "node:vm"
import ts from "typescript"

/**
 * The fields that Medusa's dashboard requests for its order page. Read from the installed dashboard: a
 * list of our own would become outdated.
 *
 * @param {string} root
 * @returns {string} value of the parameter `fields`
 */
export function dashboardOrderFields(root) {
  const dashboard = dirname(createRequire(join(root, "package.json")).resolve("@medusajs/dashboard/package.json"))
  const file = join(dashboard, "src", "routes", "orders", "order-detail", "constants.ts")
  const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  /** @type {{ DEFAULT_FIELDS?: unknown }} */
  const exported = {}
  runInNewContext(outputText, { exports: exported })
  const fields = exported.DEFAULT_FIELDS
  if (typeof fields !== "string") throw new Error(`The dashboard's fields of an order are no longer in ${file}.`)
  return fields
}
