import type { ReturnLine } from "../../../../client"
import { backFromReturning } from "../../rules/outcomes"
import type { HistoryEntry, LeaseRecord } from "../../rules/records"
import { type Ledger, staffParams } from "../../status/ledger"
import type { TaskRecord } from "../../tables/tasks"
import { LedgerRefusal } from "../../texts/refusal"
import { applicationOf, IN_FORCE } from "./readings"
import type { CallDefinition, Sent } from "./service-call"

/** Asks for the availability of a return (spec 2.6). Answers its code, if there is one; throws LedgerRefusal where none is possible. */
export async function authorizeReturn(ledger: Ledger, lease: LeaseRecord): Promise<string | undefined> {
  const { isReturnEligible, authorizationCode } = await ledger.service.checkReturn(applicationOf(lease))
  const history: HistoryEntry = { type: "return_checked", detail: { eligible: isReturnEligible } }
  await ledger.store.appendOnce(lease.id, { by: "service" }, history)
  const no = lease.delivered_at ? "return_not_eligible" : "return_before_start"
  if (!isReturnEligible) throw new LedgerRefusal(no, staffParams(ledger, lease))
  return authorizationCode
}

/** The return call: of the lines given, or of the whole order. */
export async function sendReturn(
  ledger: Ledger,
  lease: LeaseRecord,
  { detail }: TaskRecord,
  { authorizationCode, lines }: { authorizationCode: string | undefined; lines?: ReturnLine[] },
): Promise<Sent> {
  const answer = await ledger.service.returnLease(applicationOf(lease), {
    dateOfReturn: new Date(detail.date_of_return ?? ledger.now()),
    ...(authorizationCode && { authorizationCode }),
    ...(lines && { lines }),
  })
  // A service that took all back in place of some lines: a person says what became of the rest.
  if (answer.isSuccess === undefined || (lines && answer.isReturned)) return "unclear"
  return answer.isSuccess ? "done" : { refused: answer.code ?? "" }
}

/** POST application/return (spec 2.6), never without a positive answer to the availability call right before it. */
export const returnLeaseCall = {
  kind: "return_lease",
  action: "return",
  reached: ["returned"],
  entering: { event: "return_started", status: "returning" },
  asked: ({ detail }) => ({ type: "return_asked", detail: { date: detail.date_of_return ?? "" } }),
  prepare: authorizeReturn,
  send: (ledger, lease, task, authorizationCode) => sendReturn(ledger, lease, task, { authorizationCode }),
  sends: "POST application/return with the date",
  reads:
    "GET pricing: Returned = made; Funded or Lease Accepted = not. Without a status POST return/availability: still eligible = not made",
  alsoReads: async (ledger, lease, { kind }) =>
    kind === "no_status"
      ? { returnEligible: (await ledger.service.checkReturn(applicationOf(lease))).isReturnEligible }
      : {},
  judge: ({ reading, returnEligible }) => {
    if (reading.kind === "no_status") return returnEligible ? "not_done" : "unclear"
    if (reading.kind === "no_contract") return "unclear"
    if (reading.status === "returned") return "done"
    return reading.status === "funded" || IN_FORCE.includes(reading.status) ? "not_done" : "unclear"
  },
  done: (ledger, _lease, { detail }) => ({
    event: "return_done",
    set: { returned_at: ledger.now() },
    history: [{ type: "returned", detail: { date: detail.date_of_return ?? "" } }],
  }),
  back: backFromReturning,
  refused: "call_refused",
  doneEntry: "returned",
  alerts: { failed: "return_failed", unknown: "return_unknown" },
} as const satisfies CallDefinition
