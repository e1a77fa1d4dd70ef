import ts from "typescript"

/**
 * One change of a source that its specs should notice.
 *
 * @typedef {{ start: number, end: number, text: string }} Edit
 * @typedef {Edit & { line: number, change: string, part: number | undefined }} Mutant
 * `change`: the line, with `[before → after]` where it changes; `part`: the smallest part around it, undefined outside of all
 */

const { SyntaxKind } = ts
/** @type {Partial<Record<import("typescript").SyntaxKind, string>>} */
const OPERATORS = {
  [SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [SyntaxKind.ExclamationEqualsEqualsToken]: "===",
  [SyntaxKind.LessThanToken]: "<=",
  [SyntaxKind.LessThanEqualsToken]: "<",
  [SyntaxKind.GreaterThanToken]: ">=",
  [SyntaxKind.GreaterThanEqualsToken]: ">",
  [SyntaxKind.PlusToken]: "-",
  [SyntaxKind.MinusToken]: "+",
  [SyntaxKind.AsteriskToken]: "/",
  [SyntaxKind.SlashToken]: "*",
  [SyntaxKind.PercentToken]: "*",
  [SyntaxKind.AsteriskAsteriskToken]: "*",
  [SyntaxKind.PlusEqualsToken]: "-=",
  [SyntaxKind.MinusEqualsToken]: "+=",
}
/** Either side alone must make a difference. */
const CHOICES = [SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken]
/** @type {Record<string, string>} */
const OTHER_METHOD = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  startsWith: "endsWith",
  endsWith: "startsWith",
}
/** Without the call, the value stays as it was. */
const LEFT_OUT = "filter sort toSorted reverse slice trim toLowerCase toUpperCase normalize replace replaceAll".split(
  " ",
)
/** Texts for people, whose words no rule decides. */
const PROSE = /\p{L}{2,} \p{L}{2,}/u

/** All mutants of a TypeScript source; types and the texts of errors stay. @param {string} source @returns {Mutant[]} */
export function mutantsOf(source) {
  const file = parse(source)
  const parts = partsOf(file)
  /** @type {Map<string, Mutant>} */
  const found = new Map()
  /** @param {number} start @param {number} end @param {string} [text] */
  const put = (start, end, text = "") => {
    const edit = { start, end, text }
    const around = parts.filter((part) => part.pos <= start && end <= part.end)
    const part = around.length ? parts.lastIndexOf(around.at(-1) ?? file) : undefined
    found.set(`${start} ${end} ${text}`, { ...edit, ...described(source, edit), part })
  }
  /** @param {ts.Node} node @param {string} [text] */
  const replace = (node, text) => put(node.getStart(), node.end, text)
  /** @param {ts.NodeArray<ts.Node>} list */
  const without = (list) =>
    list.forEach((one, at) => {
      const next = list[at + 1]
      put(next ? one.getStart() : (list[at - 1]?.end ?? one.getStart()), next ? next.getStart() : one.end)
    })

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || isName(node)) return
    if (ts.isNewExpression(node) && /(Error|Hangs)$/.test(node.expression.getText())) return
    mutate(node)
    ts.forEachChild(node, visit)
  }

  /** @param {ts.Node} node */
  const mutate = (node) => {
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition
      for (const value of ["true", "false"]) replace(condition, value)
    } else if (ts.isBinaryExpression(node)) {
      const { left, right, operatorToken: operator } = node
      if (CHOICES.includes(operator.kind)) for (const one of [left, right]) replace(node, one.getText())
      else if (OPERATORS[operator.kind] && !(isCondition(node) && /^[=!]/.test(operator.getText())))
        replace(operator, OPERATORS[operator.kind])
    } else if (ts.isPrefixUnaryExpression(node)) {
      if (node.operator === SyntaxKind.ExclamationToken && isCondition(node)) return
      if (node.operator !== SyntaxKind.PlusPlusToken) replace(node, node.operand.getText())
    } else if (node.kind === SyntaxKind.TrueKeyword) replace(node, "false")
    else if (node.kind === SyntaxKind.FalseKeyword) replace(node, "true")
    else if (ts.isNumericLiteral(node)) replace(node, String(Number(node.text.replaceAll("_", "")) + 1))
    else if (ts.isBigIntLiteral(node)) replace(node, `${BigInt(node.text.replaceAll("_", "").slice(0, -1)) + 1n}n`)
    else if (ts.isStringLiteralLike(node)) {
      if (node.text && !PROSE.test(node.text) && !isRemovable(node)) replace(node, '""')
    } else if (ts.isTemplateExpression(node)) {
      if (!PROSE.test(node.getText().replace(/\$\{.*?\}/gs, "")))
        for (const span of node.templateSpans) put(span.pos - 2, span.literal.getStart() + 1)
    } else if (ts.isRegularExpressionLiteral(node)) patterns(node)
    else if (ts.isExpressionStatement(node)) replace(node, ";")
    else if (ts.isContinueStatement(node) || ts.isBreakStatement(node)) replace(node, ";")
    else if (ts.isArrayLiteralExpression(node)) without(node.elements)
    else if (ts.isObjectLiteralExpression(node)) without(node.properties)
    else if (ts.isCaseClause(node)) clause(node)
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression
      if (Object.hasOwn(OTHER_METHOD, name.text)) replace(name, OTHER_METHOD[name.text])
      if (LEFT_OUT.includes(name.text)) put(expression.end, node.end)
    } else if ((ts.isBindingElement(node) || ts.isParameter(node)) && node.initializer)
      put(node.name.end, node.initializer.end)
    else if (ts.isFunctionDeclaration(node) && node.body?.statements.length) replace(node.body, "{}")
  }

  /** @param {ts.CaseClause} node */
  const clause = (node) => {
    const { clauses } = node.parent
    const isFallenInto = clauses[clauses.indexOf(node) - 1]?.statements.length === 0
    put(node.getStart(), isFallenInto ? node.statements.pos : node.end)
  }

  /** Anchors and flags. @param {ts.RegularExpressionLiteral} node */
  const patterns = (node) => {
    const [start, last] = [node.getStart() + 1, node.getStart() + node.text.lastIndexOf("/")]
    if (source[start] === "^") put(start, start + 1)
    if (source[last - 1] === "$" && source[last - 2] !== "\\") put(last - 1, last)
    for (let flag = last + 1; flag < node.end; flag++) put(flag, flag + 1)
  }

  ts.forEachChild(file, visit)
  return [...found.values()]
}

