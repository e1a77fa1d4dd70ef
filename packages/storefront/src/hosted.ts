/** The hosted way: the operator's widget in the page, and the virtual card that it fills in. */
export { checkCardFields } from "./hosted/card-fields.js"
export type { HostedCard } from "./hosted/hosted-card.js"
export { createHostedCheckout } from "./hosted/hosted-checkout.js"
export type { HostedCheckout, HostedCheckoutOptions, HostedState } from "./hosted/hosted-state.js"
export { type LoadWidgetOptions, loadWidget } from "./hosted/load-widget.js"
export {
  type HostedLeaseEnd,
  type HostedLeaseOptions,
  type HostedStage,
  startHostedLease,
} from "./hosted/start-hosted-lease.js"
export type { WidgetDecision } from "./wire.js"
