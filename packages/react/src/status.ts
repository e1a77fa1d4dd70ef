"use client"

/** A separate entry point, so that order pages don't load the checkout. */
export { LeaseStatus, type LeaseStatusProps } from "./lease-status.js"
