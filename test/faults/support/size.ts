/** `npm run test:faults` goes all the way; `npm test` runs a fixed part of it. */
export const FULL = process.env.LEASE_FAULTS === "full"
