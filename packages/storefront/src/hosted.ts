/** The hosted way: the operator's widget in the page, and the virtual card that it fills in. */
export type { HostedCard } from "./hosted/hosted-card.js"
export { createHostedCheckout } from "./hosted/hosted-checkout.js"
export type { HostedCheckout, HostedCheckoutOptions, HostedState } from "./hosted/hosted-state.js"
