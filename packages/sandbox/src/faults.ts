import { z } from "zod"
import { routes, unknownStatus } from "./defaults"
import type { AnswerDialect } from "./dialect/schema"
import { object, oneOf, parseFields, said } from "./fields"
import type { Reply } from "./http"
import { Problem, type ProblemCode } from "./problem"
import { states } from "./state-table"

/** Faults that refuse in place of the service: nothing was done. The last two answer as if a one-time address had been used. */
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

/** Faults of the connection. `drop-before` did nothing; all others did what was asked. */
const connectionFaults = ["slow", "timeout", "drop-before", "drop-after"] as const

const withText = (reply: Reply): Reply =>
  reply.text ? reply : { ...reply, status: reply.status === 204 ? 200 : reply.status, text: "{}" }
const htmlHeaders = { "content-type": "text/html; charset=utf-8" }

/** Faults that spoil an answer. */
const spoilers = {
  "half-body": (reply: Reply) => ({ ...withText(reply), isHalf: true }),
  "malformed-json": (reply: Reply) => ({ ...withText(reply), text: withText(reply).text.slice(0, -1) }),
  empty: (reply: Reply) => ({ ...reply, text: "" }),
  "wrong-content-type": (reply: Reply) => ({ ...withText(reply), headers: { ...reply.headers, ...htmlHeaders } }),
}

/** Faults by which one answer is in another dialect than the rest. */
const dialects = {
  "status-as-text": { answers: { statusCode: "text" } },
  "id-as-number": { answers: { applicationId: "number" } },
  "bool-as-text": { answers: { booleans: "text" } },
  "older-names": { names: { costOfLease: "costOfRental" } },
  "plural-payments": { names: { totalNumberOfPayment: "totalNumberOfPayments" } },
  "esign-key": { names: { esignUrl: "EsignURL" } },
  "no-appstatus": { statuses: { appStatus: "absent" } },
  "unknown-status": { statuses: { words: Object.fromEntries(states.map((state) => [state, unknownStatus])) } },
} as const satisfies Record<string, AnswerDialect>

/** Faults of the contract frame; they hold for one loading of the page. */
const frameFaults = ["bare-string", "wrong-origin", "duplicate-done", "no-done", "done-false", "unknown-text"] as const

/** Faults of the widget, by the moment at which they show. */
const widgetMoments = {
  script: ["script-blocked", "script-slow", "script-empty"],
  contract: ["widget-error"],
  success: ["no-urls", "foreign-urls"],
} as const

const namesOf = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as K[]
const callFaults = [
  ...namesOf(refusals),
  "502-html" as const,
  ...connectionFaults,
  ...namesOf(spoilers),
  ...namesOf(dialects),
]
const widgetFaults = Object.values(widgetMoments).flat()
export const allFaults = [...callFaults, ...frameFaults, ...widgetFaults]

export type FrameFault = (typeof frameFaults)[number]
export type WidgetFault = (typeof widgetFaults)[number]
export type CallFault = (typeof callFaults)[number]
export type FaultName = (typeof allFaults)[number]

const isIn = <K extends string>(table: Record<K, unknown>, fault: string | undefined): fault is K =>
  fault !== undefined && Object.hasOwn(table, fault)

/** What a fault answers in place of the service: throws a refusal, or gives the page of a proxy in front of it. Undefined: nothing. */
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

/** The dialect of one answer, as far as a fault changes it. */
export const faultDialect = (fault: CallFault | undefined): AnswerDialect =>
  isIn(dialects, fault) ? dialects[fault] : {}

/** The answer of a call, as a fault of the body wants it. */
export const spoiled = (reply: Reply, fault: CallFault | undefined): Reply =>
  isIn(spoilers, fault) ? spoilers[fault](reply) : reply

/** Where a fault waits: one API route, `frame` (the contract page), `widget`, or `*` (the next call or page that it fits). */
export const faultRoutes: readonly string[] = ["*", "frame", "widget", ...Object.values(routes)]

/** `times`: how many calls it holds for, default 1. */
export type FaultSpec = { route: string; fault: FaultName; times?: number }

const isOneOf =
  <F extends string>(group: readonly F[]) =>
  (fault: string): fault is F =>
    group.some((name) => name === fault)
const isFrameFault = isOneOf(frameFaults)
const isWidgetFault = isOneOf(widgetFaults)
const isCallFault = isOneOf(callFaults)

function fitsRoute(fault: FaultName, route: string): boolean {
  if (isFrameFault(fault)) return route === "frame"
  if (isWidgetFault(fault)) return route === "widget"
  if (fault.startsWith("link-used")) return route === routes.updateDelivery || route === routes.updateOrder
  return route !== "frame" && route !== "widget"
}

const FaultSpecSchema = object({
  route: oneOf(faultRoutes),
  fault: oneOf(allFaults),
  times: z
    .number({ error: said("a number") })
    .int("must be a whole number")
    .min(1, "must be 1 or more")
    .default(1),
}).refine(({ route, fault }) => route === "*" || fitsRoute(fault, route), {
  error: "does not fit the route: frame faults need frame, widget faults widget, link-used faults a one-time address",
  path: ["fault"],
})

/** Faults that wait for their call. */
export class FaultQueue {
  private held: Required<FaultSpec>[] = []

  /** Throws a `validation` Problem on an unknown route or fault, or a pair that does not fit. */
  add(spec: unknown): void {
    const { route, fault, times } = parseFields(FaultSpecSchema, spec)
    this.held.push({ route, fault, times })
  }

  /** Takes the fault for a call; a header wins over what waits. Throws a `validation` Problem on an unknown header. */
  takeForCall(route: string, header?: string): CallFault | undefined {
    if (header === undefined)
      return this.take(route, (fault): fault is CallFault => isCallFault(fault) && fitsRoute(fault, route))
    const name = "header.X-Sandbox-Fault"
    const fitting = callFaults.filter((fault) => fitsRoute(fault, route))
    return parseFields(z.object({ [name]: oneOf(fitting) }), { [name]: header })[name]
  }

  takeForFrame(): FrameFault | undefined {
    return this.take("frame", isFrameFault)
  }

  /** The fault for one moment of the widget, if it is one of that moment. */
  takeForWidget(moment: keyof typeof widgetMoments): WidgetFault | undefined {
    return this.take("widget", isOneOf<WidgetFault>(widgetMoments[moment]))
  }

  private take<F extends FaultName>(route: string, fits: (fault: FaultName) => fault is F): F | undefined {
    for (const entry of this.held) {
      if ((entry.route !== "*" && entry.route !== route) || !fits(entry.fault)) continue
      entry.times -= 1
      this.held = this.held.filter(({ times }) => times > 0)
      return entry.fault
    }
    return undefined
  }

  waiting(): FaultSpec[] {
    return structuredClone(this.held)
  }

  clear(): void {
    this.held = []
  }
}
