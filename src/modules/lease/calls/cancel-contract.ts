import type { StatusReading } from "../../../client"
import { staffParams } from "../options/operator"
import { backFromCanceling } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal } from "../texts/messages"
import { applicationOf, type CallDeps, IN_FORCE, type ReadBackResult, type ServiceCall, VOID } from "./service-call"

/**
 * Throws LedgerRefusal if the service cancels only accepted leases and this one isn't accepted yet; a signed contract may still be in Contracts
 * Received. The job retries later. If there is nothing left to cancel, the call itself shows that.
 */
async function refuseUnaccepted(accountDeps: CallDeps, lease: LeaseRecord): Promise<undefined> {
  if (accountDeps.service.cancelsUnsigned) return
  const reading = await accountDeps.service.readStatus(applicationOf(lease))
  const isAccepted = reading.kind === "status" && reading.status === "lease_accepted"
  const isPast = ["done", "impossible"].includes(verdictOf(reading))
  if (!isAccepted && !isPast)
    throw new LedgerRefusal("cancel_before_accepted", staffParams(accountDeps, lease), { kind: "unavailable" })
}

/** Whether an earlier cancellation took effect, based on the service's status. */
function verdictOf(reading: StatusReading): ReadBackResult {
  if (reading.kind === "no_contract") return reading.known ? "done" : "unclear"
  if (reading.kind === "no_status") return "unclear"
  if (VOID.includes(reading.status)) return "done"
  if (IN_FORCE.includes(reading.status) || reading.status === "contracts") return "not_done"
  return reading.status === "funded" || reading.status === "returned" ? "impossible" : "unclear"
}

/** DELETE application/contract (spec 4.1), allowed only before anything ships. */
export const cancelContractCall = {
  kind: "cancel_contract",
  lane: "contracts",
  historyPrefix: "cancel",
  action: "cancel",
  endsContract: true,
  reached: ["canceled", "expired", "superseded"],
  entering: { event: "cancel_started", status: "canceling", unclaimed: true },
  intentEntry: () => ({ type: "cancel_requested" }),
  prepare: refuseUnaccepted,
  send: async ({ service }, lease) => {
    await service.cancelContract(applicationOf(lease))
  },
  readBack: ({ reading }) => verdictOf(reading),
  done: ({ now }) => ({
    event: "cancel_done",
    set: { canceled_at: now() },
    history: [{ type: "canceled", detail: {} }],
  }),
  back: backFromCanceling,
  refused: "cancel_refused",
  doneEntry: "canceled",
  alerts: { failed: "cancel_failed", unknown: "cancel_unknown" },
  about: ["order_canceled_lease_alive"],
} as const satisfies ServiceCall
