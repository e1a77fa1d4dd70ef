import { FULL } from "../../faults/support/size"
import { explore } from "./explore"

// A run takes hours instead of seconds when more faults are allowed.
jest.setTimeout(24 * 3600_000)

/** Additional faults allowed: `npm run test:faults` explores 1, and 2 in several hours with `LEASE_FAULTS_MORE=2`. */
export const MORE = Number(process.env.LEASE_FAULTS_MORE ?? (FULL ? 1 : 0))

/** Prints how many states were explored. A violation is shown with its path. */
export async function expectNoneBroken(...given: Parameters<typeof explore>): Promise<void> {
  const { states, steps, found } = await explore(...given)
  process.stdout.write(`${Object.keys(given[0])}: ${states} states, ${steps} steps\n`)
  expect(found).toBeUndefined()
}
