import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"

/**
 * Inspects every syntax node of the TypeScript and JavaScript files in these folders. Prints what `find` returns for a node, with the node's
 * location. If `find` returns anything, the process fails.
 *
 * @param {string[]} folders @param {(node: ts.Node) => string[]} find
 */
export function inspectSyntax(folders, find) {
  for (const file of folders.flatMap(sourcesIn)) {
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest)
    inspect(source)

    /** @param {ts.Node} node */
    function inspect(node) {
      for (const text of find(node)) {
        process.exitCode = 1
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        console.log(`${file}:${line + 1} ${text}`)
      }
      ts.forEachChild(node, inspect)
    }
  }
}

/** @param {string} folder */
function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|tsx|js|mjs)$/.test(name) && !/(?:^|[\\/])(?:node_modules|dist|\.tmp)[\\/]/.test(name))
    .map((name) => join(folder, name))
}
