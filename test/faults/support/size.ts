/** `npm run test:faults` goes all the way; `npm test` runs a fixed part of it. */
export const FULL = process.env.LEASE_FAULTS === "full"

/** The whole of a long list, or every `step`-th entry in a short run. */
export function sample<T>(all: readonly T[], step: number): T[] {
  return all.filter((_, index) => FULL || index % step === 0)
}
