import { paths, routes } from "../defaults"
import { jsonReply, problemType, type Reply } from "../http"
import { type Problem, problemBody, validationProblem } from "../problem"
import type { State } from "../state-table"
import { type AnswerDialect, amountNames, type Dialect, type FieldName } from "./schema"

/** The calls whose paths have a version in the specification (spec 4.1, 4.2). In the reference, all paths have one. */
const versioned: readonly string[] = [routes.application, routes.updateDelivery, routes.updateOrder]

/**
 * Returns a route's name as in `routes`: the method, and the path without prefix and version. If the service doesn't accept this form of the path,
 * returns a name with `…`, which matches no route.
 */
function nameOf({ requests }: Dialect, method: string, pathname: string): string {
  const nowhere = `${method} …${pathname}`
  const prefixed = pathname.startsWith(`${paths.prefix}/`)
  if (!prefixed && requests.paths !== "any") return nowhere
  const path = prefixed ? pathname.slice(paths.prefix.length) : pathname
  const isLong = path.startsWith(`${paths.version}/`)
  const name = `${method} ${isLong ? path.slice(paths.version.length) : path}`
  const isVersioned = versioned.includes(name)
  if (isLong) return requests.paths === "literal" && !isVersioned ? nowhere : name
  if (requests.paths === "any") return name
  return isVersioned || requests.paths === "prefixed" ? nowhere : name
}

export function callOf(dialect: Dialect, method: string, url: URL): { name: string; query: URLSearchParams } {
  const name = nameOf(dialect, method, url.pathname)
  if (dialect.requests.contractId === "query") return { name, query: url.searchParams }
  if (name === routes.contract) return { name: `${method} …${url.pathname}`, query: url.searchParams }
  const within = `${routes.contract}/`
  if (!name.startsWith(within)) return { name, query: url.searchParams }
  return { name: routes.contract, query: new URLSearchParams({ applicationId: name.slice(within.length) }) }
}

/** Translates a body into the sandbox's names. Throws a `validation` Problem for an application ID of the wrong type. */
export function bodyOf(dialect: Dialect, sent: unknown): unknown {
  const body = inOwnWords(dialect, sent)
  const taken = dialect.requests.applicationId
  if (taken === "either" || typeof body !== "object" || body === null || !("applicationId" in body)) return body
  if (typeof body.applicationId === (taken === "text" ? "string" : "number")) return body
  throw validationProblem({ applicationId: [`must be a ${taken}`] })
}

/** Renames a request's fields to the sandbox's names. A renamed field isn't recognized under its original name. */
function inOwnWords({ names }: Dialect, value: unknown): unknown {
  const renamed = Object.entries(names).filter(([, name]) => name !== undefined)
  const known = new Map(renamed.map(([field, name]) => [name, field]))
  const gone = new Set(renamed.map(([field]) => field).filter((field) => !known.has(field)))
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk)
    if (typeof part !== "object" || part === null) return part
    const fields = Object.entries(part).filter(([name]) => !gone.has(name))
    return Object.fromEntries(fields.map(([name, inner]) => [known.get(name) ?? name, walk(inner)]))
  }
  return renamed.length ? walk(value) : value
}

/** Returns the dialect with different responses, for a fault in one call. */
export function withAnswers(dialect: Dialect, { answers, statuses }: AnswerDialect): Dialect {
  return {
    ...dialect,
    answers: { ...dialect.answers, ...answers },
    statuses: { ...dialect.statuses, ...statuses },
  }
}

const amounts: readonly string[] = amountNames

/** Returns a field's value in the service's form, or undefined if the service omits the field. */
function spoken({ answers, statuses }: Dialect, name: string, value: unknown): unknown {
  if ((name === "appStatus" || name === "isOkToDeliver") && statuses[name] === "absent") return undefined
  if (name === "applicationId" && answers.applicationId === "number") return Number(value)
  if (typeof value === "boolean" && answers.booleans === "text") return String(value)
  if (amounts.includes(name) && typeof value === "number" && answers.amounts === "text") return value.toFixed(2)
  if (name === "status" && typeof value === "string") return statuses.words[value as State] ?? value
  if (name === "status" && answers.statusCode === "text") return String(value)
  return value
}

function inDialect(dialect: Dialect, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inDialect(dialect, item))
  if (typeof value !== "object" || value === null) return value
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    const written = spoken(dialect, name, inDialect(dialect, inner))
    if (written === undefined) return []
    const field = [pathIn(dialect, name), written]
    const isApart = name === "isOkToDeliver" && dialect.statuses.isOkToDeliver === "apart"
    return [isApart ? ["fulfillment", Object.fromEntries([field])] : field]
  })
  return Object.fromEntries(fields)
}

/** Returns the service's name for a field, or for a path such as `store.operatorMerchantId`. */
function pathIn({ names }: Dialect, path: string): string {
  const spokenName = (name: string) => (Object.hasOwn(names, name) ? names[name as FieldName] : undefined) ?? name
  return path.split(".").map(spokenName).join(".")
}

export function answerReply(dialect: Dialect, body: Record<string, unknown> | undefined): Reply {
  const { answered, done } = dialect.codes
  return body ? jsonReply(answered, inDialect(dialect, body)) : { status: done, headers: {}, text: "" }
}

/** Returns the response to a refused call. `instance` is the route that was called. */
export function refusalReply(dialect: Dialect, problem: Problem, instance?: string): Reply {
  const { headers } = problem.more
  const status = problem.more.status ?? dialect.codes[problem.code] ?? problem.status
  if (dialect.answers.refusals === "bare") return jsonReply(status, { error: problem.message }, headers)
  const body = inDialect(dialect, { ...problemBody(problem, instance), status })
  return jsonReply(status, body, { ...headers, "content-type": problemType })
}
