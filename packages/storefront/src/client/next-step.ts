import type { LeaseView, Step } from "../wire.js"

const STEPS: Record<Step, true> = {
  unavailable: true,
  intro: true,
  in_progress: true,
  deciding: true,
  undecided: true,
  denied: true,
  over_limit: true,
  offer: true,
  cart_changed: true,
  settling: true,
  confirming: true,
  ready: true,
  order_failed: true,
  contract_mismatch: true,
  card: true,
  placed: true,
}

/**
 * The screen to show. The server decides it; a step of a newer server that this package does not know becomes `placed` when there is an
 * order, else `unavailable`, which leaves the other payment methods usable.
 */
export function nextStep(view: Pick<LeaseView, "step" | "order_id">): Step {
  if (Object.hasOwn(STEPS, view.step)) return view.step
  return view.order_id ? "placed" : "unavailable"
}
