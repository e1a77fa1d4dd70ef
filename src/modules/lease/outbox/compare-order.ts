import { type AttentionCode, alertOf } from "../rules/alerts"
import { amountDiffers, cameBack, moneyDiffers } from "../rules/order"
import { isOpen, isUnderWay, type TaskRecord } from "../tables/tasks"
import type { Facts, Owed } from "./facts"

type Compared = Pick<Facts, "lease" | "order" | "recipientDiffers" | "tasks">

/** Alerts that a comparison raises, and those it finds over. */
type Findings = Pick<Owed, "raise" | "lower">

/** The order no longer matches the contract. Its delivery is not confirmed automatically, because that would start the lease of the whole contract. */
export function isOtherOrder(code: AttentionCode): boolean {
  return alertOf(code).accepts === "goods"
}

/** The alerts that hold, and those that do not. */
export function findings(found: Partial<Record<AttentionCode, boolean>>): Findings {
  const codes = Object.keys(found) as AttentionCode[]
  return { raise: codes.filter((code) => found[code]), lower: codes.filter((code) => !found[code]) }
}

/** Whether money, goods and sum of the order are still what was signed for; a person hears of what is not. */
export function compareOrder(facts: Compared): Findings {
  const { lease, order, tasks } = facts
  if (!order) return { raise: [], lower: [] }
  const back = cameBack(lease, order)
  const found = findings({
    // Where the goods have arrived, an address that changes leads nothing astray.
    recipient_differs: facts.recipientDiffers && !order.deliveredAt,
    amount_differs: amountDiffers(lease, order),
    return_due: back === "whole",
    return_partial: back === "part",
    capture_open: tasks.some(isStuckCapture),
  })
  // Medusa writes a refund down before it asks for it.
  const reducing = tasks.some((task) => task.kind === "return_lines" && isOpen(task))
  const money = reducing ? { raise: [], lower: [] } : compareMoney(facts)
  return { raise: [...money.raise, ...found.raise], lower: [...money.lower, ...found.lower] }
}

const CAPTURE_TRIES = 3

/** After this many attempts, the payment will not come soon on its own. */
export function isStuckCapture(task: TaskRecord): boolean {
  const { kind, attempts } = task
  const books = kind === "capture_payment" || kind === "authorize_payment" || kind === "replace_payment"
  return books && attempts >= CAPTURE_TRIES && isUnderWay(task)
}

/** Medusa's amount and the ledger's are equal, and no one else has paid for what is leased; otherwise a person hears of it. */
export function compareMoney({ lease, order }: Pick<Facts, "lease" | "order">): Findings {
  if (!order) return { raise: [], lower: [] }
  const differs = moneyDiffers(lease, order)
  return differs ? { raise: ["money_differs"], lower: [] } : { raise: [], lower: ["money_differs"] }
}
