import type { PendingCall } from "../rules/pending-calls"
import type { EffectColumns } from "../rules/records"
import { applicationOf, type CallDeps, type CallSuccess, IN_FORCE, type ServiceCall, VOID } from "./service-call"

/** Properties shared by the calls that start the lease, one for each flow (spec 4.1, 4.2). */
export const STARTING = {
  lane: "deliveries",
  historyPrefix: "delivery",
  action: "deliver",
  startsLease: true,
  reached: ["delivered", "returning", "returned"],
  intentEntry: ({ detail }) => ({ type: "delivery_requested", detail: { date: detail.delivery_date ?? "" } }),
  refused: "call_refused",
  doneEntry: "delivery_confirmed",
  alerts: { failed: "delivery_failed", unknown: "delivery_unknown" },
} as const satisfies Partial<ServiceCall>

/** Returns the changes after a confirmed delivery, on whose date the lease starts. `set` contains additional columns to write. */
export function started({ now }: Pick<CallDeps, "now">, { detail }: PendingCall, set: EffectColumns = {}): CallSuccess {
  return {
    event: "delivery_confirmed",
    set: { ...set, delivery_date: detail.delivery_date ?? null, delivered_at: now() },
    history: [{ type: "delivery_confirmed", detail: { date: detail.delivery_date ?? "" } }],
  }
}

/** POST application/cart/delivery (spec 4.1, 8.2), once the whole order is delivered or its delivery is scheduled. */
export const confirmDeliveryCall = {
  ...STARTING,
  kind: "confirm_delivery",
  send: async ({ service }, lease, { detail }) => {
    const { delivery_date: deliveryDate = "", tracking_id: trackingId, carrier: shippingProvider } = detail
    await service.confirmDelivery(applicationOf(lease), {
      deliveryDate,
      ...(trackingId && { trackingId }),
      ...(shippingProvider && { shippingProvider }),
    })
  },
  readBack: ({ reading }) => {
    if (reading.kind === "no_contract") return "impossible"
    if (reading.kind === "no_status") return "unclear"
    if (reading.status === "funded") return "done"
    if (IN_FORCE.includes(reading.status)) return "not_done"
    // A return doesn't prove that this call arrived, because goods can be returned after a partial delivery without this call (reference 9).
    return [...VOID, "contracts"].includes(reading.status) ? "impossible" : "unclear"
  },
  done: (clock, _lease, call) => started(clock, call),
} as const satisfies ServiceCall
