import { backFromCanceling } from "../rules/tasks"
import { applicationOf, IN_FORCE, type ServiceCall, VOID } from "./service-call"

/** DELETE application/contract (spec 4.1): nothing shipped. */
export const cancelContractCall = {
  kind: "cancel_contract",
  lane: "contracts",
  words: "cancel",
  action: "cancel",
  reached: ["canceled", "expired", "superseded"],
  entering: { event: "cancel_started", status: "canceling", unclaimed: true },
  asked: () => ({ type: "cancel_asked" }),
  send: async ({ service }, lease) => {
    await service.cancelContract(applicationOf(lease))
  },
  judge: ({ reading }) => {
    if (reading.kind === "no_contract") return reading.known ? "done" : "unclear"
    if (reading.kind === "no_status") return "unclear"
    if (VOID.includes(reading.status)) return "done"
    if (IN_FORCE.includes(reading.status) || reading.status === "contracts") return "not_done"
    return reading.status === "funded" || reading.status === "returned" ? "impossible" : "unclear"
  },
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
