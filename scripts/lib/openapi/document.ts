import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import * as schemas from "../../../src/api/schemas"
import { STATUS } from "../../../src/api/store-route"
import { ApplicationRequestSchema } from "../../../src/client"
import { applicationForm } from "../../../src/client/messages/application-form"
import { ACTION_KEYS } from "../../../src/modules/lease/ledger"
import type { RefusalKind } from "../../../src/modules/lease/texts/messages"
import { OPERATIONS, type Operation } from "./operations"
import { type BuiltRoute, routesOf } from "./route-files"
import { wireSchemas } from "./wire-schemas"

type Schema = Record<string, unknown>
type Answer = { description: string; content: Record<string, { schema: Schema }> }

const WHEN: Record<RefusalKind, string> = {
  invalid: "The request is invalid.",
  forbidden: "Someone else's cart or contract, a wrong widget token, or no permission.",
  not_found: "No such cart, order, lease, product or region.",
  not_allowed: "The rules don't allow it.",
  too_large: "The body is too large.",
  wrong_type: "Not JSON.",
  too_many: "Too many applications or requests.",
  unavailable: "Temporarily unavailable; nothing changed.",
  unknown: "The service gave no clear answer.",
}

const DESCRIPTION = `The plugin's own routes. A refusal is \`{ type, code, message, params?, fields? }\`: \`code\` is the key for translating the message, and values that were sent are
never repeated. Answers may gain fields in a minor version.`

const SECURITY = {
  publishableKey: { type: "apiKey", in: "header", name: "x-publishable-api-key" },
  token: { type: "http", scheme: "bearer", description: "The login of a customer or a dashboard user." },
  session: { type: "apiKey", in: "cookie", name: "connect.sid", description: "The same login as a cookie." },
  secretKey: { type: "http", scheme: "basic", description: "A secret API key as the user name, without a password." },
}
const ALLOWED = {
  store: [{}, { token: [] }, { session: [] }].map((login) => ({ publishableKey: [], ...login })),
  admin: [{ token: [] }, { session: [] }, { secretKey: [] }],
}

const LEASE_KEY = {
  name: "x-lease-key",
  in: "header",
  description: "The `leaseKey` from the application's answer, or the widget's `token`. It proves who applied.",
  schema: { type: "string" },
}

/** Medusa's own responses, which it may send before it calls the plugin's route. */
const MEDUSAS = {
  store: { 400: "The publishable key is missing or unknown.", 500: "The store failed." },
  admin: { 401: "Not logged in.", 403: "The role may not see leases.", 500: "The store failed." },
}
const MEDUSA_ERROR: Schema = {
  description: "One of Medusa's own errors.",
  type: "object",
  properties: { type: { type: "string" }, code: { type: "string" }, message: { type: "string" } },
  required: ["message"],
}

/** Creates the OpenAPI document of all routes from their files, their schemas, and the types of their responses. */
export function openApi(root: string) {
  const routes = routesOf(root)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const known = OPERATIONS[`${route.method} ${route.path}`]
    if (!known) throw new Error(`scripts/lib/openapi/operations.ts lacks ${route.method} ${route.path}.`)
    const path = route.path.replace(/:(\w+)/g, "{$1}")
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, known) }
  }
  const { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return {
    openapi: "3.1.1",
    info: {
      title: "medusa-plugin-lease-to-own",
      version,
      description: DESCRIPTION,
      license: { name: license, identifier: license },
    },
    servers: [{ url: "/", description: "The store's Medusa" }],
    tags: [{ name: "store" }, { name: "admin" }],
    paths,
    components: { securitySchemes: SECURITY, schemas: componentsOf(root, routes) },
  }
}

