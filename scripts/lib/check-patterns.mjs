import { analyse } from "scslre"
import ts from "typescript"
import { inspectSyntax } from "./inspect-syntax.mjs"

// cspell:ignore analyse scslre

const FOLDERS = "src packages/sandbox/src packages/storefront/src packages/react/src admin demo".split(" ")

/**
 * Lists regular expressions whose run time could grow faster than the text, because a long text from outside would block the only thread. A repeated
 * character at the end needs a lookbehind, `/(?<!x)x+$/`, or else the search starts again at each one. Skips expressions created at run time.
 */
inspectSyntax(FOLDERS, (node) => {
  if (!ts.isRegularExpressionLiteral(node)) return []
  const end = node.text.lastIndexOf("/")
  const { reports } = analyse({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
  return reports.length > 0 ? [`can take more than linear time: ${node.text}`] : []
})
