import { randomUUID } from "node:crypto"
import type { Logger } from "@medusajs/framework/types"
import { type LeaseService, LeaseServiceError } from "../../lease-service"
import type { MessageCode } from "./messages"
import type { LeaseOptions } from "./options"
import type { Actor, HistoryEntry, LeaseRecord } from "./records"
import { LedgerRefusal } from "./refusal"
import type { LeaseStatus } from "./state-machine"
import type { LeasePatch, LeaseStore } from "./store"

/** What every use case works with: the tables, the lease service, the options, a clock and the log. */
export type Ledger = {
  store: LeaseStore
  service: LeaseService
  options: LeaseOptions
  now: () => Date
  log: Pick<Logger, "info" | "warn" | "error">
}

export const SHOPPER: Actor = { by: "shopper" }
export const SERVICE: Actor = { by: "service" }
export const SYSTEM: Actor = { by: "system" }

/** How long one talk with the service may hold a claim, in ms: a write and a read with its two repetitions. */
export function claimMs(ledger: Ledger): number {
  return ledger.options.timeoutMs * 4 + 30_000
}

/**
 * Claims a lease for a talk with the service, in one of `statuses`. Two at once: the second is refused as `busy`.
 * The claim ends by itself when this process dies.
 */
export async function claim(
  ledger: Ledger,
  lease: LeaseRecord,
  statuses: readonly LeaseStatus[],
  change: { set?: LeasePatch; history?: HistoryEntry[]; actor: Actor },
): Promise<LeaseRecord & { claim_token: string }> {
  const token = randomUUID()
  const claimed = await ledger.store.set(
    lease.id,
    { ...change.set, claim_token: token, claimed_until: new Date(ledger.now().getTime() + claimMs(ledger)) },
    { ...change, guard: { status: statuses, unclaimed: true } },
  )
  if (!claimed) throw new LedgerRefusal("busy")
  return { ...claimed, claim_token: token }
}

/** Columns that give a claim back. */
export const released = { claim_token: null, claimed_until: null } as const

/**
 * The words for known answers of the service; anything else is not shown to people. Behaviour never depends on these codes
 * (reference 10), texts may.
 */
const KNOWN_REASONS: Record<string, string> = {
  "cart-over-limit": "the total is above the approved amount",
  "cart-under-minimum": "the total is below the smallest lease",
  "item-not-leasable": "an item cannot be leased",
  "wrong-state": "the lease is in another state",
  "approval-expired": "the approval has expired",
  "contracts-expired": "the contract has expired",
}

/** Why the service refused, in words for a person. */
export function reasonOf(error: unknown): string {
  const code = error instanceof LeaseServiceError && "code" in error ? String(error.code) : ""
  return KNOWN_REASONS[code] ?? "the service gave no reason"
}

/**
 * Turns a failed call into words for a person. The cause goes to the log, which the client has masked already.
 * `refused` is the code for a clear "no" of the service.
 */
export function serviceFailure(
  ledger: Ledger,
  error: unknown,
  refused: MessageCode = "service_refused",
): LedgerRefusal {
  if (!(error instanceof LeaseServiceError)) throw error
  ledger.log.error(`lease-to-own: ${error.message}`)
  if (error.effect === "unknown") return new LedgerRefusal("result_unknown", {}, { kind: "unknown", cause: error })
  if (error.httpStatus === 429) return new LedgerRefusal("service_busy", {}, { kind: "unavailable", cause: error })
  if (error.name === "LeaseRefused") {
    const params = {
      reason: reasonOf(error),
      operator: ledger.options.operator.name,
      contact: ledger.options.operator.contact,
    }
    return new LedgerRefusal(refused, params, { cause: error })
  }
  const code = error.name === "LeaseAuthError" ? "service_credentials" : "service_unreachable"
  return new LedgerRefusal(code, {}, { kind: "unavailable", cause: error })
}
