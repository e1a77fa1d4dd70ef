import { explore } from "./explore"

// What takes seconds may take minutes on a busy machine.
jest.setTimeout(900_000)

/** `npm run test:faults` goes through more. */
export const MORE = process.env.LEASE_FAULTS === "full" ? 1 : 0

/** Prints how much was gone through. A violation is shown with its path, which `test/integration/ledger/paths.spec.ts` replays on the tables. */
export async function expectNoneBroken(...given: Parameters<typeof explore>): Promise<void> {
  const { states, steps, found } = await explore(...given)
  process.stdout.write(`${Object.keys(given[0])}: ${states} states, ${steps} steps\n`)
  expect(found).toBeUndefined()
}
