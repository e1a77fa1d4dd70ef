import { dirname, resolve } from "node:path"
import ts from "typescript"

/**
 * Which changes of files the compiler rejects, there or in a file that imports them: they are no mutants.
 *
 * @param {{ file: string, source: string }[]} changes
 * @returns {boolean[]}
 */
export function rejected(changes) {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd())
  const texts = new Map(fileNames.map((file) => [file, { text: ts.sys.readFile(file) ?? "", version: 0 }]))
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => String(texts.get(file)?.version ?? 0),
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(texts.get(file)?.text ?? ts.sys.readFile(file) ?? ""),
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
  const isWrong = (/** @type {string} */ file) =>
    service.getSyntacticDiagnostics(file).length + service.getSemanticDiagnostics(file).length > 0
  /** @param {string} file */
  const importers = (file) =>
    fileNames.filter((name) =>
      [...(texts.get(name)?.text ?? "").matchAll(/ from "(\.[^"]+)"/g)].some(([, to = ""]) =>
        [`${resolve(dirname(name), to)}.ts`, resolve(dirname(name), to, "index.ts")].includes(file),
      ),
    )
  return changes.map(({ file, source }, at) => {
    const before = texts.get(file)
    texts.set(file, { text: source, version: 2 * at + 1 })
    const isRejected = [file, ...importers(file)].some(isWrong)
    texts.set(file, { text: before?.text ?? "", version: 2 * at + 2 })
    return isRejected
  })
}
