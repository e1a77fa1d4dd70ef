import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import ts from "typescript"

export const PLUGIN = "medusa-plugin-lease-to-own"
/** The package's folder of compiled code. */
export const COMPILED = join(".medusa", "server", "src")

/**
 * Installs the plugin as merchants run it, without its dashboard: the JavaScript that `medusa plugin:build` writes. Built from the
 * current sources, so that no earlier build is measured, and without touching an existing build.
 *
 * @param {string} root
 * @param {string} store folder of the store that gets it
 * @returns {string} folder of the installed package
 */
export function installPlugin(root, store) {
  const folder = join(store, "node_modules", PLUGIN)
  const compilerOptions = optionsOf(root)
  const sources = join(root, "src")
  for (const name of sourcesIn(sources)) {
    const source = readFileSync(join(sources, name), "utf8")
    const { outputText } = ts.transpileModule(source, { fileName: name, compilerOptions })
    const file = join(folder, COMPILED, name.replace(/\.ts$/, ".js"))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, outputText)
  }
  // In the store's own folder, so that its name resolves to this installation and not to the checkout around it.
  writeFileSync(join(store, "package.json"), JSON.stringify({ name: "bench-store", private: true }))
  copyFileSync(join(root, "package.json"), join(folder, "package.json"))
  return folder
}

/**
 * Adds the plugin's dashboard part, as `medusa plugin:build` writes it, to a package that {@link installPlugin} has installed.
 *
 * @param {string} root
 * @param {string} installed folder of the package
 */
export async function installDashboard(root, installed) {
  // Imported here because the bundler is slow to load.
  const { plugin } = await import("@medusajs/admin-bundler")
  await plugin({ root, outDir: join(installed, ".medusa", "server") })
}

/**
 * A temporary folder inside the checkout, so that programs in it find the checkout's packages.
 *
 * @param {string} root
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 */
export function benchFolder(root, cleanup) {
  const parent = join(root, ".cache")
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, "bench-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** @param {string} folder @returns {string[]} paths from there; the link to the dashboard's code is not followed */
function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/** @param {string} root @returns {import("typescript").CompilerOptions} */
function optionsOf(root) {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  return { ...options, module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 }
}
