import fc from "fast-check"
import { brokenAtRest, brokenNow } from "./support/at-rest"
import { clearFaults } from "./support/attempts"
import type { Customer } from "./support/customer"
import { customerAt } from "./support/journey"
import { type Operation, operations, perform } from "./support/model"
import { describeFaults, type Room, SECOND_REGION } from "./support/room"
import { FULL } from "./support/size"

/** Runs that once found a fault, as fast-check printed them (CONTRIBUTING). They run first. */
const CASES: [Operation[]][] = []

/** Repeat a failed run with its seed: `npm run test:faults -- --seed 123`. */
const seedOf = (short: number) => (FULL ? Number(process.env.LEASE_FAULTS_SEED ?? Date.now() % 2 ** 31) : short)
/** No limit for a short run, which must finish even on a busy machine. */
const LONGEST_MS = FULL ? 240_000 : Number.POSITIVE_INFINITY
const ONE = { seed: seedOf(4_711), runs: FULL ? 400 : 8, regions: [undefined, undefined], accounts: [null] }
const TWO = {
  seed: seedOf(4_712),
  runs: FULL ? 200 : 8,
  regions: [undefined, SECOND_REGION],
  accounts: [null, "maple"],
}

/** One customer per region; customers, processes and the service act in any order. */
const breaksNoRule = (room: Room, { seed, runs, regions, accounts }: typeof ONE | typeof TWO) =>
  it(`random operations break no rule, and each operator gets calls only for its own leases (seed ${seed})`, async () => {
    const end = Date.now() + LONGEST_MS
    let done = 0
    const called = new Set<string | null>()
    const holds = fc.asyncProperty(operations(regions.length, 24), async (todo) => {
      // Don't use fast-check's own limit, which would leave a run in progress when the next one starts.
      if (Date.now() > end) return
      await room.empty()
      const customers: Customer[] = []
      for (const region of regions) customers.push(await customerAt(room.main, "entered", undefined, region))
      for (const [index, operation] of todo.entries()) {
        const broken = [...(await perform(room, customers, operation)), ...(await brokenNow(room))]
        expect(broken.map((what) => `after operation ${index + 1}: ${what}`)).toEqual([])
      }
      await clearFaults(room)
      expect(await brokenAtRest(room)).toEqual([])
      for (const { account_id, sandbox } of room.services) if (sandbox.journal().length) called.add(account_id)
      done += 1
    })
    const { LEASE_FAULTS_PATH: path } = process.env
    await fc.assert(holds, { seed, numRuns: runs, examples: CASES, ...(path && { path }) })
    expect(done).toBeGreaterThan(path ? 0 : 3)
    expect(called).toEqual(new Set(accounts))
  }, 900_000)

describeFaults("random operations", (room) => breaksNoRule(room, ONE))
describeFaults("random operations at a store with two accounts", (room) => breaksNoRule(room, TWO), { hasSecond: true })