function operation(
  { path, description, answer, body }: BuiltRoute,
  { id, query, refuses, also = {}, cached }: Operation,
) {
  const side = path.startsWith("/store/") ? "store" : "admin"
  const [summary = "", ...more] = description.replaceAll("\n", " ").split(/(?<=\.) /)
  const takesLeaseKey = /^\/store\/.+\/(carts|orders)\//.test(path) && !path.endsWith("/widget-events")
  return {
    operationId: id,
    tags: [side],
    summary,
    ...(more.length && { description: more.join(" ") }),
    security: ALLOWED[side],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
        return { name, in: "path", required: true, schema: { type: "string", ...(name === "action" && ACTIONS) } }
      }),
      ...(takesLeaseKey ? [LEASE_KEY] : []),
      ...(query ? queryParameters(query) : []),
    ],
    ...(body && {
      requestBody: { required: side === "admin" || !schemaOf(body).safeParse({}).success, content: json(ref(body)) },
    }),
    responses: {
      ...(cached && { 304: { description: NOT_MODIFIED } }),
      200: answer ? { description: "Done.", content: json(ref(answer)) } : CSV,
      ...refusals([...refuses, "unavailable"], { medusas: MEDUSAS[side], also }),
    },
  }
}

const ACTIONS = { enum: ACTION_KEYS }
const NOT_MODIFIED = "Not modified, according to its `ETag`. The answer may be cached for a minute."
const CSV: Answer = { description: "The file.", content: { "text/csv": { schema: { type: "string" } } } }

function refusals(
  kinds: RefusalKind[],
  { medusas, also }: { medusas: Record<number, string>; also: Record<number, string> },
): Record<string, Answer> {
  const all = [
    ...Object.entries(also).map(([status, name]) => ({ status, when: "The answer says why.", schema: ref(name) })),
    ...kinds.map((kind) => ({ status: String(STATUS[kind]), when: WHEN[kind], schema: refusal(kind) })),
    ...Object.entries(medusas).map(([status, when]) => ({ status, when, schema: ref("MedusaError") })),
  ]
  return Object.fromEntries(
    all.map(({ status, schema }) => {
      const same = all.filter((each) => each.status === status)
      const content = json(same.length > 1 ? { anyOf: same.map((each) => each.schema) } : schema)
      return [status, { description: same.map(({ when }) => when).join(" "), content }]
    }),
  )
}

function refusal(kind: RefusalKind): Schema {
  return { ...ref("Refusal"), properties: { type: { const: kind } } }
}

/** Returns the parameters of a query. Several values of one parameter are separated by commas. */
function queryParameters(query: z.ZodObject) {
  const sent = jsonSchema(query)
  const read = jsonSchema(query, "output").properties
  return Object.entries(sent.properties).map(([name, schema]) => {
    const isList = read[name]?.type === "array"
    return {
      name,
      in: "query",
      ...(sent.required?.includes(name) && { required: true }),
      ...(isList && { style: "form", explode: false }),
      schema: isList ? read[name] : schema,
    }
  })
}

function componentsOf(root: string, routes: BuiltRoute[]): Record<string, Schema> {
  const files = ["types.ts", "admin-types.ts"].map((file) => join(root, "src/api", file))
  const bodies = routes.flatMap(({ body }) => (body ? [[body, jsonSchema(schemaOf(body))]] : []))
  return {
    ...wireSchemas(files, [...routes.flatMap(({ answer }) => answer ?? []), "Refusal"]),
    MedusaError: MEDUSA_ERROR,
    ...Object.fromEntries(bodies),
    Application: { description: FORM, ...shown(jsonSchema(ApplicationRequestSchema)) },
  }
}

function schemaOf(name: string): z.ZodType {
  const schema = (schemas as Record<string, unknown>)[name]
  if (!(schema instanceof z.ZodType)) throw new Error(`src/api/schemas.ts has no schema ${name}.`)
  return schema
}

const FORM =
  "The form's answers, by the paths of `form.fields`. Other fields are refused, except those in the option `applicationExtras`."
const { names } = applicationForm([], { check: true })

/** Returns the part of an application that a shopper's form may contain. */
function shown({ properties, ...schema }: Schema & Partial<ObjectSchema>, path: string[] = []): Schema {
  if (!properties) return schema
  const kept = Object.entries(properties).filter(([name]) => names.includes([...path, name].join(".")))
  return { ...schema, properties: Object.fromEntries(kept.map(([name, part]) => [name, shown(part, [...path, name])])) }
}

type ObjectSchema = { properties: Record<string, Schema>; required?: string[] }

function jsonSchema(schema: z.ZodType, io: "input" | "output" = "input"): Schema & ObjectSchema {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io, unrepresentable: "any" })
  return own as Schema & ObjectSchema
}

function json(schema: Schema) {
  return { "application/json": { schema } }
}

function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}
