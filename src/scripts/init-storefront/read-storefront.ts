import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import type { Compiler } from "../init/code-reader"
import { type Alias, Storefront } from "./storefront"

const FOREIGN = /^(?:node_modules|\..+|dist|out|build|coverage|public)$/

/** Reads a storefront's TypeScript files and the path aliases of its `tsconfig.json`. */
export function readStorefront(ts: Compiler, folder: string): Storefront {
  const files = new Map(
    filesIn(folder).map((path) => [relative(folder, path).split(sep).join("/"), readFileSync(path, "utf8")]),
  )
  return new Storefront(ts, { files, aliases: aliasesOf(ts, folder) })
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return FOREIGN.test(entry.name) ? [] : filesIn(path)
      return /(?<!\.d)\.tsx?$/.test(entry.name) ? [path] : []
    })
}

function aliasesOf(ts: Compiler, folder: string): Alias[] {
  const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile)
  // The files themselves aren't needed.
  const host = { ...ts.sys, readDirectory: () => [] }
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, host, folder)
  const base = options.baseUrl ?? String(options.pathsBasePath ?? folder)
  return Object.entries(options.paths ?? {}).flatMap(([pattern, [target = ""] = []]) => {
    if (!pattern.endsWith("/*") || !target.endsWith("*")) return []
    const path = relative(folder, join(base, target.slice(0, -1)))
      .split(sep)
      .join("/")
    return [{ prefix: pattern.slice(0, -1), folder: path && `${path}/` }]
  })
}
