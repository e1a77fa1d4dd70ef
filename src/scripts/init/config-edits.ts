import { type Compiler, NotEditable, WrongEntry } from "./code-reader"
import {
  type ConfigShape,
  DEPENDENCIES,
  type ModuleEntry,
  namesAll,
  PAYMENT,
  PLUGIN,
  type ProviderModule,
  readShape,
  TAX,
} from "./config-shape"
import { removeFromConfig } from "./config-undo"
import { applyEdits, type CodeStyle, insertAt, ListEditor, quoted, type TextEdit } from "./text-edits"

type Source = { from: "type" | "collection" | "category" } | { metadata: string } | { value: string }

/** The plugin's options that the command can write. Options that are missing aren't written. */
export type WrittenOptions = {
  mode: "test" | "live"
  operator: { name?: string; contact: string }
  salesTax?: "by_operator"
  timeZone?: string
  product: Partial<Record<"brand" | "category" | "condition", Source[]>>
}

/** `text` is the edited file. If it can't be edited, `reason` says why, and `lines` are what the merchant must write instead. */
export type ConfigEdit = { text: string } | { reason: string; lines: string[] }

/**
 * Adds the plugin and its providers to the text of a `medusa-config` file, and changes nothing else. Returns the same text if they are all there.
 * Options in the file are never changed.
 */
export function addToConfig(ts: Compiler, file: string, text: string, options: WrittenOptions): ConfigEdit {
  let shape: ConfigShape | undefined
  try {
    shape = readShape(ts, file, text)
    const missing = missingOf(shape, options)
    if (!missing.length) return { text }
    if (shape.plugin || shape.payment?.ours || shape.tax?.ours) throw new NotEditable(reasonOf(missing))
    const edited = applyEdits(text, editsFor(ts, shape, options, isTypeScript(file)))
    checkEdited(ts, file, { text, edited }, options)
    return { text: edited }
  } catch (error) {
    if (!(error instanceof NotEditable)) throw error
    if (error instanceof WrongEntry) return { reason: error.message, lines: [] }
    if (!shape && namesAll(ts, file, text, providersOf(options))) return { text }
    return { reason: error.message, lines: linesByHand(file, text, options, shape) }
  }
}

type Part = "plugin" | ProviderModule["key"]

function providersOf({ salesTax }: WrittenOptions): string[] {
  return [PAYMENT, ...(salesTax ? [TAX] : [])].map(({ provider }) => provider)
}

function reasonOf(missing: readonly Part[]): string {
  const words = { plugin: "the plugin's own entry", payment: "its payment provider", tax: "its tax provider" }
  const names = missing.map((part) => words[part]).join(" and ")
  return `part of the plugin's setup is there, but not ${names} with its dependencies`
}

function missingOf(shape: ConfigShape | undefined, { salesTax }: WrittenOptions): Part[] {
  const isLinked = (entry: ModuleEntry | undefined) => entry?.ours && !missingDependencies(entry).length
  return [
    ...(shape?.plugin ? [] : ["plugin" as const]),
    ...(isLinked(shape?.payment) ? [] : ["payment" as const]),
    ...(!salesTax || isLinked(shape?.tax) ? [] : ["tax" as const]),
  ]
}

function missingDependencies({ dependencies }: ModuleEntry): string[] {
  const names = dependencies?.elements.map((element) => ("text" in element ? element.text : undefined)) ?? []
  return DEPENDENCIES.filter((name) => !names.includes(name))
}

