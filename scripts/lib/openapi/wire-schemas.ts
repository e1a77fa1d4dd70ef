import { join } from "node:path"
import * as ts from "typescript"

/** The part of JSON Schema that the wire needs. */
type Schema = {
  description?: string
  $ref?: string
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema
}

/** Returns a compiler program for files of the plugin and what they import from it. Of other packages, it resolves only zod's types. */
function ownTypes(root: string, files: string[]): ts.Program {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, types: [] }, root)
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      /^(\.|zod)/.test(text) ? ts.resolveModuleName(text, from, options, host) : { resolvedModule: undefined },
    )
  return ts.createProgram(files, options, host)
}

/**
 * Returns JSON schemas of exported types, with their comments as descriptions. They refer to each other by name, and any other type is
 * inlined.
 *
 * @param names of the types, to which the types that they use are added
 */
export function wireSchemas(root: string, files: string[], names: string[]): Record<string, Schema> {
  const program = ownTypes(root, files)
  const checker = program.getTypeChecker()
  const exported = new Map<string, { says: Schema; body: ts.TypeNode }>()
  /** The wire's name of each type. A renamed type has its new name. */
  const nameOf = new Map<ts.TypeAliasDeclaration | undefined, string>()
  const modules = files.flatMap((file) => checker.getSymbolAtLocation(program.getSourceFile(file) as ts.Node) ?? [])
  for (const symbol of modules.flatMap((module) => checker.getExportsOfModule(module))) {
    const alias = aliasOf(symbol)
    const says = described(alias && checker.getSymbolAtLocation(alias.name))
    for (let each = alias; each; each = referred(each.type)) {
      nameOf.set(each, symbol.name)
      exported.set(symbol.name, { says, body: each.type })
    }
  }
  const schemas: Record<string, Schema> = {}
  for (const name of names) refTo(name)
  return schemas

  function refTo(name: string): Schema {
    const { says, body } = exported.get(name) as { says: Schema; body: ts.TypeNode }
    if (!schemas[name]) {
      schemas[name] = {}
      schemas[name] = { ...ofNode(body), ...says }
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Returns the declaration of a type in any file. */
  function aliasOf(symbol: ts.Symbol | undefined): ts.TypeAliasDeclaration | undefined {
    const own = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return own?.declarations?.find(ts.isTypeAliasDeclaration)
  }

  /** Returns the declaration of a type that is used by its name alone. */
  function referred(node: ts.TypeNode): ts.TypeAliasDeclaration | undefined {
    const isName = ts.isTypeReferenceNode(node) && !node.typeArguments
    return isName ? aliasOf(checker.getSymbolAtLocation(node.typeName)) : undefined
  }

  /** Returns a comment as description, unless it only refers to a list beside it. */
  function described(symbol: ts.Symbol | undefined): Schema {
    const description = ts.displayPartsToString(symbol?.getDocumentationComment(checker))
    return description && !description.includes("{@link") ? { description } : {}
  }

  /** Returns the schema of a type as written, which keeps names and the order of unions. */
  function ofNode(node: ts.TypeNode): Schema {
    const alias = referred(node)
    const name = nameOf.get(alias)
    if (name) return refTo(name)
    if (alias) return { ...ofNode(alias.type), ...described(checker.getSymbolAtLocation(alias.name)) }
    if (ts.isParenthesizedTypeNode(node)) return ofNode(node.type)
    if (ts.isArrayTypeNode(node)) return { type: "array", items: ofNode(node.elementType) }
    if (ts.isUnionTypeNode(node)) return union(node.types.map(ofNode))
    const parts = ts.isIntersectionTypeNode(node) ? node.types.map(ofNode) : []
    if (parts.some(({ $ref }) => $ref)) return { allOf: parts }
    if (ts.isIndexedAccessTypeNode(node)) {
      const of = checker.getTypeFromTypeNode(node.objectType)
      if (checker.isTupleType(of)) return union(checker.getTypeArguments(of as ts.TypeReference).map(ofType))
      const member = ts.isLiteralTypeNode(node.indexType) && of.getProperty(node.indexType.getText().slice(1, -1))
      if (member) return ofMember(member)
    }
    return ofContent(checker.getTypeFromTypeNode(node))
  }

  function ofType(type: ts.Type): Schema {
    const name = nameOf.get(aliasOf(type.aliasSymbol))
    return name ? refTo(name) : ofContent(type)
  }

  function ofContent(type: ts.Type): Schema {
    const says = checker.typeToString(type)
    if (/^(string|number|boolean|null)$/.test(says)) return { type: says }
    if (says === "undefined") return { enum: [] }
    if (type.isUnion()) return union([...type.types].sort(byWord).map(ofType))
    if (/^(true|false|".*")$/.test(says)) return { type: typeof JSON.parse(says), enum: [JSON.parse(says)] }
    if (says === "unknown") return {}
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
      throw new Error(`The wire cannot have ${says}: write it out.`)
    const members = [...checker.getPropertiesOfType(type)].sort(byPlace)
    const required = members.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map((member) => member.name)
    const values = checker.getIndexInfosOfType(type)[0]?.type
    return {
      type: "object",
      ...(members.length && {
        properties: Object.fromEntries(members.map((each) => [each.name, { ...ofMember(each), ...described(each) }])),
      }),
      ...(required.length && { required }),
      ...(values && { additionalProperties: ofType(values) }),
    }
  }

  function byWord(a: ts.Type, b: ts.Type): number {
    return checker.typeToString(a).localeCompare(checker.typeToString(b))
  }

  function ofMember(member: ts.Symbol): Schema {
    const node = member.declarations?.find(ts.isPropertySignature)?.type
    return node ? ofNode(node) : ofType(checker.getTypeOfSymbol(member))
  }
}

/** Sorts members as they are in their file, or by name. The compiler's own order depends on what it has read before. */
function byPlace(a: ts.Symbol, b: ts.Symbol): number {
  const [one, other] = [a.declarations?.[0], b.declarations?.[0]]
  if (!one || !other) return a.name.localeCompare(b.name)
  return one.getSourceFile() === other.getSourceFile() ? one.pos - other.pos : 0
}

/** Returns the schema of a union. Literals become one `enum`. */
function union(parts: Schema[]): Schema {
  const each = parts.flatMap((part) => part.anyOf ?? part)
  const words = each.flatMap((part) => part.enum ?? [])
  const all = [...(words.length ? [{ type: typeof words[0], enum: words }] : []), ...each.filter((part) => !part.enum)]
  return all.length > 1 ? { anyOf: all } : { ...all[0] }
}
