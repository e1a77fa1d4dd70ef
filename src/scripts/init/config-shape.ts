import type * as TypeScript from "typescript"
import { CodeReader, type Compiler, NotEditable, nameOf, parse, WrongEntry } from "./code-reader"

type Node = TypeScript.Node
type ObjectNode = TypeScript.ObjectLiteralExpression
type ArrayNode = TypeScript.ArrayLiteralExpression

export const PLUGIN = "medusa-plugin-lease-to-own"

/** One of Medusa's modules to which the plugin adds a provider. `constant` is its name in `Modules`. */
export type ProviderModule = { key: "payment" | "tax"; constant: string; resolves: string[]; provider: string }

export const PAYMENT: ProviderModule = {
  ...{ key: "payment", constant: "PAYMENT", provider: `${PLUGIN}/providers/lease-to-own` },
  resolves: ["@medusajs/medusa/payment", "@medusajs/payment"],
}
export const TAX: ProviderModule = {
  ...{ key: "tax", constant: "TAX", provider: `${PLUGIN}/providers/lease-tax` },
  resolves: ["@medusajs/medusa/tax", "@medusajs/tax"],
}

/** What the ledger's providers need of the store's container. */
export const DEPENDENCIES = ["lease", "query"]

/** A module's entry. `options` and `providers` are missing if the entry doesn't have them, and `ours` if our provider isn't in the list. */
export type ModuleEntry = {
  /** The element or property to remove with the entry. */
  node: Node
  object: ObjectNode
  dependencies?: ArrayNode
  options?: ObjectNode
  providers?: ArrayNode
  ours?: ObjectNode
}

/** The parts of a `medusa-config` file that the plugin's entries belong to. */
export type ConfigShape = {
  source: TypeScript.SourceFile
  config: ObjectNode
  plugins?: ArrayNode
  plugin?: TypeScript.Expression
  modules?: ArrayNode | ObjectNode
  payment?: ModuleEntry
  tax?: ModuleEntry
  /** The statement that imports `leaseToOwn`. */
  ownImport?: TypeScript.Statement
  imports: TypeScript.Statement[]
  isCommonJs: boolean
}

