import { FULL } from "../../faults/support/size"
import { explore } from "./explore"

// What takes seconds may take hours where more may go wrong.
jest.setTimeout(24 * 3600_000)

/** So much more may go wrong: `npm run test:faults` goes through 1, and through 2 in some hours with `LEASE_FAULTS_MORE=2`. */
export const MORE = Number(process.env.LEASE_FAULTS_MORE ?? (FULL ? 1 : 0))

/** Prints how much was gone through. A violation is shown with its path. */
export async function expectNoneBroken(...given: Parameters<typeof explore>): Promise<void> {
  const { states, steps, found } = await explore(...given)
  process.stdout.write(`${Object.keys(given[0])}: ${states} states, ${steps} steps\n`)
  expect(found).toBeUndefined()
}
