import { z } from "zod"
import { routes } from "./defaults"
import { parseFields, said } from "./fields"

/** Faults that answer in place of the service: nothing was done (reference 15). */
export const refusingFaults = ["401", "403", "409", "429", "500", "502-html", "503", "validation-403"] as const
/** Faults of the connection. `drop-before` did nothing; all others did what was asked. */
export const connectionFaults = ["slow", "timeout", "drop-before", "drop-after", "half-body"] as const
/** Faults of an answer to a call that was done. */
export const bodyFaults = [
  "malformed-json",
  "empty",
  "wrong-content-type",
  "status-as-text",
  "id-as-number",
  "bool-as-text",
  "older-names",
  "plural-payments",
  "esign-key",
  "no-appstatus",
  "unknown-status",
] as const
/** Faults of the one-time addresses: answers as if the address had been used; nothing was done. */
export const oneTimeFaults = ["link-used-409", "link-used-410"] as const
/** Faults of the contract frame; they hold for one loading of the page. */
export const frameFaults = [
  "bare-string",
  "wrong-origin",
  "duplicate-done",
  "no-done",
  "done-false",
  "unknown-text",
] as const

/** Faults of the widget: its script, its contract step, what onSuccess hands out. */
export const widgetFaults = [
  "script-blocked",
  "script-slow",
  "script-empty",
  "widget-error",
  "no-urls",
  "foreign-urls",
] as const

export const callFaults = [...refusingFaults, ...connectionFaults, ...bodyFaults, ...oneTimeFaults] as const
export const allFaults = [...callFaults, ...frameFaults, ...widgetFaults] as const

export type RefusingFault = (typeof refusingFaults)[number]
export type BodyFault = (typeof bodyFaults)[number]
export type OneTimeFault = (typeof oneTimeFaults)[number]
export type FrameFault = (typeof frameFaults)[number]
export type WidgetFault = (typeof widgetFaults)[number]
export type CallFault = (typeof callFaults)[number]
export type FaultName = (typeof allFaults)[number]

/** Where a fault waits: one API route, `frame` (the contract page), `widget`, or `*` (the next call or page that it fits). */
export const faultRoutes: readonly string[] = ["*", "frame", "widget", ...Object.values(routes)]
const oneTimeRoutes: readonly string[] = [routes.updateDelivery, routes.updateOrder]

/** `times`: how many calls it holds for, default 1. */
export type FaultSpec = { route: string; fault: FaultName; times?: number }

const FaultSpecSchema = z
  .object(
    {
      route: z.enum(faultRoutes, { error: `must be one of: ${faultRoutes.join(", ")}` }),
      fault: z.enum(allFaults, { error: `must be one of: ${allFaults.join(", ")}` }),
      times: z
        .number({ error: said("a number") })
        .int("must be a whole number")
        .min(1, "must be 1 or more")
        .default(1),
    },
    { error: said("an object") },
  )
  .refine(({ route, fault }) => route === "*" || fitsRoute(fault, route), {
    error: "does not fit the route: frame faults need frame, widget faults widget, link-used faults a one-time address",
    path: ["fault"],
  })

const isFrameFault = (fault: FaultName): fault is FrameFault => frameFaults.some((name) => name === fault)
const isWidgetFault = (fault: FaultName): fault is WidgetFault => widgetFaults.some((name) => name === fault)
const isOneTimeFault = (fault: FaultName): fault is OneTimeFault => oneTimeFaults.some((name) => name === fault)

function fitsRoute(fault: FaultName, route: string): boolean {
  if (isFrameFault(fault)) return route === "frame"
  if (isWidgetFault(fault)) return route === "widget"
  if (isOneTimeFault(fault)) return oneTimeRoutes.includes(route)
  return route !== "frame" && route !== "widget"
}

const widgetMoments = {
  script: ["script-blocked", "script-slow", "script-empty"],
  contract: ["widget-error"],
  success: ["no-urls", "foreign-urls"],
} as const satisfies Record<string, readonly WidgetFault[]>

/** Faults that wait for their call. */
export type FaultQueue = {
  /** Throws a `validation` Problem on an unknown route or fault, or a pair that does not fit. */
  add(spec: unknown): FaultSpec
  /** Takes the fault for a call; a header wins over what waits. Throws a `validation` Problem on an unknown header. */
  takeForCall(route: string, header?: string): CallFault | undefined
  takeForFrame(): FrameFault | undefined
  /** The fault for one moment of the widget, if it is one of that moment. */
  takeForWidget(moment: keyof typeof widgetMoments): WidgetFault | undefined
  waiting(): FaultSpec[]
  clear(): void
}

/** An empty queue. */
export function createFaultQueue(): FaultQueue {
  let waiting: { route: string; fault: FaultName; times: number }[] = []
  function take<F extends FaultName>(route: string, fits: (fault: FaultName) => fault is F): F | undefined {
    for (const entry of waiting) {
      const { fault } = entry
      if ((entry.route !== "*" && entry.route !== route) || !fits(fault)) continue
      entry.times -= 1
      waiting = waiting.filter(({ times }) => times > 0)
      return fault
    }
    return undefined
  }
  return {
    add(spec) {
      const parsed = parseFields(FaultSpecSchema, spec)
      waiting.push({ ...parsed })
      return parsed
    },
    takeForCall(route, header) {
      const fits = (fault: FaultName): fault is CallFault =>
        !isFrameFault(fault) && !isWidgetFault(fault) && fitsRoute(fault, route)
      if (header === undefined) return take(route, fits)
      return parseFields(headerSchema(route), { "header.X-Sandbox-Fault": header })["header.X-Sandbox-Fault"]
    },
    takeForFrame: () => take("frame", isFrameFault),
    takeForWidget(moment) {
      const fitting: readonly string[] = widgetMoments[moment]
      return take("widget", (fault): fault is WidgetFault => fitting.includes(fault))
    },
    waiting: () => waiting.map((entry) => ({ ...entry })),
    clear() {
      waiting = []
    },
  }
}

function headerSchema(route: string) {
  const fitting = callFaults.filter((fault) => fitsRoute(fault, route))
  return z.object({ "header.X-Sandbox-Fault": z.enum(fitting, { error: `must be one of: ${fitting.join(", ")}` }) })
}
