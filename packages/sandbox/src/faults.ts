import { z } from "zod"
import { routes, unknownStatus } from "./defaults"
import type { AnswerDialect } from "./dialect/schema"
import { number, object, oneOf, parseFields } from "./fields"
import type { Reply } from "./http"
import { Problem, type ProblemCode } from "./problem"
import { states } from "./state-table"

/** Faults that refuse the call without carrying it out. The last two are responses to a one-time URL that was used before. */
const refusals = {
  "401": ["unauthorized", { headers: { "www-authenticate": 'Basic realm="lease sandbox"' } }],
  "403": ["forbidden"],
  "409": ["wrong-state"],
  "429": ["rate-limited", { headers: { "retry-after": "1" } }],
  "500": ["server"],
  "503": ["server", { status: 503, headers: { "retry-after": "1" } }],
  "validation-403": ["validation", { status: 403, errors: { body: ["is refused"] } }],
  "link-used-409": ["link-used", { status: 409 }],
  "link-used-410": ["link-used"],
} as const satisfies Record<string, readonly [ProblemCode, Problem["more"]?]>

/** A proxy's error page, and connection faults. With `502-html` and `drop-before`, the call isn't carried out. With the others, it is. */
const otherFaults = ["502-html", "slow", "timeout", "drop-before", "drop-after", "mixed-up"] as const

/** Calls whose responses contain the application's ID, so a caller can notice a mixed-up response. */
const naming: readonly string[] = [routes.cart, routes.pricing, routes.contract]

const withText = (reply: Reply): Reply =>
  reply.text ? reply : { ...reply, status: reply.status === 204 ? 200 : reply.status, text: "{}" }
const htmlHeaders = { "content-type": "text/html; charset=utf-8" }

const spoilers = {
  "half-body": (reply: Reply) => ({ ...withText(reply), isHalf: true }),
  "malformed-json": (reply: Reply) => ({ ...withText(reply), text: withText(reply).text.slice(0, -1) }),
  empty: (reply: Reply) => ({ ...reply, text: "" }),
  "wrong-content-type": (reply: Reply) => ({ ...withText(reply), headers: { ...reply.headers, ...htmlHeaders } }),
}

/** Faults that send one response in a different dialect. */
const dialects = {
  "bool-as-text": { answers: { booleans: "text" } },
  "no-appstatus": { statuses: { appStatus: "absent" } },
  "unknown-status": { statuses: { words: Object.fromEntries(states.map((state) => [state, unknownStatus])) } },
} as const satisfies Record<string, AnswerDialect>

/** Faults of the contract frame. Each applies to one load of the page. */
export const frameFaults = ["wrong-origin", "duplicate-done", "no-done", "done-false", "unknown-text"] as const

/** Faults of the widget, grouped by when they occur. */
export const widgetFaults = {
  script: ["script-blocked", "script-slow", "script-empty"],
  contract: ["widget-error"],
  success: ["no-urls", "foreign-urls"],
} as const

const namesOf = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as K[]
const callFaults = [...namesOf(refusals), ...otherFaults, ...namesOf(spoilers), ...namesOf(dialects)]
export const allFaults = [...callFaults, ...frameFaults, ...Object.values(widgetFaults).flat()]

export type FrameFault = (typeof frameFaults)[number]
export type CallFault = (typeof callFaults)[number]
export type FaultName = (typeof allFaults)[number]

const isIn = <K extends string>(table: Record<K, unknown>, fault: string | undefined): fault is K =>
  fault !== undefined && Object.hasOwn(table, fault)

/** Throws the refusal for a fault, or returns the proxy's page, or returns undefined if the service itself responds. */
export function answerInstead(fault: CallFault | undefined): Reply | undefined {
  if (fault === "502-html") {
    const title = "502 Bad Gateway"
    const text = `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
    return { status: 502, headers: htmlHeaders, text }
  }
  if (!isIn(refusals, fault)) return undefined
  const [code, more] = refusals[fault] as readonly [ProblemCode, Problem["more"]?]
  throw new Problem(code, "Nothing was done.", more)
}

export const faultDialect = (fault: CallFault | undefined): AnswerDialect =>
  isIn(dialects, fault) ? dialects[fault] : {}

export const spoiled = (reply: Reply, fault: CallFault | undefined): Reply =>
  isIn(spoilers, fault) ? spoilers[fault](reply) : reply

/** Where a fault may apply: an API route, `frame` (the contract page), `widget`, or `*` (the next call or page that fits the fault). */
export const faultRoutes: readonly string[] = ["*", "frame", "widget", ...Object.values(routes)]

/** A fault to queue for the next `times` calls (default: 1). */
export type FaultSpec = { route: string; fault: FaultName; times?: number }

const callFaultsOf = (route: string) =>
  callFaults.filter((fault) => {
    if (fault === "mixed-up") return naming.includes(route)
    return route.startsWith("POST /update-") || !fault.startsWith("link-used")
  })

function faultsOf(route: string): readonly FaultName[] {
  if (route === "*") return allFaults
  return route === "frame" ? frameFaults : route === "widget" ? Object.values(widgetFaults).flat() : callFaultsOf(route)
}

const FaultSpecSchema = object({
  route: oneOf(faultRoutes),
  fault: oneOf(allFaults),
  times: number().int("must be a whole number").min(1, "must be 1 or more").default(1),
}).refine(({ route, fault }) => faultsOf(route).includes(fault), {
  error:
    "does not fit the route: frame faults need frame, widget faults need widget, link-used faults need a one-time URL, mixed-up needs a cart, pricing or contract",
  path: ["fault"],
})

export class FaultQueue {
  private held: Required<FaultSpec>[] = []
  /** Each route's latest responses, for at most two applications. */
  private readonly answers = new Map<string, { applicationId: string; reply: Reply }[]>()

  /** Adds a fault. Throws a `validation` Problem for an unknown route or fault, or if the fault doesn't fit the route. */
  add(spec: unknown): void {
    const { route, fault, times } = parseFields(FaultSpecSchema, spec)
    this.held.push({ route, fault, times })
  }

  /**
   * Returns the fault for a call. A header takes precedence over queued faults. Throws a `validation` Problem for an unknown header value.
   */
  takeForCall(route: string, header?: string): CallFault | undefined {
    if (header === undefined) return this.take(route, callFaultsOf(route))
    const name = "header.X-Sandbox-Fault"
    return parseFields(z.object({ [name]: oneOf(callFaultsOf(route)) }), { [name]: header })[name]
  }

  /** Returns a route's first queued fault among `faults`, and removes it unless it applies to more calls. */
  take<F extends FaultName>(route: string, faults: readonly F[]): F | undefined {
    const taken = this.held.find(
      (entry) => (entry.route === "*" || entry.route === route) && faults.some((fault) => fault === entry.fault),
    )
    if (taken) taken.times -= 1
    this.held = this.held.filter(({ times }) => times > 0)
    return faults.find((fault) => fault === taken?.fault)
  }

  /**
   * Returns the last response to this call for a different application, as a proxy that mixes up responses would. If there is none, returns the
   * call's own response.
   */
  mixUp(route: string, applicationId: string, reply: Reply): Reply {
    const others = (this.answers.get(route) ?? []).filter((other) => other.applicationId !== applicationId).slice(-1)
    this.answers.set(route, [...others, { applicationId, reply }])
    return others[0]?.reply ?? reply
  }

  waiting(): FaultSpec[] {
    return structuredClone(this.held)
  }

  clear(): void {
    this.held = []
    this.answers.clear()
  }
}
