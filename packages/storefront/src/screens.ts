/** The screens of a lease as data, for your own renderer. */
export type { CheckoutState, Focus } from "./screens/checkout-state.js"
export type { ContractSession, ContractState, SessionFrame, SessionLink } from "./screens/contract-session.js"
export { createLeaseCheckout, type LeaseCheckout, type LeaseCheckoutOptions } from "./screens/lease-checkout.js"
export type { FieldProblem, FormBinding, FormProblems } from "./screens/lease-form.js"
export type * from "./screens/screen.js"
