import type { ReturnLine } from "../../../client"
import { staffParams } from "../options/operator"
import { backFromReturning } from "../rules/outcomes"
import type { HistoryEntry, LeaseRecord } from "../rules/records"
import type { TaskRecord } from "../rules/tasks"
import { because, serviceReason } from "../texts/reasons"
import { LedgerRefusal } from "../texts/refusal"
import type { At, ServiceCall } from "./call"
import { applicationOf, IN_FORCE } from "./readings"

/** Asks for the availability of a return (spec 2.6). Answers its code, if there is one; throws LedgerRefusal where none is possible. */
export async function authorizeReturn(at: At, lease: LeaseRecord): Promise<string | undefined> {
  const { isReturnEligible, authorizationCode } = await at.service.checkReturn(applicationOf(lease))
  const history: HistoryEntry = { type: "return_checked", detail: { eligible: isReturnEligible } }
  await at.store.appendOnce(lease.id, { by: "service" }, history)
  const no = lease.delivered_at ? "return_not_eligible" : "return_before_start"
  if (!isReturnEligible) throw new LedgerRefusal(no, staffParams(at, lease))
  return authorizationCode
}

/** The return call: of the lines given, or of the whole order. Throws LedgerRefusal where it was refused, and where nothing was confirmed. */
export async function sendReturn(
  at: At,
  lease: LeaseRecord,
  { detail }: TaskRecord,
  { authorizationCode, lines }: { authorizationCode: string | undefined; lines?: ReturnLine[] },
): Promise<void> {
  const answer = await at.service.returnLease(applicationOf(lease), {
    dateOfReturn: new Date(detail.date_of_return ?? at.now()),
    ...(authorizationCode && { authorizationCode }),
    ...(lines && { lines }),
  })
  // A service that took all back in place of some lines: a person says what became of the rest.
  if (answer.isSuccess === undefined || (lines && answer.isReturned))
    throw new LedgerRefusal("result_unknown", {}, { kind: "unknown" })
  if (answer.isSuccess) return
  throw new LedgerRefusal("call_refused", { ...staffParams(at, lease), ...because(serviceReason(answer.code ?? "")) })
}

/** POST application/return (spec 2.6), never without a positive answer to the availability call right before it. */
export const returnLeaseCall = {
  kind: "return_lease",
  lane: "contracts",
  exclusive: true,
  words: "return",
  action: "return",
  reached: ["returned"],
  entering: { event: "return_started", status: "returning" },
  asked: ({ detail }) => ({ type: "return_asked", detail: { date: detail.date_of_return ?? "" } }),
  prepare: authorizeReturn,
  send: (at, lease, task, authorizationCode) => sendReturn(at, lease, task, { authorizationCode }),
  sends: "POST application/return with the date",
  reads:
    "GET pricing: Returned = made; Funded or Lease Accepted = not. Without a status POST return/availability: still eligible = not made",
  alsoReads: async ({ service }, lease, { kind }) =>
    kind === "no_status" ? { returnEligible: (await service.checkReturn(applicationOf(lease))).isReturnEligible } : {},
  judge: ({ reading, returnEligible }) => {
    if (reading.kind === "no_status") return returnEligible ? "not_done" : "unclear"
    if (reading.kind === "no_contract") return "unclear"
    if (reading.status === "returned") return "done"
    return reading.status === "funded" || IN_FORCE.includes(reading.status) ? "not_done" : "unclear"
  },
  done: ({ now }, _lease, { detail }) => ({
    event: "return_done",
    set: { returned_at: now() },
    history: [{ type: "returned", detail: { date: detail.date_of_return ?? "" } }],
  }),
  back: backFromReturning,
  refused: "call_refused",
  doneEntry: "returned",
  alerts: { failed: "return_failed", unknown: "return_unknown" },
} as const satisfies ServiceCall
