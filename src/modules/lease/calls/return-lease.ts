import type { ReturnLine } from "../../../client"
import { cents, formatMoney } from "../../../lease-cart"
import { staffParams } from "../options/operator"
import { backFromReturning, isOpen, type PendingCall } from "../rules/pending-calls"
import type { EffectColumns, HistoryEntry, LeaseRecord, Reduction } from "../rules/records"
import { goodsOf, restOf } from "../rules/reversal"
import { LedgerRefusal } from "../texts/messages"
import { because, serviceReason } from "../texts/reasons"
import { applicationOf, type CallDeps, IN_FORCE, type ServiceCall } from "./service-call"

/** Asks the service whether a return is possible (spec 2.6). Throws LedgerRefusal if not. Returns the authorization code, if any. */
async function authorizeReturn(accountDeps: CallDeps, lease: LeaseRecord): Promise<string | undefined> {
  const { isReturnEligible, authorizationCode } = await accountDeps.service.checkReturn(applicationOf(lease))
  const history: HistoryEntry = { type: "return_checked", detail: { eligible: isReturnEligible } }
  await accountDeps.store.appendOnce(lease.id, { by: "service" }, history)
  const no = lease.delivered_at ? "return_not_eligible" : "return_before_start"
  if (!isReturnEligible) throw new LedgerRefusal(no, staffParams(accountDeps, lease))
  return authorizationCode
}

/** Sends a return for the given lines, or for the whole order. Throws LedgerRefusal if the return was refused or not confirmed. */
async function sendReturn(
  accountDeps: CallDeps,
  lease: LeaseRecord,
  { detail }: PendingCall,
  { authorizationCode, lines }: { authorizationCode: string | undefined; lines?: ReturnLine[] },
): Promise<void> {
  const answer = await accountDeps.service.returnLease(applicationOf(lease), {
    dateOfReturn: new Date(detail.date_of_return ?? accountDeps.now()),
    ...(authorizationCode && { authorizationCode }),
    ...(lines && { lines }),
  })
  // Leave the outcome to staff if the response didn't confirm it, or if the service returned the whole lease instead of the lines.
  if (answer.isSuccess === undefined || (lines && answer.isReturned))
    throw new LedgerRefusal("result_unknown", {}, { kind: "unknown" })
  if (answer.isSuccess) return
  throw new LedgerRefusal("call_refused", {
    ...staffParams(accountDeps, lease),
    ...because(serviceReason(answer.code ?? "")),
  })
}

/** POST application/return (spec 2.6), always right after the availability call allowed the return. */
export const returnLeaseCall = {
  kind: "return_lease",
  lane: "contracts",
  historyPrefix: "return",
  action: "return",
  endsContract: true,
  reached: ["returned"],
  entering: { event: "return_started", status: "returning" },
  intentEntry: ({ detail }) => ({ type: "return_requested", detail: { date: detail.date_of_return ?? "" } }),
  prepare: authorizeReturn,
  send: (accountDeps, lease, call, authorizationCode) => sendReturn(accountDeps, lease, call, { authorizationCode }),
  alsoReads: async ({ service }, lease, { kind }) =>
    kind === "no_status" ? { returnEligible: (await service.checkReturn(applicationOf(lease))).isReturnEligible } : {},
  readBack: ({ reading, returnEligible }) => {
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

/** POST application/return with lines (reference 7): returns units, or lowers a price. The lease continues. */
export const returnLinesCall = {
  kind: "return_lines",
  lane: "contracts",
  historyPrefix: "return",
  action: "reduce",
  endsContract: true,
  reached: [],
  intentEntry: (call, lease) => ({ type: "reduction_requested", detail: historyDetail(lease, call) }),
  prepare: (accountDeps, lease, call) => {
    // Refuse if another reduction has changed the lease since these lines and amounts were computed.
    if ((lease.reductions ?? []).length !== call.detail.after) throw new LedgerRefusal("state_changed")
    return authorizeReturn(accountDeps, lease)
  },
  send: (accountDeps, lease, call, authorizationCode) => {
    const lines = reductionOf(call).lines.map(({ action, number, identifier, quantity, price }) => ({
      lineNumber: number,
      sku: identifier,
      quantity,
      ...(action === "lower" && { priceEach: price / 100 }),
    }))
    return sendReturn(accountDeps, lease, call, { authorizationCode, lines })
  },
  readBack: ({ reading }, lease, call) => {
    if (reading.kind !== "status" || reading.status !== "funded") return "unclear"
    // The service's total excludes tax, so compare it with the goods without tax.
    const goods = [...(lease.reductions ?? []), reductionOf(call)].reduce((sum, part) => sum + goodsOf(part), 0)
    const after = (lease.snapshot?.invoiceTotal ?? 0) - goods
    return reading.pricing.invoiceTotal === after ? "done" : "unclear"
  },
  refusalMayBeEarlier: true,
  done: (_accountDeps, lease, call) => ({
    set: reducedWith(lease, call),
    history: [{ type: "reduced", detail: historyDetail(lease, call) }],
  }),
  refused: "call_refused",
  doneEntry: "reduced",
  alerts: { failed: "return_failed", unknown: "return_unknown" },
} as const satisfies ServiceCall

function reductionOf({ detail }: PendingCall): Reduction {
  return detail.reduction ?? { amount: 0, lines: [] }
}

/** The reduction that was sent but whose outcome is still unknown. */
export function openReduction(pendingCalls: readonly PendingCall[]): PendingCall | undefined {
  return pendingCalls.find((call) => call.kind === "return_lines" && isOpen(call) && call.sent)
}

/** The columns to set once the service has accepted the reduction. */
export function reducedWith({ reductions }: Pick<LeaseRecord, "reductions">, call: PendingCall): EffectColumns {
  return { reductions: [...(reductions ?? []), reductionOf(call)] }
}

function historyDetail(lease: LeaseRecord, call: PendingCall) {
  const { amount, lines } = reductionOf(call)
  const money = (sum: number) => formatMoney(cents(sum), lease.currency_code)
  return {
    action: lines[0]?.action ?? "",
    lines: lines.map(({ quantity, identifier }) => `${quantity} × ${identifier}`).join(", "),
    sum: money(amount),
    left: money(restOf(lease) - amount),
  }
}