function editsFor(ts: Compiler, shape: ConfigShape, options: WrittenOptions, isTyped: boolean): TextEdit[] {
  const { config, plugins, modules } = shape
  const style = styleOf(shape)
  const editor = new ListEditor(ts, shape.source, style)
  const own = pluginEntry(options, style.quote, isTyped)
  const providerModules = [PAYMENT, ...(options.salesTax ? [TAX] : [])]
  const entries = providerModules.filter(({ key }) => !shape[key])
  const isArray = !modules || ts.isArrayLiteralExpression(modules)
  const newEntries = entries.map((module) => (isArray ? "" : `${module.key}: `) + moduleEntry(module, style.quote))
  const properties = [
    ...(plugins ? [] : [listProperty("plugins", [own])]),
    ...(modules ? [] : [listProperty("modules", newEntries)]),
  ]
  return [
    ...(shape.ownImport ? [] : [importEdit(shape, editor, style)]),
    ...(plugins ? editor.append(plugins, [own]) : []),
    ...(modules && newEntries.length ? editor.append(modules, newEntries) : []),
    ...providerModules.flatMap((module) => {
      const entry = shape[module.key]
      return entry ? addProvider(editor, entry, module, style.quote) : []
    }),
    ...(properties.length ? editor.append(config, properties) : []),
  ]
}

/** Adds our provider to the entry of a module that the store already has. Adds `options` before `dependencies`, unlike in an entry of our own. */
function addProvider(
  editor: ListEditor,
  entry: ModuleEntry,
  module: ProviderModule,
  quote: CodeStyle["quote"],
): TextEdit[] {
  const { object, options, providers, dependencies } = entry
  const own = `{ resolve: ${quoted(module.provider, quote)} }`
  const list = listProperty("providers", [own])
  const missing = missingDependencies(entry).map((name) => quoted(name, quote))
  const properties = [
    ...(options ? [] : [`options: {\n${indented(list)},\n}`]),
    ...(dependencies ? [] : [`dependencies: [${missing.join(", ")}]`]),
  ]
  return [
    ...(providers ? editor.append(providers, [own]) : options ? editor.append(options, [list]) : []),
    ...(dependencies && missing.length ? editor.append(dependencies, missing) : []),
    ...(properties.length ? editor.append(object, properties) : []),
  ]
}

function importEdit(
  { imports, isCommonJs }: ConfigShape,
  editor: ListEditor,
  { eol, quote, semicolon }: CodeStyle,
): TextEdit {
  const last = imports.at(-1)
  if (!last) throw new NotEditable("the file has no imports, so there is no place to add one")
  return insertAt(editor.afterComments(last.end), eol + importOf(isCommonJs, quote) + (semicolon ? ";" : ""))
}

/** Makes sure that the edited file has everything, and that an undo gives the former text. */
function checkEdited(
  ts: Compiler,
  file: string,
  { text, edited }: { text: string; edited: string },
  options: WrittenOptions,
): void {
  const isComplete = !missingOf(readShape(ts, file, edited), options).length
  const undone = removeFromConfig(ts, file, edited)
  if (!isComplete || !("text" in undone) || undone.text !== text)
    throw new NotEditable("the file is written in a way that init doesn't recognize")
}

