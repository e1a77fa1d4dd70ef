import type * as TypeScript from "typescript"
import { type Compiler, NotEditable } from "./code-reader"
import { type ConfigShape, DEPENDENCIES, type ModuleEntry, readShape } from "./config-shape"
import { applyEdits, itemsOf, ListEditor, type TextEdit } from "./text-edits"

type ListNode = TypeScript.ArrayLiteralExpression | TypeScript.ObjectLiteralExpression

/**
 * Takes the plugin and its providers out of the text of a `medusa-config` file. What the merchant added beside them stays. After `addToConfig`, this
 * gives the former text.
 */
export function removeFromConfig(ts: Compiler, file: string, text: string): { text: string } | { reason: string } {
  try {
    const shape = readShape(ts, file, text)
    return { text: applyEdits(text, new Removal(ts, shape).edits()) }
  } catch (error) {
    if (!(error instanceof NotEditable)) throw error
    return { reason: error.message }
  }
}

class Removal {
  private readonly editor

  constructor(
    private readonly ts: Compiler,
    private readonly shape: ConfigShape,
  ) {
    // Nothing is added, so the style doesn't matter.
    const style = { eol: "\n", unit: "", quote: '"', semicolon: false, trailing: false } as const
    this.editor = new ListEditor(ts, shape.source, style)
  }

  edits(): TextEdit[] {
    const { config, plugins, plugin, modules, payment, tax } = this.shape
    const entries = [payment, tax].flatMap((entry) => (entry?.ours ? entry : []))
    const whole = entries.filter((entry) => this.isOurs(entry)).map(({ node }) => node)
    const lists: [ListNode | undefined, TypeScript.Node[]][] = [
      [plugins, plugin ? [plugin] : []],
      [modules, whole],
    ]
    const emptied = lists.flatMap(([list, removed]) =>
      list && removed.length && this.isEmptied(list, removed) ? list : [],
    )
    return [
      ...this.importEdits(),
      ...this.editor.remove(config, (property) => emptied.some((list) => isWithin(list, property))),
      ...lists.flatMap(([list, removed]) => {
        return list && !emptied.includes(list) ? this.editor.remove(list, (item) => removed.includes(item)) : []
      }),
      ...entries.filter(({ node }) => !whole.includes(node)).flatMap((entry) => this.entryEdits(entry)),
    ]
  }

  /** Whether a list only has what is removed, and was added with it. */
  private isEmptied(list: ListNode, removed: readonly TypeScript.Node[]): boolean {
    return itemsOf(this.ts, list).length === removed.length && !this.editor.hugs(list) && this.isInConfig(list)
  }

  private isInConfig(list: ListNode): boolean {
    return this.shape.config.properties.some((property) => isWithin(list, property))
  }

  /** Whether an entry is as `addToConfig` writes a new one, so that the merchant has nothing in it. */
  private isOurs({ object, dependencies, options, providers }: ModuleEntry): boolean {
    const names = object.properties.map(({ name }) => name?.getText())
    return (
      names.join() === "resolve,dependencies,options" &&
      dependencies?.elements.length === DEPENDENCIES.length &&
      options?.properties.length === 1 &&
      providers?.elements.length === 1
    )
  }

  /** Takes our provider and its dependencies out of an entry that the store had before. */
  private entryEdits({ object, dependencies, options, providers, ours }: ModuleEntry): TextEdit[] {
    const { editor } = this
    const names = dependencies?.elements ?? []
    const added = names.filter((name, at) => {
      const before = names[at - 1]
      return isText(name, "lease") || (isText(name, "query") && before !== undefined && isText(before, "lease"))
    })
    const isAdded = (list: ListNode | undefined) => list !== undefined && !editor.hugs(list)
    const isListAdded = providers?.elements.length === 1 && isAdded(providers)
    const isOptionsAdded = isListAdded && options?.properties.length === 1
    const areNamesAdded = names.length > 0 && added.length === names.length
    const goes = [...(areNamesAdded ? [dependencies] : []), ...(isOptionsAdded ? [options] : [])]
    return [
      ...editor.remove(object, (property) => goes.some((list) => list && isWithin(list, property))),
      ...(dependencies && !areNamesAdded ? editor.remove(dependencies, (name) => added.includes(name as never)) : []),
      ...(isOptionsAdded || !options || !providers
        ? []
        : isListAdded
          ? editor.remove(options, (property) => isWithin(providers, property))
          : editor.remove(providers, (item) => ours !== undefined && isWithin(ours, item))),
    ]
  }

  private importEdits(): TextEdit[] {
    const { source, ownImport } = this.shape
    const text = ownImport?.getText(source) ?? ""
    const names = text.slice(text.indexOf("{") + 1, text.indexOf("}")).split(",")
    // The merchant's own imports from the package stay.
    if (
      !ownImport ||
      names
        .filter((name) => name.trim())
        .join()
        .trim() !== "leaseToOwn"
    )
      return []
    const before = source.text.slice(0, ownImport.getStart(source)).trimEnd().length
    return [{ from: before, to: ownImport.end, text: "" }]
  }
}

function isWithin(node: TypeScript.Node, outer: TypeScript.Node): boolean {
  return node.pos >= outer.pos && node.end <= outer.end
}

function isText(node: TypeScript.Expression, text: string): boolean {
  return "text" in node && node.text === text
}
