import type * as TS from "typescript"
import type { Insertion, Source } from "./source"

/** Returns the elements of a component that have no children. */
export function elementsNamed(source: Source, name: string): TS.JsxSelfClosingElement[] {
  const { ts } = source
  return source.all((node) => (ts.isJsxSelfClosingElement(node) && node.tagName.getText() === name ? node : undefined))
}

/** Returns the expression of an attribute, if it is a name. */
export function attributeOf({ ts }: Source, element: TS.JsxSelfClosingElement, name: string): string | undefined {
  const attribute = element.attributes.properties.filter(ts.isJsxAttribute).find((one) => one.name.getText() === name)
  const value = attribute?.initializer
  if (!value || !ts.isJsxExpression(value) || !value.expression || !ts.isIdentifier(value.expression)) return undefined
  return value.expression.text
}

/**
 * Inserts JSX after an element that an async function returns, and statements before that `return`. An element without neighbors gets a fragment
 * around both. An insertion is undefined if it has no anchor.
 */
export function addAfter(
  source: Source,
  element: TS.JsxSelfClosingElement,
  { before, jsx }: { before: string; jsx: string },
): (Insertion | undefined)[] {
  const { ts } = source
  const fn = source.functionAround(element)
  const returned = statementAround(source, element)
  if (!fn || !source.isAsync(fn) || !returned || source.functionAround(returned) !== fn) return [undefined]
  return [source.lineBefore(returned, `${before}\n`), ...fragment()]

  function fragment(): Insertion[] {
    const { eol, unit } = source.style
    const { parent } = element
    const own = ts.isJsxFragment(parent) && parent.getText().includes(jsx) ? parent : undefined
    const indent = source.indentAt(element.getStart())
    const isAlone = own ? isFragmentOnOwnLine(own) : !ts.isJsxElement(parent) && !ts.isJsxFragment(parent)
    if (!isAlone) return [{ at: element.getEnd(), text: `${eol}${indent}${jsx}`, side: "after" }]
    // In parentheses, the element stays where it is. Otherwise it moves to a line of its own.
    if (own ? source.indentAt(own.getStart()) === indent : ts.isParenthesizedExpression(parent))
      return [
        { at: element.getStart(), text: `<>${eol}${indent}`, side: "before" },
        { at: element.getEnd(), text: `${eol}${indent}${jsx}${eol}${indent}</>`, side: "after" },
      ]
    const outer = source.indentAt((returned ?? element).getStart())
    const lines = (...all: string[]) => all.join(eol)
    return [
      { at: element.getStart(), text: lines("(", `${outer}${unit}<>`, outer + unit + unit), side: "before" },
      {
        at: element.getEnd(),
        text: lines("", `${outer}${unit}${unit}${jsx}`, `${outer}${unit}</>`, `${outer})`),
        side: "after",
      },
    ]
  }

  /** Ours has nothing but the element and the JSX. */
  function isFragmentOnOwnLine(own: TS.JsxFragment): boolean {
    const children = own.children.filter((child) => !ts.isJsxText(child) || child.text.trim() !== "")
    return children.length === 2
  }
}

function statementAround({ ts }: Source, node: TS.Node): TS.ReturnStatement | undefined {
  for (let outer = node.parent; outer; outer = outer.parent) if (ts.isReturnStatement(outer)) return outer
  return undefined
}
