"use client"

/** A separate entry point, so that pages without the hosted widget don't load it. */
export { HostedLease, type HostedLeaseProps } from "./hosted-lease.js"
