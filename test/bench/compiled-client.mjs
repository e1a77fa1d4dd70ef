import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import ts from "typescript"

/**
 * The client of the lease service as merchants run it: compiled to CommonJS for the target of this project's tsconfig, as
 * the package is, and loaded by Node as it is. From the sources of this moment, so that no earlier build is measured.
 *
 * @param {string} root
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {typeof import("../../src/lease-service/index.js")}
 */
export function loadCompiledClient(root, cleanup) {
  // Inside the checkout, so that its packages are found.
  const parent = join(root, ".cache")
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, "bench-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const sources = join(root, "src", "lease-service")
  const compilerOptions = optionsOf(root)
  for (const name of readdirSync(sources)) {
    const source = readFileSync(join(sources, name), "utf8")
    const { outputText } = ts.transpileModule(source, { fileName: name, compilerOptions })
    writeFileSync(join(folder, name.replace(/\.ts$/, ".js")), outputText)
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "commonjs" }))
  return createRequire(import.meta.url)(join(folder, "index.js"))
}

/** @param {string} root @returns {import("typescript").CompilerOptions} */
function optionsOf(root) {
  const { config, error } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
  if (error)
    throw new Error(`tsconfig.json cannot be read: ${ts.flattenDiagnosticMessageText(error.messageText, "\n")}`)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  return { ...options, module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 }
}
