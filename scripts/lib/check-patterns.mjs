import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { analyse } from "scslre"
import ts from "typescript"

// cspell:ignore analyse scslre

/**
 * Lists regular expressions whose run time could grow faster than the text, because one long text from outside would block the only thread. A repeated
 * character at the end needs a lookbehind, `/(?<!x)x+$/`, or the search starts again at each one. Skips expressions created at run time.
 */
const FOLDERS = "src packages/sandbox/src packages/storefront/src packages/react/src admin demo".split(" ")
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|tsx|js|mjs)$/.test(name))
    .map((name) => join(folder, name)),
)
for (const file of files) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest)
  check(source)

  /** @param {ts.Node} node */
  function check(node) {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/")
      const { reports } = analyse({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
      if (reports.length > 0) {
        process.exitCode = 1
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        console.log(`${file}:${line + 1} can take more than linear time: ${node.text}`)
      }
    }
    ts.forEachChild(node, check)
  }
}
