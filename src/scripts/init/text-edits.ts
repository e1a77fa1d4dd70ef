import type * as TypeScript from "typescript"
import type { Compiler } from "./code-reader"

/** Replaces the text between two positions. */
export type TextEdit = { from: number; to: number; text: string }

/** How a file is written. `trailing` is true if the last item of a list over several lines has a comma. */
export type CodeStyle = { eol: string; unit: string; quote: '"' | "'"; semicolon: boolean; trailing: boolean }

/** Applies edits that don't overlap. Of edits at the same position, the first one given comes first. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits.map((edit, at) => ({ ...edit, at })).sort((a, b) => a.from - b.from || a.at - b.at)
  let [result, done] = ["", 0]
  for (const { from, to, text: inserted } of sorted) {
    result += text.slice(done, from) + inserted
    done = to
  }
  return result + text.slice(done)
}

/** Rewrites code in this project's own style, except for its strings, which {@link quoted} writes. */
export function styled(code: string, { eol, unit, trailing }: CodeStyle, indent: string): string {
  const all = code.split("\n")
  const lines = all.map((line, at) => {
    const depth = /^ */.exec(line)?.[0].length ?? 0
    const isLast = line.endsWith(",") && /^ *[}\])]/.test(all[at + 1] ?? "")
    const own = unit.repeat(depth / 2) + line.slice(depth, isLast && !trailing ? -1 : undefined)
    return at ? indent + own : own
  })
  return lines.join(eol)
}

export function quoted(text: string, quote: CodeStyle["quote"]): string {
  const json = JSON.stringify(text)
  return quote === '"' ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** A list in brackets or braces. */
type ListNode = TypeScript.ArrayLiteralExpression | TypeScript.ObjectLiteralExpression

/** Edits lists of one file, so that the neighbors' indentation and commas stay as they are. */
export class ListEditor {
  private readonly text: string

  constructor(
    private readonly ts: Compiler,
    private readonly source: TypeScript.SourceFile,
    private readonly style: CodeStyle,
  ) {
    this.text = source.text
  }

  /** Adds items at the end of a list, given in this project's style. */
  append(list: ListNode, items: readonly string[]): TextEdit[] {
    const open = list.getStart(this.source) + 1
    const last = itemsOf(this.ts, list).at(-1)
    const isMultiLine = last && /\n/.test(this.text.slice(open, itemsOf(this.ts, list)[0]?.getStart(this.source)))
    const indent = this.indentAt(isMultiLine ? last.getStart(this.source) : open)
    const code = items.map((item) => styled(item, this.style, indent))
    // Without a line break after the bracket, `remove` recognizes that the list was there before.
    if (!last) return [insertAt(open, code.join(", "))]
    const comma = this.commaAfter(last)
    const place = this.afterComments(comma === undefined ? last.end : comma + 1)
    const before = isMultiLine ? this.style.eol + indent : " "
    const text = before + code.join(`,${before}`)
    if (comma !== undefined) return [insertAt(place, `${text},`)]
    return place === last.end ? [insertAt(place, `,${text}`)] : [insertAt(last.end, ","), insertAt(place, text)]
  }

  /** Removes items of a list with the space before them, so that nothing of an {@link append} is left. */
  remove(list: ListNode, isRemoved: (item: TypeScript.Node) => boolean): TextEdit[] {
    const items = itemsOf(this.ts, list)
    const removed = items.filter(isRemoved)
    const edits = removed.map((item): TextEdit => {
      const from = this.text.slice(0, item.getStart(this.source)).trimEnd().length
      const comma = this.commaAfter(item)
      return { from, to: comma === undefined ? item.end : comma + 1, text: "" }
    })
    const [lastKept] = items.filter((item) => !isRemoved(item)).slice(-1)
    const last = items.at(-1)
    if (!lastKept || !last || lastKept === last || this.commaAfter(last) !== undefined) return edits
    const comma = this.commaAfter(lastKept) as number
    return [...edits, { from: comma, to: comma + 1, text: "" }]
  }

  /** Whether the items begin on the bracket's own line, as {@link append} writes them into an empty list. */
  hugs(list: ListNode): boolean {
    return !/^\s*\n/.test(this.text.slice(list.getStart(this.source) + 1))
  }

  /** Returns the position behind the comments that follow on the same line. */
  afterComments(position: number): number {
    return this.ts.getTrailingCommentRanges(this.text, position)?.at(-1)?.end ?? position
  }

  indentAt(position: number): string {
    return indentAt(this.text, position)
  }

  /** Returns the position of the comma that follows an item. */
  private commaAfter(item: TypeScript.Node): number | undefined {
    const rest = this.text.slice(item.end)
    const space = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(rest)?.[0].length ?? 0
    return rest[space] === "," ? item.end + space : undefined
  }
}

export function itemsOf(ts: Compiler, list: ListNode): readonly TypeScript.Node[] {
  return ts.isArrayLiteralExpression(list) ? list.elements : list.properties
}

/** Returns the whitespace at the beginning of the position's line. */
export function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf("\n", position - 1) + 1)
  return /^[ \t]*/.exec(line)?.[0] ?? ""
}

export function insertAt(position: number, text: string): TextEdit {
  return { from: position, to: position, text }
}
