import { paths, routes } from "../defaults"
import { validationProblem } from "../fields"
import type { Dialect } from "./schema"
import { fromDialect } from "./speak"

/** Calls that the specification shows with their version (spec 4.1, 4.2). For the others it shows the short form, the reference the long one. */
const versioned: readonly string[] = [routes.application, routes.updateDelivery, routes.updateOrder]

/**
 * Method and path without prefix and version, as routes are named. A path that the service does not know in that form names no call: `…`
 * stands for the rest.
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

/** The call that is asked for, and what its address says. */
export function callOf(dialect: Dialect, method: string, url: URL): { name: string; query: URLSearchParams } {
  const name = nameOf(dialect, method, url.pathname)
  if (dialect.requests.contractId === "query") return { name, query: url.searchParams }
  if (name === routes.contract) return { name: `${method} …${url.pathname}`, query: url.searchParams }
  const within = `${routes.contract}/`
  if (!name.startsWith(within)) return { name, query: url.searchParams }
  return { name: routes.contract, query: new URLSearchParams({ applicationId: name.slice(within.length) }) }
}

/** A body in this sandbox's words. Throws a `validation` Problem on an id of the wrong kind. */
export function bodyOf(dialect: Dialect, sent: unknown): unknown {
  const body = fromDialect(dialect, sent)
  const taken = dialect.requests.applicationId
  if (taken === "either" || typeof body !== "object" || body === null || !("applicationId" in body)) return body
  if (typeof body.applicationId === (taken === "text" ? "string" : "number")) return body
  throw validationProblem({ applicationId: [`must be a ${taken}`] })
}
