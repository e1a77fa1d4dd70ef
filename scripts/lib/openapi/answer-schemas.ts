import { join } from "node:path"
import { buildGenerator, type Definition } from "typescript-json-schema"
import { ownTypes } from "../storefront-wire"

/** Helpers of TypeScript, under whose names a reader looks for nothing. */
const HELPERS = new Set(["Record", "Partial", "Omit", "Pick", "Exclude", "Extract"])
const OWN_NAME = /^[A-Z][A-Za-z]*$/

/**
 * JSON schemas of the answers' types, and of those they are made of where these have a name.
 *
 * @param names of types in `src/api/types.ts` and `src/api/admin-types.ts`
 */
export function answerSchemas(root: string, names: string[]): Record<string, Definition> {
  const files = ["types.ts", "admin-types.ts"].map((file) => join(root, "src/api", file))
  const settings = { required: true, strictNullChecks: true, aliasRef: true, topRef: false, ignoreErrors: true }
  const generator = buildGenerator(ownTypes(root, files), settings)
  const definitions = (generator?.getSchemaForSymbols(names).definitions ?? {}) as Record<string, Definition>

  /** A name may stand for another one, which stands for the schema. */
  const end = (name: string): string => {
    const { $ref } = definitions[name] ?? {}
    return $ref ? end(nameIn($ref)) : name
  }
  const named = new Map<string, string>()
  for (const name of [...names, ...Object.keys(definitions)])
    if (OWN_NAME.test(name) && !HELPERS.has(name) && !named.has(end(name))) named.set(end(name), name)

  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    if (typeof value !== "object" || value === null) return value
    const { $ref, ...rest } = value as { $ref?: string }
    const own = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, convert(part)]))
    // The generator drops what the values of a record are.
    if (!$ref) return own.type === "object" && !own.properties ? { additionalProperties: {}, ...own } : own
    const target = end(nameIn($ref))
    const name = named.get(target)
    return name
      ? { $ref: `#/components/schemas/${name}`, ...own }
      : { ...(convert(definitions[target]) as object), ...own }
  }
  return Object.fromEntries([...named].map(([target, name]) => [name, convert(definitions[target]) as Definition]))
}

function nameIn(ref: string): string {
  return decodeURIComponent(ref.slice("#/definitions/".length))
}
