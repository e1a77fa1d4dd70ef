"use client"

/** A separate entry for order pages, without the checkout. */
export { LeaseStatus, type LeaseStatusProps } from "./lease-status.js"
