/** The hosted way: the operator's widget in the page, and the virtual card that it fills in. */
export { checkCardFields } from "./card-fields.js"
export type { HostedCard } from "./hosted-card.js"
export { createHostedCheckout } from "./hosted-checkout.js"
export type { HostedCheckout, HostedCheckoutOptions, HostedState } from "./hosted-state.js"
export { type LoadWidgetOptions, loadWidget } from "./load-widget.js"
export {
  type HostedLeaseEnd,
  type HostedLeaseOptions,
  type HostedStage,
  startHostedLease,
} from "./start-hosted-lease.js"
export type { WidgetDecision } from "./wire.js"
