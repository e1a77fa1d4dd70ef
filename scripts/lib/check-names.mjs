import ts from "typescript"
import { inspectSyntax } from "./inspect-syntax.mjs"

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

inspectSyntax(["src", "admin", "packages", "test"], (node) => {
  if (!ts.isIdentifier(node) || ALLOWED.test(node.text)) return []
  const words = node.text.split(/_|(?<=[a-z\d])(?=[A-Z])/).map((word) => word.toLowerCase())
  return Object.entries(REFUSED)
    .filter(([word]) => words.includes(word))
    .map(([word, instead]) => `${node.text}: instead of "${word}", write ${instead}.`)
})
