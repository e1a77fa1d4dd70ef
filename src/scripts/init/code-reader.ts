import type * as TypeScript from "typescript"

export type Compiler = typeof TypeScript
type Node = TypeScript.Node
type ObjectNode = TypeScript.ObjectLiteralExpression
type ArrayNode = TypeScript.ArrayLiteralExpression

/** Thrown if a configuration can't be edited safely. The message is the reason, for the merchant. */
export class NotEditable extends Error {}

/** Thrown if what the merchant wrote can't work. */
export class WrongEntry extends NotEditable {}

export function parse(ts: Compiler, file: string, text: string): TypeScript.SourceFile {
  const kind = /\.[cm]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JS
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
}

/** Reads values in a file's code without running it. */
export class CodeReader {
  protected readonly source

  constructor(
    protected readonly ts: Compiler,
    protected readonly file: string,
    text: string,
  ) {
    this.source = parse(ts, file, text)
  }

  protected objectAt(object: ObjectNode, name: string): ObjectNode | undefined {
    const value = this.valueAt(object, name)
    if (!value || this.ts.isObjectLiteralExpression(value)) return value
    throw this.notEditable(`${name} is built by code`, value)
  }

  protected arrayAt(object: ObjectNode, name: string): ArrayNode | undefined {
    const value = this.valueAt(object, name)
    if (!value || this.ts.isArrayLiteralExpression(value)) return value
    throw this.notEditable(`${name} is built by code`, value)
  }

  protected valueAt(object: ObjectNode, name: string): TypeScript.Expression | undefined {
    const { ts } = this
    const property = object.properties.find((one) => one.name && "text" in one.name && one.name.text === name)
    if (!property) return undefined
    if (ts.isPropertyAssignment(property)) return this.valueOf(property.initializer)
    if (ts.isShorthandPropertyAssignment(property)) return this.valueOf(property.name)
    throw this.notEditable(`${name} is built by code`, property)
  }

  /** Returns an expression without parentheses and type assertions, or the value of the constant that it names, if nothing else uses it. */
  protected valueOf(expression: TypeScript.Expression): TypeScript.Expression {
    const { ts } = this
    const inner = unwrap(ts, expression)
    if (!ts.isIdentifier(inner)) return inner
    const uses = this.all(ts.isIdentifier).filter((one) => one.text === inner.text && !isMemberName(ts, one))
    const [declaration] = uses.flatMap(({ parent }) => (ts.isVariableDeclaration(parent) ? parent : []))
    if (uses.length !== 2 || !declaration?.initializer || declaration.name.getText() !== inner.text) return inner
    return this.valueOf(declaration.initializer)
  }

  protected all<Kind extends Node>(isKind: (node: Node) => node is Kind): Kind[] {
    const found: Kind[] = []
    const visit = (node: Node): void => {
      if (isKind(node)) found.push(node)
      this.ts.forEachChild(node, visit)
    }
    visit(this.source)
    return found
  }

  protected notEditable(reason: string, node: Node): NotEditable {
    return new NotEditable(`${reason} (${this.file}, line ${this.lineAt(node.getStart(this.source))})`)
  }

  protected lineAt(position: number): number {
    return this.source.getLineAndCharacterOfPosition(position).line + 1
  }
}

export function nameOf(ts: Compiler, expression: TypeScript.Expression): string | undefined {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  return ts.isIdentifier(expression) ? expression.text : undefined
}

function unwrap(ts: Compiler, expression: TypeScript.Expression): TypeScript.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
  return isWrapped ? unwrap(ts, expression.expression) : expression
}

/** Whether an identifier is a key in an object or behind a dot, so that it doesn't name a variable. */
function isMemberName(ts: Compiler, node: TypeScript.Identifier): boolean {
  const { parent } = node
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node
}
