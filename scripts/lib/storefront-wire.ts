import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { MAY_LACK, type Schema, wireSchemas } from "./openapi/wire-schemas"

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
  const types = Object.entries(wireSchemas(root, [join(root, SERVERS_WIRE)])).map(
    ([name, schema]) => `${comment(schema)}export type ${name} = ${written(schema)}`,
  )
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome")
  const { stdout, stderr } = spawnSync(process.execPath, [biome, "format", `--stdin-file-path=${STOREFRONT_WIRE}`], {
    cwd: root,
    input: [HEADER, ...types].join("\n\n"),
    encoding: "utf8",
  })
  if (!stdout) throw new Error(stderr)
  return stdout
}

function comment({ description = "" }: Schema): string {
  if (!description) return ""
  return description.includes("\n")
    ? `/**\n * ${description.replaceAll("\n", "\n * ")}\n */\n`
    : `/** ${description} */\n`
}

/** A schema as a type of TypeScript. */
function written(schema: Schema): string {
  const { $ref, type = "unknown", properties = {}, required, additionalProperties: values } = schema
  if ($ref) return $ref.slice($ref.lastIndexOf("/") + 1)
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(" | ")
  if (schema.anyOf) return schema.anyOf.map(written).join(" | ")
  if (schema.allOf) return schema.allOf.map(written).join(" & ")
  if (schema.items) return `(${written(schema.items)})[]`
  if (type !== "object") return type
  const members = Object.entries(properties).map(
    ([name, member]) => `${comment(member)}${name}${required?.includes(name) ? "" : "?"}: ${written(member)}`,
  )
  const lines = members.join("\n")
  // Without a line break the formatter writes it in one line where it fits.
  const object = members.length && (lines.includes("/**") ? `{\n${lines}\n}` : `{ ${members.join("; ")} }`)
  const record = values && `Record<string, ${written(values)}>`
  return [object, schema[MAY_LACK] ? `Partial<${record}>` : record].filter(Boolean).join(" & ")
}
