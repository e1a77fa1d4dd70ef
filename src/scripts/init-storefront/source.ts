import type * as TS from "typescript"
import type { Compiler } from "../init/code-reader"
import { indentAt } from "../init/text-edits"

type FunctionWithBody = TS.FunctionDeclaration | TS.FunctionExpression | TS.ArrowFunction

/** How a file is written. `unit` is one step of indentation. */
export type Style = { eol: string; quote: string; semicolon: boolean; unit: string }

/**
 * Text to insert at a position. The same anchor finds it again in the changed file: text before the anchor ends there, and text after the anchor
 * begins there.
 */
export type Insertion = { at: number; text: string; side: "before" | "after" }

/** A parsed file of the storefront. */
export class Source {
  readonly tree: TS.SourceFile
  readonly style: Style

  constructor(
    readonly ts: Compiler,
    readonly path: string,
    readonly text: string,
  ) {
    const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    this.tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, kind)
    this.style = this.#style()
  }

  get imports(): TS.ImportDeclaration[] {
    return this.tree.statements.filter(this.ts.isImportDeclaration)
  }

  get isClient(): boolean {
    return this.#directives.some(({ expression }) => /^.use client.$/.test(expression.getText()))
  }

  /** False if the file has syntax errors. */
  get isValid(): boolean {
    return (this.tree as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics.length === 0
  }

  /** Returns what `select` returns for each node, outer nodes first. */
  all<T>(select: (node: TS.Node) => T | undefined, root: TS.Node = this.tree): T[] {
    const found: T[] = []
    const visit = (node: TS.Node): void => {
      const one = select(node)
      if (one !== undefined) found.push(one)
      this.ts.forEachChild(node, visit)
    }
    visit(root)
    return found
  }

  /** Returns the function declared under this name, whether as a function or a constant. */
  functionNamed(name: string): FunctionWithBody | undefined {
    const { ts } = this
    return this.all((node) => {
      if (ts.isFunctionDeclaration(node)) return node.name?.text === name ? node : undefined
      if (!ts.isVariableDeclaration(node) || node.name.getText() !== name || !node.initializer) return undefined
      return this.#isFunction(node.initializer) ? node.initializer : undefined
    })[0]
  }

  /** Returns true if the file declares this name at its top level. */
  declares(name: string): boolean {
    const { ts } = this
    return this.tree.statements.some((statement) => {
      if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name
      return (
        ts.isVariableStatement(statement) &&
        statement.declarationList.declarations.some((declaration) => declaration.name.getText() === name)
      )
    })
  }

  /** Returns the nearest function around a node. */
  functionAround(node: TS.Node): FunctionWithBody | undefined {
    for (let outer = node.parent; outer; outer = outer.parent) if (this.#isFunction(outer)) return outer
    return undefined
  }

  isAsync(fn: FunctionWithBody): boolean {
    return fn.modifiers?.some(({ kind }) => kind === this.ts.SyntaxKind.AsyncKeyword) ?? false
  }

  /** Returns true if a parameter of the function has this name. */
  takes(fn: FunctionWithBody, name: string): boolean {
    return fn.parameters.some((parameter) => this.#binds(parameter.name, name))
  }

  /** Returns true if a function around the node has a parameter or a variable with this name. */
  inScope(node: TS.Node, name: string): boolean {
    const fn = this.functionAround(node)
    if (!fn) return false
    const isVariable = (one: TS.Node) => this.ts.isVariableDeclaration(one) && this.#binds(one.name, name)
    return (
      this.takes(fn, name) || this.all((one) => isVariable(one) || undefined, fn).length > 0 || this.inScope(fn, name)
    )
  }

  /** Returns the whitespace at the beginning of the position's line. */
  indentAt(position: number): string {
    return indentAt(this.text, position)
  }

  /** Returns true if only whitespace precedes the position on its line. */
  isFirstOnLine(position: number): boolean {
    return this.text.slice(this.#lineStart(position), position).trim() === ""
  }

  /** Returns the end of the line if only a comment follows the position there. Otherwise returns the position. */
  afterComment(position: number): number {
    const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)(?=\r?\n|$)/.exec(this.text.slice(position))
    return position + (comment?.[0].length ?? 0)
  }

  /** Formats code that is written with two spaces, double quotes and semicolons in the file's own style. Its first line gets no indentation. */
  format(code: string, indent = ""): string {
    return formatCode(code, this.style, indent)
  }

  /** Inserts lines before the node and its comments, at the node's indentation. */
  lineBefore(node: TS.Node, code: string): Insertion {
    const [comment] = this.ts.getLeadingCommentRanges(this.text, node.pos) ?? []
    const at = comment && this.isFirstOnLine(comment.pos) ? comment.pos : node.getStart()
    const indent = this.indentAt(at)
    return { at, text: `${this.format(code, indent)}${this.style.eol}${indent}`, side: "before" }
  }

  /**
   * Inserts a first statement into a function. Returns undefined if the function has no block, or if a file without semicolons would join the
   * statement with the next one. `isOwn` recognizes the inserted statement.
   */
  firstStatement(fn: FunctionWithBody, code: string, isOwn: RegExp): Insertion | undefined {
    const { body } = fn
    if (!body || !this.ts.isBlock(body)) return undefined
    const next = body.statements.find((statement) => !isOwn.test(statement.getText()))
    if (!next || !this.isFirstOnLine(next.getStart()) || /^[([`]/.test(next.getText())) return undefined
    const indent = this.indentAt(next.getStart())
    const text = `${this.style.eol}${indent}${this.format(code, indent)}`
    return { at: this.afterComment(body.getStart() + 1), text, side: "after" }
  }

  /** Inserts import lines after the last import that isn't one of ours. */
  importLine(line: string, isOwn: (from: string) => boolean): Insertion {
    const { eol } = this.style
    const text = this.format(`import ${line};`)
    const isTheirs = ({ moduleSpecifier }: TS.ImportDeclaration) => !isOwn(moduleSpecifier.getText().slice(1, -1))
    const anchor = this.imports.filter(isTheirs).at(-1) ?? this.#directives.at(-1)
    if (anchor) return { at: this.afterComment(anchor.getEnd()), text: `${eol}${text}`, side: "after" }
    return { at: this.text.startsWith("\uFEFF") ? 1 : 0, text: `${text}${eol}`, side: "after" }
  }

  get #directives(): TS.ExpressionStatement[] {
    const { ts } = this
    const { statements } = this.tree
    const isDirective = (one: TS.Statement) => ts.isExpressionStatement(one) && ts.isStringLiteral(one.expression)
    const end = statements.findIndex((one) => !isDirective(one))
    return statements.slice(0, end < 0 ? undefined : end) as unknown as TS.ExpressionStatement[]
  }

  #isFunction(node: TS.Node): node is FunctionWithBody {
    const { ts } = this
    return ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node)
  }

  #binds(binding: TS.BindingName, name: string): boolean {
    if (this.ts.isIdentifier(binding)) return binding.text === name
    return binding.elements.some((element) => this.ts.isBindingElement(element) && this.#binds(element.name, name))
  }

  #lineStart(position: number): number {
    return this.text.lastIndexOf("\n", position - 1) + 1
  }

  #style(): Style {
    const specifiers = this.imports.map(({ moduleSpecifier }) => moduleSpecifier.getText())
    const most = (count: number) => count * 2 > this.imports.length
    return {
      eol: this.text.includes("\r\n") ? "\r\n" : "\n",
      quote: most(specifiers.filter((one) => one.startsWith("'")).length) ? "'" : '"',
      semicolon: most(this.imports.filter((one) => one.getText().endsWith(";")).length),
      unit: /^(?:\t|(?: {2}){1,2}(?=[^ *]))/m.exec(this.text)?.[0] ?? "  ",
    }
  }
}

/** Formats code that is written with two spaces, double quotes and semicolons. Its first line gets no indentation. */
export function formatCode(code: string, { eol, quote, semicolon, unit }: Style, indent = ""): string {
  const lines = code.split("\n").map((line, index) => {
    const depth = /^ */.exec(line)?.[0].length ?? 0
    const withSemicolon = semicolon ? line.trim() : line.trim().replace(/;$/, "")
    // The values of JSX attributes keep their double quotes.
    const quoted = (all: string, attribute: string, value: string) => (attribute ? all : quote + value + quote)
    const text = withSemicolon.replace(/(=?)"([^"'`]*)"/g, quoted)
    return text && index > 0 ? indent + unit.repeat(depth / 2) + text : text
  })
  return lines.join(eol)
}
