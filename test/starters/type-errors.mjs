import { join, resolve } from "node:path"
import ts from "typescript"

const KIT = { "lease-to-own-storefront": "storefront", "lease-to-own-react": "react" }
/** Parsed files of packages. @type {Map<string, ts.SourceFile | undefined>} */
const parsed = new Map()

/**
 * The compiler's errors in some files of a storefront whose packages aren't installed. Types come from this repository's packages, where it has them.
 *
 * @param {string} folder below this repository @param {string[]} paths files that may be missing
 * @returns {string[]} without positions
 */
export function typeErrors(folder, paths) {
  const config = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, folder)
  const base = options.baseUrl ?? folder
  const kit = Object.entries(KIT).flatMap(([name, workspace]) => {
    const source = resolve("packages", workspace, "src")
    return [
      [name, [join(source, "index.ts")]],
      [`${name}/*`, [join(source, "*")]],
    ]
  })
  const settings = {
    ...options,
    baseUrl: base,
    paths: { ...options.paths, ...Object.fromEntries(kit) },
    types: [],
    incremental: false,
    target: ts.ScriptTarget.ES2022,
    jsx: ts.JsxEmit.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const roots = paths.filter(ts.sys.fileExists)
  const program = ts.createProgram(roots, settings, cachingHost(settings, folder))
  return roots.flatMap((path) => {
    const source = program.getSourceFile(path)
    const errors = source ? [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)] : []
    return errors.flatMap(({ code, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, "\n")
      return text.includes("module 'next/") ? [] : [`${path} TS${code}: ${text}`]
    })
  })
}

/** Keeps the parsed files of packages, which are most of them. @param {ts.CompilerOptions} settings @param {string} folder */
function cachingHost(settings, folder) {
  const host = ts.createCompilerHost(settings)
  const parse = host.getSourceFile.bind(host)
  /** @type {ts.CompilerHost["getSourceFile"]} */
  host.getSourceFile = (path, ...args) => {
    if (path.startsWith(folder)) return parse(path, ...args)
    if (!parsed.has(path)) parsed.set(path, parse(path, ...args))
    return parsed.get(path)
  }
  return host
}