/** Returns how the file is written, by its first import and by the object passed to `defineConfig`. */
function styleOf({ source, config, imports }: ConfigShape): CodeStyle {
  const { text } = source
  const [first] = config.properties
  const lineOf = (position: number) => text.slice(text.lastIndexOf("\n", position - 1) + 1)
  const indentOf = (position: number) => /^[ \t]*/.exec(lineOf(position))?.[0] ?? ""
  const inner = first ? indentOf(first.getStart(source)) : ""
  const outer = indentOf(config.getStart(source))
  const isMultiLine = inner.length > outer.length && inner.startsWith(outer)
  const imported = imports.at(-1)?.getText(source) ?? ""
  return {
    eol: /\r\n/.test(text) ? "\r\n" : "\n",
    unit: isMultiLine ? inner.slice(outer.length) : "  ",
    quote: /["']/.exec(imported)?.[0] === "'" ? "'" : '"',
    semicolon: imported.endsWith(";"),
    trailing: !isMultiLine || config.properties.hasTrailingComma === true,
  }
}

function pluginEntry(
  { mode, operator, salesTax, timeZone, product }: WrittenOptions,
  quote: CodeStyle["quote"],
  isTyped: boolean,
): string {
  const text = (value: string) => quoted(value, quote)
  const name = operator.name ? `name: ${text(operator.name)}, ` : ""
  const sources = Object.entries(product).map(([what, list]) => `${what}: ${sourcesOf(list, text)}`)
  return [
    "{",
    `  resolve: ${text(PLUGIN)},`,
    "  options: leaseToOwn({",
    `    baseUrl: process.env.LEASE_BASE_URL${isTyped ? "!" : ""},`,
    "    username: process.env.LEASE_USERNAME,",
    "    password: process.env.LEASE_PASSWORD,",
    `    mode: ${text(mode)},${mode === "test" ? ` // ${text("live")} once you lease for real` : ""}`,
    `    operator: { ${name}contact: ${text(operator.contact)} },`,
    ...(salesTax ? [`    salesTax: ${text(salesTax)},`] : []),
    ...(timeZone ? [`    timeZone: ${text(timeZone)},`] : []),
    ...(sources.length ? [`    product: { ${sources.join(", ")} },`] : []),
    "  }),",
    "}",
  ].join("\n")
}

function sourcesOf(sources: readonly Source[], text: (value: string) => string): string {
  const all = sources.map((source) => {
    const [[name = "", value = ""] = []] = Object.entries(source)
    return `{ ${name}: ${text(value)} }`
  })
  return all.length === 1 ? (all[0] ?? "") : `[${all.join(", ")}]`
}

function moduleEntry({ key, provider }: ProviderModule, quote: CodeStyle["quote"]): string {
  const dependencies = DEPENDENCIES.map((name) => quoted(name, quote)).join(", ")
  return [
    "{",
    `  resolve: ${quoted(`@medusajs/medusa/${key}`, quote)},`,
    `  dependencies: [${dependencies}],`,
    `  options: { providers: [{ resolve: ${quoted(provider, quote)} }] },`,
    "}",
  ].join("\n")
}

function listProperty(name: string, items: readonly string[]): string {
  return `${name}: [\n${items.map((item) => `${indented(item)},\n`).join("")}]`
}

function indented(code: string): string {
  return code.replace(/^/gm, "  ")
}

/** Returns the lines to write in a configuration that can't be parsed. Empty if its text has them already. */
export function linesFor(file: string, text: string, options: WrittenOptions): string[] {
  const names = [PLUGIN, ...providersOf(options)]
  const isThere = names.every((name) => new RegExp(`resolve:\\s*["']${name}["']`).test(text))
  return isThere ? [] : linesByHand(file, text, options)
}

/** Returns what is missing, as lines for a merchant to write. */
function linesByHand(file: string, text: string, options: WrittenOptions, shape?: ConfigShape): string[] {
  const missing = missingOf(shape, options)
  const isCommonJs = /\brequire\(/.test(text) && !/^import\b/m.test(text)
  const entries = [PAYMENT, TAX].filter(({ key }) => missing.includes(key)).map((module) => moduleEntry(module, '"'))
  const parts = [
    ...(missing.includes("plugin")
      ? [importOf(isCommonJs, '"'), `${listProperty("plugins", [pluginEntry(options, '"', isTypeScript(file))])},`]
      : []),
    ...(entries.length ? [`${listProperty("modules", entries)},`] : []),
    ...(!missing.includes("plugin") && missing.includes("tax")
      ? ["// and in the plugin's options", 'salesTax: "by_operator",']
      : []),
  ]
  return parts.flatMap((part) => part.split("\n"))
}

function isTypeScript(file: string): boolean {
  return /\.[cm]?ts$/.test(file)
}

function importOf(isCommonJs: boolean, quote: CodeStyle["quote"]): string {
  const name = quoted(PLUGIN, quote)
  return isCommonJs ? `const { leaseToOwn } = require(${name})` : `import { leaseToOwn } from ${name}`
}
