import { type ApplicationId, type StatusReading, toApplicationId } from "../../../client"
import type { LeaseRecord } from "../rules/records"
import type { TaskRecord } from "../rules/tasks"
import type { At, Effect, EffectColumns, ServiceCall } from "./call"

type Status = Extract<StatusReading, { kind: "status" }>["status"]

/** Signed, and not started. */
export const IN_FORCE: readonly Status[] = ["contracts_received", "lease_accepted"]

/** Not signed, or no contract at all. */
export const VOID: readonly Status[] = ["approved", "approval_expired", "contracts_expired"]

/** The id by which the service knows the lease. */
export function applicationOf({ application_id }: LeaseRecord): ApplicationId {
  return toApplicationId(application_id ?? "")
}

/** Common part of the two calls that start the lease with the delivery day: each way of leasing has its own (spec 4.1, 4.2). */
export const STARTING = {
  lane: "deliveries",
  exclusive: true,
  words: "delivery",
  action: "deliver",
  startsLease: true,
  reached: ["delivered", "returning", "returned"],
  asked: ({ detail }) => ({ type: "delivery_asked", detail: { date: detail.delivery_date ?? "" } }),
  refused: "call_refused",
  doneEntry: "delivery_confirmed",
  alerts: { failed: "delivery_failed", unknown: "delivery_unknown" },
} as const satisfies Partial<ServiceCall>

/** The lease runs from that day on. `set`: what else is written with it. */
export function started({ now }: At, { detail }: TaskRecord, set: EffectColumns = {}): Effect {
  return {
    event: "delivery_confirmed",
    set: { ...set, delivery_date: detail.delivery_date ?? null, delivered_at: now() },
    history: [{ type: "delivery_confirmed", detail: { date: detail.delivery_date ?? "" } }],
  }
}
