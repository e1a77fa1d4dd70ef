import { dirname, join, resolve } from "node:path"
import ts from "typescript"
import { ROOT } from "./modules.mjs"

/**
 * Which changes of files the compiler rejects, there or in a file that imports them: they are no mutants.
 *
 * @param {{ path: string, source: string }[]} changes
 * @returns {boolean[]}
 */
export function rejected(changes) {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  // First each beside its file, all in one program; then, of what is left, one after the other in its place.
  const beside = changes.map(({ path }, at) => join(ROOT, path.replace(/ts$/, `${at}.ts`)))
  const texts = new Map(changes.map(({ source }, at) => [beside[at] ?? "", { text: source, version: 0 }]))
  const read = (/** @type {string} */ file) => texts.get(file)?.text ?? ts.sys.readFile(file) ?? ""
  const versionOf = (/** @type {string} */ file) => String(texts.get(file)?.version ?? 0)
  /** @type {Map<string, import("typescript").IScriptSnapshot>} */
  const kept = new Map()
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...new Set([...fileNames, ...texts.keys()])],
    getScriptVersion: versionOf,
    getScriptSnapshot: (file) => {
      const key = `${file} ${versionOf(file)}`
      const snapshot = kept.get(key) ?? ts.ScriptSnapshot.fromString(read(file))
      kept.set(key, snapshot)
      return snapshot
    },
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
  const isWrong = (/** @type {string} */ file) =>
    service.getSyntacticDiagnostics(file).length + service.getSemanticDiagnostics(file).length > 0
  /** @param {string} file */
  const importers = (file) =>
    fileNames.filter((name) =>
      [...read(name).matchAll(/ from "(\.[^"]+)"/g)].some(([, to = ""]) =>
        [`${resolve(dirname(name), to)}.ts`, resolve(dirname(name), to, "index.ts")].includes(file),
      ),
    )
  const alone = beside.map(isWrong)
  return changes.map(({ path, source }, at) => {
    texts.clear()
    texts.set(join(ROOT, path), { text: source, version: at + 1 })
    return alone[at] || importers(join(ROOT, path)).some(isWrong)
  })
}
