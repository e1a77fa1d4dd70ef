import ts from "typescript"

/** @typedef {[start: number, end: number, text: string]} Edit */
/** @typedef {{ line: number, change: string, source: string }} Mutant `change`: the line, with `[before → after]` where it changes */

const { SyntaxKind: Kind } = ts
/** @type {Record<string, string>} */
const OPERATORS = {
  ...{ "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">" },
  ...{ "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "**": "*", "+=": "-=", "-=": "+=" },
}
/** @type {Record<string, string>} */
const OTHER_METHOD = {
  ...{ some: "every", every: "some", min: "max", max: "min", startsWith: "endsWith", endsWith: "startsWith" },
}
/** Without the call, the value stays as it was. */
const REMOVABLE = /^(filter|sort|toSorted|reverse|slice|trim|toLowerCase|toUpperCase|normalize|replace|replaceAll)$/
/** Texts for people, whose words no rule decides. */
const PROSE = /\p{L}{2,} \p{L}{2,}/u

/** All mutants of a TypeScript source; types and the texts of errors stay. @param {string} source @returns {Mutant[]} */
export function mutantsOf(source) {
  /** @type {Map<string, Edit>} */
  const edits = new Map()
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isLeftOut(node)) return
    for (const edit of editsOf(node)) edits.set(String(edit), edit)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(ts.createSourceFile("file.ts", source, ts.ScriptTarget.ESNext, true), visit)
  return [...edits.values()].map((edit) => toMutant(source, edit))
}

/** @param {ts.Node} node */
function isLeftOut(node) {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node && !ts.isComputedPropertyName(node)) return true
  return ts.isNewExpression(node) && /(Error|Hangs)$/.test(node.expression.getText())
}

/** What can be changed at a node. @param {ts.Node} node @returns {Edit[]} */
function editsOf(node) {
  /** @param {string[]} texts @returns {Edit[]} */
  const be = (...texts) => texts.map((text) => [node.getStart(), node.end, text])
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = ts.isIfStatement(node) ? node.expression : node.condition
    return [true, false].map((value) => [condition.getStart(), condition.end, String(value)])
  }
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node
    const operator = operatorToken.getText()
    // Either side alone must make a difference.
    if (["&&", "||", "??"].includes(operator)) return be(left.getText(), right.getText())
    const other = isCondition(node) && /^[=!]/.test(operator) ? undefined : OPERATORS[operator]
    return other ? [[operatorToken.getStart(), operatorToken.end, other]] : []
  }
  if (ts.isPrefixUnaryExpression(node))
    return (node.operator === Kind.ExclamationToken && isCondition(node)) || node.operator === Kind.PlusPlusToken
      ? []
      : be(node.operand.getText())
  if (node.kind === Kind.TrueKeyword) return be("false")
  if (node.kind === Kind.FalseKeyword) return be("true")
  if (ts.isNumericLiteral(node)) return be(String(Number(node.text) + 1))
  if (ts.isBigIntLiteral(node)) return be(`${BigInt(node.text.slice(0, -1)) + 1n}n`)
  if (ts.isStringLiteralLike(node)) return node.text && !PROSE.test(node.text) && !isRemovable(node) ? be('""') : []
  if (ts.isTemplateExpression(node))
    return PROSE.test(node.getText().replace(/\$\{.*?\}/gs, ""))
      ? []
      : node.templateSpans.map(({ pos, literal }) => [pos - 2, literal.getStart() + 1, ""])
  if (ts.isRegularExpressionLiteral(node)) return anchorsOf(node)
  if (ts.isExpressionStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node)) return be(";")
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((one, at) => without(node.elements, one, at))
  if (ts.isObjectLiteralExpression(node)) return node.properties.map((one, at) => without(node.properties, one, at))
  if (ts.isCaseClause(node)) {
    const before = node.parent.clauses[node.parent.clauses.indexOf(node) - 1]
    return [[node.getStart(), before?.statements.length === 0 ? node.statements.pos : node.end, ""]]
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    if (REMOVABLE.test(name.text)) return [[expression.end, node.end, ""]]
    const other = Object.hasOwn(OTHER_METHOD, name.text) && OTHER_METHOD[name.text]
    return other ? [[name.getStart(), name.end, other]] : []
  }
  if ((ts.isBindingElement(node) || ts.isParameter(node)) && node.initializer)
    return [[node.name.end, node.initializer.end, ""]]
  if (ts.isFunctionDeclaration(node) && node.body?.statements.length)
    return [[node.body.getStart(), node.body.end, "{}"]]
  return []
}

/** A list without one of its elements. @param {ts.NodeArray<ts.Node>} list @param {ts.Node} one @param {number} at @returns {Edit} */
function without(list, one, at) {
  const next = list[at + 1]
  return next ? [one.getStart(), next.getStart(), ""] : [list[at - 1]?.end ?? one.getStart(), one.end, ""]
}

/** Anchors and flags. @param {ts.RegularExpressionLiteral} node @returns {Edit[]} */
function anchorsOf(node) {
  const text = node.getText()
  const last = text.lastIndexOf("/")
  const places = [...(text[1] === "^" ? [1] : []), ...(/[^\\]\$\/\w*$/.test(text) ? [last - 1] : [])]
  for (let flag = last + 1; flag < text.length; flag++) places.push(flag)
  return places.map((place) => [node.getStart() + place, node.getStart() + place + 1, ""])
}

/** Its two ends are mutants of their own. @param {ts.Node} node */
function isCondition(node) {
  const { parent } = node
  if (ts.isIfStatement(parent)) return parent.expression === node
  return ts.isConditionalExpression(parent) && parent.condition === node
}

/** Left out as a whole, or there for the compiler alone. @param {ts.Node} node */
const isRemovable = ({ parent }) =>
  [ts.isArrayLiteralExpression, ts.isPropertyAssignment, ts.isCaseClause, ts.isBindingElement].some((is) => is(parent))

/** @param {string} source @param {Edit} edit @returns {Mutant} */
function toMutant(source, [start, end, text]) {
  const from = source.lastIndexOf("\n", start - 1) + 1
  const to = source.indexOf("\n", end)
  const line = source.slice(start, end).replace(/\s+/g, " ")
  const before = line.length > 70 ? `${line.slice(0, 60)}…` : line
  return {
    line: source.slice(0, start).split("\n").length,
    change: `${source.slice(from, start).trimStart()}[${before} → ${text}]${source.slice(end, to).trimEnd()}`,
    source: source.slice(0, start) + text + source.slice(end),
  }
}