/** @param {string} source */
const parse = (source) => ts.createSourceFile("file.ts", source, ts.ScriptTarget.ESNext, true)

/** What runs as a whole or not at all: bodies of functions, and branches in them, the outer before the inner. @param {ts.Node} file */
function partsOf(file) {
  /** @type {ts.Node[]} */
  const parts = []
  const visit = (/** @type {ts.Node} */ node) => {
    const { parent } = node
    const isBranch =
      (ts.isIfStatement(parent) && node !== parent.expression) ||
      (ts.isConditionalExpression(parent) && (node === parent.whenTrue || node === parent.whenFalse)) ||
      (ts.isFunctionLike(parent) && "body" in parent && node === parent.body)
    if (isBranch) parts.push(node)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, visit)
  return parts
}

/** The source, which calls `hit(name, part)` in each part that runs. @param {string} source @param {string} name */
export function traced(source, name) {
  /** @type {{ at: number, text: string }[]} */
  const marks = []
  partsOf(parse(source)).forEach((node, part) => {
    const hit = `hit(${JSON.stringify(name)}, ${part})`
    const [before, after] = ts.isBlock(node) || ts.isStatement(node) ? [`{ ${hit}; `, " }"] : [`(${hit}, `, ")"]
    marks.push({ at: node.getStart(), text: before })
    // Of two that end together, the inner one comes first.
    marks.unshift({ at: node.end, text: after })
  })
  marks.sort((a, b) => a.at - b.at)
  const ends = [...marks.map(({ at }) => at), source.length]
  return (
    source.slice(0, ends[0]) + marks.map(({ at, text }, index) => text + source.slice(at, ends[index + 1])).join("")
  )
}

/** Its two ends are mutants of their own. @param {ts.Node} node */
function isCondition(node) {
  const { parent } = node
  return ts.isIfStatement(parent)
    ? parent.expression === node
    : ts.isConditionalExpression(parent) && parent.condition === node
}

/** @param {ts.Node} node */
const isName = (node) =>
  ts.isPropertyAssignment(node.parent) && node.parent.name === node && !ts.isComputedPropertyName(node)

/** Left out as a whole, or there for the compiler alone. @param {ts.Node} node */
const isRemovable = ({ parent }) =>
  [ts.isArrayLiteralExpression, ts.isPropertyAssignment, ts.isCaseClause, ts.isBindingElement].some((is) => is(parent))

/** @param {string} source @param {Edit} edit */
function described(source, { start, end, text }) {
  const from = source.lastIndexOf("\n", start - 1) + 1
  const to = source.indexOf("\n", end)
  const short = (/** @type {string} */ words) => {
    const line = words.replace(/\s+/g, " ")
    return line.length > 70 ? `${line.slice(0, 60)}…` : line
  }
  const before = source.slice(from, start).trimStart()
  const change = `${before}[${short(source.slice(start, end))} → ${text}]${source.slice(end, to).trimEnd()}`
  return { line: source.slice(0, start).split("\n").length, change }
}
