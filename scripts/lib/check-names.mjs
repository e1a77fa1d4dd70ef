import ts from "typescript"
import { inspectSyntax } from "./inspect-syntax.mjs"

/** Words that identifiers must not contain, with the words to use instead (docs/glossary.md). */
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
/** Words that exported names and members of types must no longer contain. A local variable may, where no better word is needed. */
const REFUSED_IN_TYPES = {
  asked: "requested, request or query",
  asking: "request",
  said: "statusText or message",
  says: "message, status_message or code",
  told: "reported or messages",
}
/** Names that are allowed anyway, because libraries or the financing trade use them. */
const ALLOWED = /^(allSettled|onSettled|lookup|.*second_?look.*)$/i

inspectSyntax(["src", "admin", "packages", "test"], (node) => (ts.isIdentifier(node) ? refuse(node.text, REFUSED) : []))
inspectSyntax(["src", "admin", "packages"], (node) => {
  const isMember = ts.isPropertySignature(node) || ts.isMethodSignature(node)
  const isExported =
    ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  const name = (isMember || isExported) && ts.getNameOfDeclaration(/** @type {ts.Declaration} */ (node))
  return name && ts.isIdentifier(name) ? refuse(name.text, REFUSED_IN_TYPES) : []
})

/** @param {string} name @param {Record<string, string>} refused */
function refuse(name, refused) {
  if (ALLOWED.test(name)) return []
  const words = name.split(/_|(?<=[a-z\d])(?=[A-Z])/).map((word) => word.toLowerCase())
  return Object.entries(refused)
    .filter(([word]) => words.includes(word))
    .map(([word, instead]) => `${name}: instead of "${word}", write ${instead}.`)
}