/** Whether a configuration names the plugin and these providers anywhere in its code, as it does after the merchant wrote the lines by hand. */
export function namesAll(ts: Compiler, file: string, text: string, providers: readonly string[]): boolean {
  const names = new Set<string>()
  const visit = (node: Node): void => {
    if (ts.isStringLiteralLike(node) && !ts.isImportDeclaration(node.parent)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(parse(ts, file, text))
  return [PLUGIN, ...providers].every((name) => names.has(name))
}

/** Reads a configuration file. Throws {@link NotEditable} if its parts can't be found beyond doubt. */
export function readShape(ts: Compiler, file: string, text: string): ConfigShape {
  return new ShapeReader(ts, file, text).read()
}

class ShapeReader extends CodeReader {
  /** Our package's name in each place where this reader knows its meaning. */
  private readonly known = new Set<Node>()

  read(): ConfigShape {
    const { parseDiagnostics = [] } = this.source as { parseDiagnostics?: { start?: number }[] }
    const [broken] = parseDiagnostics
    if (broken) throw new WrongEntry(`${this.file} has a syntax error on line ${this.lineAt(broken.start ?? 0)}`)
    const config = this.config()
    const spread = config.properties.find(this.ts.isSpreadAssignment)
    if (spread) throw this.notEditable("the configuration is built by code", spread)
    const plugins = this.arrayAt(config, "plugins")
    const plugin = plugins?.elements.find((element) => this.isPlugin(element))
    const modules = this.modulesOf(config)
    const [payment, tax] = [PAYMENT, TAX].map((module) => modules && this.entryOf(modules, module))
    const { imports, isCommonJs } = this.imports()
    const ownImport = imports.find((statement) => this.packageOf(statement)?.text === PLUGIN)
    const shape = {
      source: this.source,
      config,
      plugins,
      plugin,
      modules,
      payment,
      tax,
      ownImport,
      imports,
      isCommonJs,
    }
    this.refuseUnknownPlaces(ownImport)
    return shape
  }

  /** Returns the object that is passed to `defineConfig`. */
  private config(): ObjectNode {
    const { ts } = this
    const calls = this.all(ts.isCallExpression).filter(({ expression }) => nameOf(ts, expression) === "defineConfig")
    const [call] = calls
    if (!call || calls.length > 1) throw new NotEditable(`${this.file} doesn't call defineConfig exactly once`)
    const [argument] = call.arguments
    const value = argument && this.valueOf(argument)
    if (value && ts.isObjectLiteralExpression(value)) return value
    throw this.notEditable("defineConfig isn't called with an object", call)
  }

  private modulesOf(config: ObjectNode): ArrayNode | ObjectNode | undefined {
    const value = this.valueAt(config, "modules")
    if (!value || this.ts.isArrayLiteralExpression(value) || this.ts.isObjectLiteralExpression(value)) return value
    throw this.notEditable("the modules are built by code", value)
  }

  private isPlugin(element: TypeScript.Expression): boolean {
    const { ts } = this
    const value = this.valueOf(element)
    const name = ts.isObjectLiteralExpression(value) ? this.valueAt(value, "resolve") : value
    if (!name || !ts.isStringLiteralLike(name) || name.text !== PLUGIN) return false
    this.known.add(name)
    return true
  }

  /** Returns the entry of one of Medusa's modules. Undefined if the file certainly has none. */
  private entryOf(modules: ArrayNode | ObjectNode, module: ProviderModule): ModuleEntry | undefined {
    const { ts } = this
    const found = ts.isArrayLiteralExpression(modules)
      ? this.entryInArray(modules, module)
      : this.entryInObject(modules, module)
    if (!found) return undefined
    const { node, object } = found
    const resolve = this.valueAt(object, "resolve")
    if (!resolve || !ts.isStringLiteralLike(resolve) || !module.resolves.includes(resolve.text))
      throw this.notEditable(`the ${module.key} module isn't Medusa's own`, object)
    const spread = object.properties.find(ts.isSpreadAssignment)
    if (spread) throw this.notEditable(`the ${module.key} module is built by code`, spread)
    const options = this.objectAt(object, "options")
    const providers = options && this.arrayAt(options, "providers")
    if (options && !providers && (!options.properties.length || options.properties.some(ts.isSpreadAssignment)))
      throw this.notEditable(`the providers of the ${module.key} module can't be found`, options)
    const ours = providers && this.ownProvider(providers, module)
    return { node, object, dependencies: this.arrayAt(object, "dependencies"), options, providers, ours }
  }

  private ownProvider(providers: ArrayNode, { provider }: ProviderModule): ObjectNode | undefined {
    const { ts } = this
    for (const element of providers.elements) {
      const value = this.valueOf(element)
      const resolve = ts.isObjectLiteralExpression(value) && this.valueAt(value, "resolve")
      if (!resolve || !ts.isStringLiteralLike(resolve) || resolve.text !== provider) continue
      this.known.add(resolve)
      if (this.valueAt(value as ObjectNode, "id"))
        throw new WrongEntry(`the provider ${provider} has an id. Remove it, or the store won't start`)
      return value as ObjectNode
    }
    return undefined
  }

  private entryInArray(modules: ArrayNode, module: ProviderModule): { node: Node; object: ObjectNode } | undefined {
    const { ts } = this
    let unknown: Node | undefined
    for (const element of modules.elements) {
      const value = this.valueOf(element)
      if (ts.isObjectLiteralExpression(value)) {
        if (this.isEntryOf(value, module)) return { node: element, object: value }
        continue
      }
      const inside = ts.isSpreadElement(value) ? this.spreadObjects(value.expression) : undefined
      const conditional = inside?.find((object) => this.isEntryOf(object, module))
      if (conditional) throw this.notEditable(`the ${module.key} module is conditional`, conditional)
      if (!inside) unknown ??= value
    }
    if (unknown) throw this.notEditable(`code adds modules, perhaps the ${module.key} module`, unknown)
    return undefined
  }

  private entryInObject(modules: ObjectNode, module: ProviderModule): { node: Node; object: ObjectNode } | undefined {
    const { ts } = this
    for (const property of modules.properties) {
      const name = property.name && this.moduleKey(property.name)
      const value = ts.isPropertyAssignment(property) ? this.valueOf(property.initializer) : undefined
      const object = value && ts.isObjectLiteralExpression(value) ? value : undefined
      const isNamed = name === module.key
      if (isNamed && object) return { node: property, object }
      if (isNamed || (object && this.isEntryOf(object, module)))
        throw this.notEditable(`the ${module.key} module is set up in a different way`, property)
    }
    const spread = modules.properties.find(ts.isSpreadAssignment)
    if (spread) throw this.notEditable(`code adds modules, perhaps the ${module.key} module`, spread)
    return undefined
  }

  /** Whether this object sets up the module, by its `resolve` or its `key`. */
  private isEntryOf(object: ObjectNode, module: ProviderModule): boolean {
    const { ts } = this
    const [resolve, key] = [this.valueAt(object, "resolve"), this.valueAt(object, "key")]
    if (key && this.constantOf(key) === module.key) return true
    if (!resolve) return false
    if (ts.isStringLiteralLike(resolve)) return module.resolves.includes(resolve.text)
    return new RegExp(`\\b${module.key}\\b`, "i").test(resolve.getText(this.source))
  }

  /** Returns the objects that a spread expression can add, if it consists of literals. */
  private spreadObjects(expression: TypeScript.Expression): ObjectNode[] | undefined {
    const { ts } = this
    const value = this.valueOf(expression)
    const all = (parts: TypeScript.Expression[]) => {
      const inside = parts.map((part) => this.spreadObjects(part))
      return inside.includes(undefined) ? undefined : inside.flatMap((objects = []) => objects)
    }
    if (ts.isConditionalExpression(value)) return all([value.whenTrue, value.whenFalse])
    if (ts.isBinaryExpression(value)) return this.spreadObjects(value.right)
    if (!ts.isArrayLiteralExpression(value)) return undefined
    const elements = value.elements.map((element) => this.valueOf(element))
    return elements.every(ts.isObjectLiteralExpression) ? elements : undefined
  }

  private moduleKey(name: TypeScript.PropertyName): string | undefined {
    if (this.ts.isComputedPropertyName(name)) return this.constantOf(name.expression)
    return "text" in name ? name.text : undefined
  }

  /** Returns a module's key, written as `"payment"` or `Modules.PAYMENT`. */
  private constantOf(expression: TypeScript.Expression): string | undefined {
    const { ts } = this
    const value = this.valueOf(expression)
    if (ts.isStringLiteralLike(value)) return value.text
    const name = ts.isPropertyAccessExpression(value) ? value.name.text : value.getText(this.source)
    return [PAYMENT, TAX].find(({ constant }) => name.split("_").includes(constant))?.key
  }

  private imports(): Pick<ConfigShape, "imports" | "isCommonJs"> {
    const { ts } = this
    const imports = this.source.statements.filter(
      (one) => ts.isImportDeclaration(one) || ts.isImportEqualsDeclaration(one),
    )
    if (imports.length) return { imports, isCommonJs: false }
    const required = this.source.statements.filter((one) => this.packageOf(one))
    return { imports: required, isCommonJs: required.length > 0 }
  }

  /** Returns the name of the package in an `import` statement, or in a declaration with `require`. */
  private packageOf(statement: TypeScript.Statement): TypeScript.StringLiteralLike | undefined {
    const { ts } = this
    if (ts.isImportDeclaration(statement)) return statement.moduleSpecifier as TypeScript.StringLiteral
    const value = ts.isVariableStatement(statement) && statement.declarationList.declarations[0]?.initializer
    if (!value || !ts.isCallExpression(value) || nameOf(ts, value.expression) !== "require") return undefined
    const [name] = value.arguments
    return name && ts.isStringLiteralLike(name) ? name : undefined
  }

  /** An entry in a place that this reader doesn't know would be added a second time. */
  private refuseUnknownPlaces(ownImport: TypeScript.Statement | undefined): void {
    const { ts } = this
    const ofImport = ownImport && this.packageOf(ownImport)
    const mentions = this.all(ts.isStringLiteralLike).filter(
      ({ text }) => text === PLUGIN || text.startsWith(`${PLUGIN}/`),
    )
    const unknown = mentions.find((one) => one !== ofImport && !this.known.has(one))
    if (unknown)
      throw this.notEditable(`${unknown.text} is already there, in a place that init doesn't recognize`, unknown)
  }
}
