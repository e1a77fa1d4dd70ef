/** A separate entry that server components can render, because it needs neither a browser nor a hook. */
export { LeaseStatus, type LeaseStatusProps } from "./lease-status.js"
