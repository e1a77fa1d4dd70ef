import { dirname, join, resolve } from "node:path"
import ts from "typescript"
import { ROOT } from "./modules.mjs"

/**
 * The compiler's word on single changes of files. A mutant that it rejects is none.
 *
 * @returns {(path: string, source: string) => boolean} whether it rejects this file, or one that imports it
 */
export function compiler() {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  let changed = { file: "", code: "", version: 0 }
  /** @type {Map<string, import("typescript").IScriptSnapshot>} */
  const read = new Map()
  const snapshot = (/** @type {string} */ file) => {
    if (file === changed.file) return ts.ScriptSnapshot.fromString(changed.code)
    const known = read.get(file) ?? ts.ScriptSnapshot.fromString(ts.sys.readFile(file) ?? "")
    read.set(file, known)
    return known
  }
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => String(file === changed.file ? changed.version : 0),
    getScriptSnapshot: snapshot,
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
  /** @param {string} file */
  const isWrong = (file) =>
    service.getSyntacticDiagnostics(file).length + service.getSemanticDiagnostics(file).length > 0
  /** @param {string} file */
  const importers = (file) =>
    (service.getProgram()?.getSourceFiles() ?? []).filter(
      ({ fileName, text }) =>
        fileName.startsWith(join(ROOT, "src/")) &&
        [...text.matchAll(/ from "(\.[^"]+)"/g)].some(
          ([, name = ""]) => `${resolve(dirname(fileName), name)}.ts` === file,
        ),
    )
  return (path, source) => {
    const file = join(ROOT, path)
    changed = { file, code: source, version: changed.version + 1 }
    return isWrong(file) || importers(file).some(({ fileName }) => isWrong(fileName))
  }
}
