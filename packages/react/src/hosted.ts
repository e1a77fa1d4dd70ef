"use client"

/** The hosted way: an entry of its own, so that a page without it loads nothing of it. */
export { HostedLease, type HostedLeaseProps } from "./hosted-lease.js"
