import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator, ts } from "ts-json-schema-generator"

type Schema = Record<string, unknown>

const CONFIG = { ...DEFAULT_CONFIG, additionalProperties: true, encodeRefs: false, sortProps: false }
/** Resolves the plugin's own files but no packages, which saves a few seconds. */
const OPTIONS = { moduleResolution: ts.ModuleResolutionKind.Classic, strict: true, types: [] }

/**
 * Returns JSON schemas of exported types, with the types' comments as descriptions. The schemas refer to each other by the names under which the
 * files export the types. Any other type is inlined.
 *
 * @param names the types' names; the types that they use are added
 */
export function wireSchemas(files: string[], names: string[]): Record<string, Schema> {
  const program = ts.createProgram(files, OPTIONS)
  const checker = program.getTypeChecker()
  const modules = files.flatMap((file) => checker.getSymbolAtLocation(program.getSourceFile(file) as ts.Node) ?? [])
  const exported = modules.flatMap((module) => checker.getExportsOfModule(module))
  const missing = names.find((name) => !exported.some((symbol) => symbol.name === name))
  if (missing) throw new Error(`The types of src/api have no ${missing}.`)
  const declared = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const nameOf = new Map(exported.map((symbol) => [declared(symbol).name, symbol.name]))
  const roots = exported.filter(({ name }) => names.includes(name)).flatMap((each) => declared(each).declarations ?? [])
  const generator = new SchemaGenerator(program, createParser(program, CONFIG), createFormatter(CONFIG), CONFIG)
  const { definitions = {} } = generator.createSchemaFromNodes(roots)
  const ofType = (own: string): Schema =>
    JSON.parse(JSON.stringify(definitions[own]), (_, value) => {
      if (typeof value?.$ref !== "string") return value
      const { $ref, ...rest } = value
      const used = $ref.slice("#/definitions/".length)
      const name = nameOf.get(used)
      return { ...(name ? { $ref: `#/components/schemas/${name}` } : ofType(used)), ...rest }
    })
  return Object.fromEntries([...nameOf].flatMap(([own, name]) => (own in definitions ? [[name, ofType(own)]] : [])))
}
