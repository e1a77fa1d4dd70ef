/** The operator's hosted widget and its virtual card. */
export { createHostedCheckout } from "./hosted/hosted-checkout.js"
export type * from "./hosted/hosted-state.js"
