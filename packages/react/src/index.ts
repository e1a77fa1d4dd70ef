"use client"

export { LeaseCheckout, type LeaseCheckoutProps } from "./lease-checkout.js"
export { type Lease, useLease } from "./lease-context.js"
export { LeaseScreen } from "./lease-screen.js"
export { LeaseStatus, type LeaseStatusProps } from "./lease-status.js"
export type * from "./part-props.js"
export { leaseParts } from "./parts.js"
