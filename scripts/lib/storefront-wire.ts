import { spawnSync } from "node:child_process"
import { join } from "node:path"
import * as ts from "typescript"

/** The wire as the storefront's package has it. */
export const STOREFRONT_WIRE = "packages/storefront/src/wire.ts"
/** All that it exports is the browser's wire, and nothing else is. */
const SERVERS_WIRE = "src/api/types.ts"

const HEADER = `/*
 * The part of the plugin's wire that a browser sees. Made by \`npm run openapi\` from the plugin's \`${SERVERS_WIRE}\`, and not to be edited. The types are
 * written out, because this package is published alone and its types must not point outside of it.
 */`

/** The text of {@link STOREFRONT_WIRE}, as the server's types yield it. */
export function storefrontWire(root: string): string {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome")
  const { stdout, stderr } = spawnSync(process.execPath, [biome, "format", `--stdin-file-path=${STOREFRONT_WIRE}`], {
    cwd: root,
    input: `${HEADER}\n\n${writtenOut(root, join(root, SERVERS_WIRE))}`,
    encoding: "utf8",
  })
  if (!stdout) throw new Error(stderr)
  return stdout
}

/** The compiler on files of the plugin and those that they import from it: the wire has no type of another package. */
export function ownTypes(root: string, files: string[]): ts.Program {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, types: [] }, root)
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      text.startsWith(".") ? ts.resolveModuleName(text, from, options, host) : { resolvedModule: undefined },
    )
  return ts.createProgram(files, options, host)
}

type Alias = ts.TypeAliasDeclaration

/**
 * Every type that a file exports, with its comments. They name each other and TypeScript's `Record` and `Partial`; any other type is written in the
 * place of its name. Throws where that cannot be done.
 */
export function writtenOut(root: string, file: string): string {
  const program = ownTypes(root, [file])
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.Node)
  const exported = (module ? checker.getExportsOfModule(module) : []).map((own) => [own.name, aliasOf(own)] as const)
  /** The wire's name of a type. One that is only renamed there goes by the new name. */
  const names = new Map<Alias, string>()
  for (const [name, alias] of exported)
    for (let each: Alias | undefined = alias; each; each = renamed(each)) names.set(each, name)

  return exported
    .map(([name, alias]) => `${commentOf(alias)}\nexport type ${name} = ${write(bodyOf(alias))}`)
    .join("\n\n")

  /** The declaration of a type, in whatever file it stands. */
  function aliasOf(symbol: ts.Symbol | undefined): Alias {
    const own = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const alias = own?.declarations?.find(ts.isTypeAliasDeclaration)
    if (!alias) throw new Error(`The storefront's wire cannot have ${symbol?.name}: it is no alias of a type.`)
    return alias
  }

  function referred({ typeName }: ts.TypeReferenceNode): Alias {
    return aliasOf(checker.getSymbolAtLocation(typeName))
  }

  function renamed({ type }: Alias): Alias | undefined {
    return ts.isTypeReferenceNode(type) && !type.typeArguments ? referred(type) : undefined
  }

  function bodyOf(alias: Alias): ts.TypeNode {
    const other = renamed(alias)
    return other ? bodyOf(other) : alias.type
  }

  /** A part of a type as it stands in its file, comments included, but for the names that have no place on the wire. */
  function write(node: ts.Node): string {
    if (ts.isIndexedAccessTypeNode(node)) return inPlace(node, partOf(node))
    const members = ts.isIntersectionTypeNode(node) || isOmit(node) ? membersOf(node) : undefined
    if (members) return `{\n${[...members.values()].join("\n")}\n}`
    if (ts.isTypeReferenceNode(node) && !isTypeScripts(node))
      return names.get(referred(node)) ?? inPlace(node, write(referred(node).type))
    const { text } = node.getSourceFile()
    let written = ""
    // The stroke before the first part of a union has no place within another union.
    let at = (ts.isUnionTypeNode(node) ? node.types[0] : node)?.getStart() ?? 0
    ts.forEachChild(node, (child) => {
      written += text.slice(at, child.getStart()) + write(child)
      at = child.getEnd()
    })
    return written + text.slice(at, node.getEnd())
  }

  /** `LIST[number]` and `Type["member"]`. */
  function partOf(node: ts.IndexedAccessTypeNode): string {
    const [type, key] = [node.objectType, node.indexType].map(checker.getTypeFromTypeNode) as [ts.Type, ts.Type]
    if (checker.isTupleType(type) && key.flags & ts.TypeFlags.Number)
      return checker
        .getTypeArguments(type as ts.TypeReference)
        .map((each) => checker.typeToString(each))
        .join(" | ")
    const [member] = (key.isStringLiteral() && type.getProperty(key.value)?.declarations) || []
    if (member && ts.isPropertySignature(member) && member.type) return write(member.type)
    throw cannotWrite(node)
  }

  /** The members of an object type that the wire has no name for, by their names; undefined for any other type. */
  function membersOf(node: ts.TypeNode): Map<string, string> | undefined {
    if (ts.isTypeLiteralNode(node)) {
      const { text } = node.getSourceFile()
      const entries = node.members.map((member) => {
        const comment = text.slice(member.getFullStart(), member.getStart()).trim()
        return [member.name?.getText() ?? "", comment ? `${comment}\n${write(member)}` : write(member)] as const
      })
      return new Map(entries)
    }
    if (ts.isIntersectionTypeNode(node)) {
      const all = node.types.map(membersOf)
      return all.every((each) => each !== undefined) ? new Map(all.flatMap((each) => [...each])) : undefined
    }
    if (!ts.isTypeReferenceNode(node)) return undefined
    if (!isOmit(node)) return names.has(referred(node)) ? undefined : membersOf(bodyOf(referred(node)))
    const [from, keys] = node.typeArguments ?? []
    const members = from && ts.isTypeReferenceNode(from) ? membersOf(bodyOf(referred(from))) : undefined
    if (!members || !keys) throw cannotWrite(node)
    const left = checker.getTypeFromTypeNode(keys)
    for (const key of left.isUnion() ? left.types : [left]) if (key.isStringLiteral()) members.delete(key.value)
    return members
  }

  function isOmit(node: ts.Node): node is ts.TypeReferenceNode {
    return ts.isTypeReferenceNode(node) && node.typeName.getText() === "Omit"
  }

  function isTypeScripts(node: ts.TypeReferenceNode): boolean {
    const alias = referred(node)
    const isOwn = program.isSourceFileDefaultLibrary(alias.getSourceFile())
    if (isOwn ? !["Record", "Partial"].includes(alias.name.text) : alias.typeParameters) throw cannotWrite(node)
    return isOwn
  }
}

/** The text in the place of a part of a type. */
function inPlace({ parent }: ts.Node, text: string): string {
  return ts.isArrayTypeNode(parent) || ts.isIntersectionTypeNode(parent) ? `(${text})` : text
}

function commentOf(alias: Alias): string {
  return ts.getJSDocCommentsAndTags(alias).at(-1)?.getText() ?? ""
}

function cannotWrite(node: ts.Node): Error {
  const { fileName } = node.getSourceFile()
  return new Error(`The storefront's wire cannot have ${node.getText()} of ${fileName}: write it out.`)
}
