import { resolve } from "node:path"
import Ajv, { type ValidateFunction } from "ajv/dist/2020"
import { openApi } from "../../scripts/lib/openapi/document"

type Schema = Record<string, unknown>
type Content = { content: Record<string, { schema: Schema }> }
export type DocumentedOperation = {
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Partial<Content>>
}

export const DOCUMENT: {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema> }
} = JSON.parse(JSON.stringify(openApi(resolve(__dirname, "../.."))))

const ajv = new Ajv({ strict: false, validateFormats: false })
ajv.addSchema({ ...(closed(DOCUMENT.components) as Schema), $id: "components" })
const validators = new Map<Schema, ValidateFunction>()

/** Returns how a response differs from `docs/openapi.json`. Undefined if it conforms or its route isn't documented. */
export function misfit(method: string, address: string, { status, body }: { status: number; body: unknown }) {
  const operation = operationOf(method, address)
  if (!operation) return undefined
  const answer = operation.responses[status]
  if (!answer) return `It names no answer with status ${status}.`
  const schema = answer.content?.["application/json"]?.schema
  return schema && faultsOf(schema, body)
}

/** Returns how a value violates a documented schema. Undefined if it doesn't. */
export function faultsOf(schema: Schema, value: unknown): string | undefined {
  const validate = validators.get(schema) ?? ajv.compile(closed(schema) as Schema)
  validators.set(schema, validate)
  return validate(value) ? undefined : ajv.errorsText(validate.errors)
}

export function operationOf(method: string, address: string): DocumentedOperation | undefined {
  const [path = ""] = address.split("?")
  const fits = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path)
  const template = path in DOCUMENT.paths ? path : Object.keys(DOCUMENT.paths).find(fits)
  return template === undefined ? undefined : DOCUMENT.paths[template]?.[method.toLowerCase()]
}

/** Disallows undocumented fields. Clients must tolerate them, but the store itself must not send any. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== "object" || value === null) return value
  const { $ref, ...rest } = value as Schema
  const own = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, closed(part)]))
  const names = !$ref && "properties" in rest && !("additionalProperties" in rest)
  return {
    ...own,
    ...(typeof $ref === "string" && { $ref: $ref.replace("#/components", "components#") }),
    ...(names && { unevaluatedProperties: false }),
  }
}
