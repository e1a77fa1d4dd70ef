import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import ts from "typescript"

/** Words that identifiers must no longer contain, with the words that the code uses instead (docs/glossary.md). */
const REFUSED = {
  apologize: "showFallback",
  desk: "deps",
  heed: "handle",
  judge: "readBack, decide, evaluate, check or toError",
  look: "reconcile or check",
  owe: "pending call, decide or enqueue",
  owed: "pending call, decide or enqueue",
  settle: "resolve",
  settled: "resolved",
  settling: "firstPaymentPending or inFlight",
  standing: "status or predicates",
  task: "pendingCall or call",
  tasks: "pendingCalls",
  wire: "dialect",
}
/** Names from libraries, and a financing term. */
const ALLOWED = /^(allSettled|onSettled|lookup|.*second_?look.*)$/i

const files = execFileSync("git", ["ls-files", "src", "admin", "packages", "test"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path))
for (const file of new Set(files)) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest)
  check(source)

  /** @param {ts.Node} node */
  function check(node) {
    if (ts.isIdentifier(node) && !ALLOWED.test(node.text)) {
      const words = node.text.split(/_|(?<=[a-z\d])(?=[A-Z])/).map((word) => word.toLowerCase())
      for (const [word, instead] of Object.entries(REFUSED)) {
        if (!words.includes(word)) continue
        process.exitCode = 1
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        console.log(`${file}:${line + 1} ${node.text}: instead of "${word}", write ${instead}.`)
      }
    }
    ts.forEachChild(node, check)
  }
}
