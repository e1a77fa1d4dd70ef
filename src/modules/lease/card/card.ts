import { stuckCalls } from "../calls"
import { isRunning } from "../rules/tasks"
import { alertsOf, type CardAttention } from "./alerts-of"
import { type CardFacts, withOpenAlerts } from "./facts"
import { type NextStep, nextStep } from "./next-step"
import { CardState, cardState } from "./state"

/** `open_matters`: something waits for a person's word. Without it a word can only correct what the ledger says. */
export type Card = {
  state: CardState
  in_flight: boolean
  attention: CardAttention[]
  next_step: NextStep | null
  open_matters: boolean
}

/** Where a lease stands for the person who looks at it, what is wrong, and what to do next. Decides everything without a call. */
export function cardOf(given: CardFacts, operator: string): Card {
  const facts = withOpenAlerts(given)
  const state = cardState(facts)
  const settling = isInMotion(facts, state)
  const attention = alertsOf(facts, state, settling)
  const in_flight = settling || facts.claimed || facts.tasks.some((task) => isRunning(task, facts.now))
  const next_step = nextStep({ facts, state, attention, settling, operator })
  const waiting = stuckCalls(facts.lease.status, facts.tasks, facts.now).some((task) => !isRunning(task, facts.now))
  const open_matters = attention.length > 0 || waiting || next_step?.action === "settle"
  return { state, in_flight, attention, next_step, open_matters }
}

/** After so long what was on its way there should have arrived (ms). */
const SETTLING_MS = 60_000

/**
 * A person who opens an order at once is faster than its events. The state is then in between and changes on its own; bounded in time, so that a
 * card that asks again while something is in flight stops asking where an event was lost.
 */
function isInMotion({ lease, order, tasks, confirmDeliveryOn, now }: CardFacts, state: CardState): boolean {
  const young = (since: Date) => now.getTime() - since.getTime() < SETTLING_MS
  if (state === "not_recorded" || state === "capture_open") return young(lease.status_at)
  if (state === "delivery_due" && order?.deliveredAt && confirmDeliveryOn !== "manual") return young(order.deliveredAt)
  return tasks.some((task) => task.state === "due" && task.attempts === 0 && task.due_at <= now && young(task.due_at))
}
