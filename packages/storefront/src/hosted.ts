/** The hosted widget and its virtual card. */
export type { HostedCard } from "./hosted/hosted-card.js"
export { createHostedCheckout } from "./hosted/hosted-checkout.js"
export type { HostedCheckout, HostedCheckoutOptions, HostedState } from "./hosted/hosted-state.js"
