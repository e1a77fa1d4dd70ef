/** `npm run test:faults` runs everything; `npm test` runs a fixed part of it. */
export const FULL = process.env.LEASE_FAULTS === "full"
