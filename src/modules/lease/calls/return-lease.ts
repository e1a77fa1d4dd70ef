import type { ReturnLine } from "../../../client"
import { cents, formatMoney } from "../../../lease-cart"
import { staffParams } from "../options/operator"
import type { EffectColumns, HistoryEntry, LeaseRecord, Reduction } from "../rules/records"
import { goodsOf, restOf } from "../rules/reversal"
import { backFromReturning, isOpen, type TaskRecord } from "../rules/tasks"
import { LedgerRefusal } from "../texts/messages"
import { because, serviceReason } from "../texts/reasons"
import { type At, applicationOf, IN_FORCE, type ServiceCall } from "./service-call"

/** Asks whether a return is available (spec 2.6). Returns the authorization code, if any; throws LedgerRefusal if no return is possible. */
async function authorizeReturn(at: At, lease: LeaseRecord): Promise<string | undefined> {
  const { isReturnEligible, authorizationCode } = await at.service.checkReturn(applicationOf(lease))
  const history: HistoryEntry = { type: "return_checked", detail: { eligible: isReturnEligible } }
  await at.store.appendOnce(lease.id, { by: "service" }, history)
  const no = lease.delivered_at ? "return_not_eligible" : "return_before_start"
  if (!isReturnEligible) throw new LedgerRefusal(no, staffParams(at, lease))
  return authorizationCode
}

/** Sends the return of the given lines, or of the whole order. Throws LedgerRefusal if it was refused, or if nothing was confirmed. */
async function sendReturn(
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
  // A service that took back everything instead of some lines: staff decide about the rest.
  if (answer.isSuccess === undefined || (lines && answer.isReturned))
    throw new LedgerRefusal("result_unknown", {}, { kind: "unknown" })
  if (answer.isSuccess) return
  throw new LedgerRefusal("call_refused", { ...staffParams(at, lease), ...because(serviceReason(answer.code ?? "")) })
}

/** POST application/return (spec 2.6), always right after a positive answer to the availability call. */
export const returnLeaseCall = {
  kind: "return_lease",
  lane: "contracts",
  words: "return",
  action: "return",
  reached: ["returned"],
  entering: { event: "return_started", status: "returning" },
  asked: ({ detail }) => ({ type: "return_asked", detail: { date: detail.date_of_return ?? "" } }),
  prepare: authorizeReturn,
  send: (at, lease, task, authorizationCode) => sendReturn(at, lease, task, { authorizationCode }),
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

/** POST application/return of lines (reference 7): pieces go back, or a price is lowered. The lease goes on. */
export const returnLinesCall = {
  kind: "return_lines",
  lane: "contracts",
  words: "return",
  action: "reduce",
  reached: [],
  asked: (task, lease) => ({ type: "reduction_asked", detail: toldOf(lease, task) }),
  prepare: (at, lease, task) => {
    // Its lines and amounts were computed from what was left before.
    if ((lease.reductions ?? []).length !== task.detail.after) throw new LedgerRefusal("state_changed")
    return authorizeReturn(at, lease)
  },
  send: (at, lease, task, authorizationCode) => {
    const lines = reductionOf(task).lines.map(({ action, number, identifier, quantity, price }) => ({
      lineNumber: number,
      sku: identifier,
      quantity,
      ...(action === "lower" && { priceEach: price / 100 }),
    }))
    return sendReturn(at, lease, task, { authorizationCode, lines })
  },
  judge: ({ reading }, lease, task) => {
    if (reading.kind !== "status" || reading.status !== "funded") return "unclear"
    // The service's sum is without tax.
    const goods = [...(lease.reductions ?? []), reductionOf(task)].reduce((sum, part) => sum + goodsOf(part), 0)
    const after = (lease.snapshot?.invoiceTotal ?? 0) - goods
    return reading.pricing.invoiceTotal === after ? "done" : "unclear"
  },
  doubtsNo: true,
  done: (_at, lease, task) => ({
    set: reducedWith(lease, task),
    history: [{ type: "reduced", detail: toldOf(lease, task) }],
  }),
  refused: "call_refused",
  doneEntry: "reduced",
  alerts: { failed: "return_failed", unknown: "return_unknown" },
} as const satisfies ServiceCall

function reductionOf({ detail }: TaskRecord): Reduction {
  return detail.reduction ?? { amount: 0, lines: [] }
}

/** The open return of a part that was sent and whose outcome is unknown. */
export function openReduction(tasks: readonly TaskRecord[]): TaskRecord | undefined {
  return tasks.find((task) => task.kind === "return_lines" && isOpen(task) && task.sent)
}

/** The columns of the lease once the service has taken back that part. */
export function reducedWith({ reductions }: Pick<LeaseRecord, "reductions">, task: TaskRecord): EffectColumns {
  return { reductions: [...(reductions ?? []), reductionOf(task)] }
}

/** The details of its history entry. */
function toldOf(lease: LeaseRecord, task: TaskRecord) {
  const { amount, lines } = reductionOf(task)
  const money = (sum: number) => formatMoney(cents(sum), lease.currency_code)
  return {
    action: lines[0]?.action ?? "",
    lines: lines.map(({ quantity, identifier }) => `${quantity} × ${identifier}`).join(", "),
    sum: money(amount),
    left: money(restOf(lease) - amount),
  }
}
