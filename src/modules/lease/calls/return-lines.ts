import { cents, formatMoney } from "../../../lease-cart"
import type { HistoryEntry, LeaseRecord, Reduction } from "../rules/records"
import { goodsOf, restOf } from "../rules/reductions"
import { isOpen, type TaskRecord } from "../rules/tasks"
import { LedgerRefusal } from "../texts/refusal"
import type { EffectColumns, ServiceCall } from "./call"
import { authorizeReturn, sendReturn } from "./return-lease"

/** POST application/return of lines (reference 7): pieces go back, or a price is lowered. The lease goes on. */
export const returnLinesCall = {
  kind: "return_lines",
  lane: "contracts",
  exclusive: true,
  words: "return",
  action: "reduce",
  reached: [],
  asked: (task, lease) => ({ type: "reduction_asked", detail: toldOf(lease, task) }),
  prepare: (at, lease, task) => {
    // Its lines and sums were worked out from what was left before.
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
  sends: "POST application/return with the date and the lines",
  reads:
    "GET pricing: Funded with exactly this less in `invoiceTotal` = made. Anything else tells nothing, because not every service lowers that sum at once",
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
    history: [reducedEntry(lease, task)],
  }),
  refused: "call_refused",
  doneEntry: "reduced",
  alerts: { failed: "return_failed", unknown: "return_unknown" },
} as const satisfies ServiceCall

/** The part that such a call is about. */
function reductionOf({ detail }: TaskRecord): Reduction {
  return detail.reduction ?? { amount: 0, lines: [] }
}

/** The return of a part that was sent, and of which no one knows whether it arrived. */
export function openReduction(tasks: readonly TaskRecord[]): TaskRecord | undefined {
  return tasks.find((task) => task.kind === "return_lines" && isOpen(task) && task.sent)
}

/** The lease's columns once the service has taken that part. */
export function reducedWith({ reductions }: Pick<LeaseRecord, "reductions">, task: TaskRecord): EffectColumns {
  return { reductions: [...(reductions ?? []), reductionOf(task)] }
}

/** The history's entry for it. */
function reducedEntry(lease: LeaseRecord, task: TaskRecord): HistoryEntry {
  return { type: "reduced", detail: toldOf(lease, task) }
}

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
