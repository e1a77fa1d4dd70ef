/** `npm run test:faults` goes all the way; `npm test` runs a fixed part of it. */
export const FULL = process.env.LEASE_FAULTS === "full"

/** Of a long list the whole, or every `step`-th where the run is short. */
export function sample<T>(all: readonly T[], step: number): T[] {
  return all.filter((_, index) => FULL || index % step === 0)
}
