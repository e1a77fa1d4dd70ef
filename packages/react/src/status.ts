/** The part that a server component can render, too: it needs no browser and no hook. */
export { LeaseStatus, type LeaseStatusProps } from "./lease-status.js"
