import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { compileFunction } from "node:vm"
import { transformSync } from "@swc/core"

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..")
const { moduleNameMapper, transform } = createRequire(import.meta.url)("../../jest.config.js")
const [, SWC] = transform["^.+\\.(ts|jsx?|mjs)$"]

/** @typedef {{ source: string | undefined, body: Function, imports: string[] }} Module */
/** @type {Map<string, Module>} */
const modules = new Map()
/** @type {Map<string, Module>} */
const changed = new Map()

/** A file of ours, compiled once; or this source in its stead. @param {string} file @param {string} [source] */
export function moduleOf(file, source) {
  const kept = source === undefined ? modules : changed
  const known = kept.get(file)
  if (known && known.source === source) return known
  const { code } = transformSync(source ?? readFileSync(file, "utf8"), {
    ...SWC,
    filename: file,
    sourceMaps: false,
    swcrc: false,
  })
  const body = compileFunction(code, ["module", "exports", "require", "__filename", "__dirname"], { filename: file })
  const imports = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name)
  kept.set(file, { source, body, imports })
  return { source, body, imports }
}

/** @type {Map<string, string | undefined>} */
const found = new Map()

/** Our own file of this name, as Jest's configuration has it; undefined for what Node loads. @param {string} from @param {string} name */
export function fileOf(from, name) {
  const key = `${dirname(from)} ${name}`
  if (!found.has(key)) found.set(key, find(dirname(from), name))
  return found.get(key)
}

/** @param {string} folder @param {string} name */
function find(folder, name) {
  const mapped = Object.entries(moduleNameMapper).flatMap(([pattern, to]) =>
    new RegExp(pattern).test(name) ? [to].flat().map((one) => name.replace(new RegExp(pattern), one)) : [],
  )
  return [...mapped, name]
    .map((one) => one.replace("<rootDir>", ROOT))
    .filter((one) => /^[./]/.test(one))
    .flatMap((one) => ["", ".ts", ".tsx", ".js", ".mjs", "/index.ts"].map((end) => resolve(folder, one) + end))
    .find((path) => /\.(tsx?|m?js)$/.test(path) && !path.includes("/node_modules/") && existsSync(path))
}

/** @type {Map<string, (file: string) => boolean>} */
const reached = new Map()

/** Whether a file imports the one at `path`, however far away. @param {string} path @returns {(file: string) => boolean} */
export function reaching(path) {
  const answers = new Map([[path, true]])
  /** @param {string} file @returns {boolean} */
  const reaches = (file) => {
    const imported = () => moduleOf(file).imports.flatMap((name) => fileOf(file, name) ?? [])
    const answer = answers.get(file) ?? imported().some(reaches)
    answers.set(file, answer)
    return answer
  }
  const known = reached.get(path) ?? reaches
  reached.set(path, known)
  return known
}
