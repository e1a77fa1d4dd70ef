import type { LeaseStep, LeaseView, Message } from "../wire.js"

export const STEPS: Record<LeaseStep, true> = {
  unavailable: true,
  intro: true,
  in_progress: true,
  deciding: true,
  undecided: true,
  denied: true,
  over_limit: true,
  offer: true,
  cart_changed: true,
  first_payment_pending: true,
  confirming: true,
  ready: true,
  order_failed: true,
  contract_mismatch: true,
  card: true,
  placed: true,
}

/** Replaces a step that is unknown to this version: with `placed` if there is an order, and otherwise with `unavailable` and a message. */
export function withKnownStep(view: LeaseView): LeaseView {
  if (Object.hasOwn(STEPS, view.step)) return view
  console.warn(`Update lease-to-own-storefront: no step ${view.step}`)
  if (view.order_id) return { ...view, step: "placed" }
  return { ...view, step: "unavailable", messages: [...view.messages, outdated(view.operator)] }
}

function outdated({ contact }: LeaseView["operator"]): Message {
  const message = `This page is out of date. Reload it, or choose another payment method. If you have signed, contact ${contact} first.`
  return { code: "page_outdated", params: { contact }, message }
}
