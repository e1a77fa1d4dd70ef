import { backFromCanceling } from "../../rules/outcomes"
import { applicationOf, IN_FORCE, VOID } from "./readings"
import type { CallDefinition } from "./service-call"

/** DELETE application/contract (spec 4.1): nothing shipped. */
export const cancelContractCall = {
  kind: "cancel_contract",
  action: "cancel",
  reached: ["canceled", "expired", "superseded"],
  entering: { event: "cancel_started", status: "canceling", guard: { unclaimed: true } },
  asked: () => ({ type: "cancel_asked" }),
  send: async (ledger, lease) => {
    await ledger.service.cancelContract(applicationOf(lease))
    return "done"
  },
  sends: "DELETE application/contract",
  reads:
    "GET pricing: Approved, expired or no contract = canceled; a contract in force = not; an application that it does not know tells nothing",
  judge: ({ reading }) => {
    if (reading.kind === "no_contract") return reading.known ? "done" : "unclear"
    if (reading.kind === "no_status") return "unclear"
    if (VOID.includes(reading.status)) return "done"
    if (IN_FORCE.includes(reading.status) || reading.status === "contracts") return "not_done"
    return reading.status === "funded" || reading.status === "returned" ? "impossible" : "unclear"
  },
  done: (ledger) => ({
    event: "cancel_done",
    set: { canceled_at: ledger.now() },
    history: [{ type: "canceled", detail: {} }],
  }),
  back: backFromCanceling,
  refused: "cancel_refused",
  doneEntry: "canceled",
  alerts: { failed: "cancel_failed", unknown: "cancel_unknown" },
} as const satisfies CallDefinition
