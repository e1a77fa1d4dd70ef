import fc from "fast-check"
import { clearFaults } from "./support/attempts"
import type { Customer } from "./support/customer"
import { customerAt } from "./support/journey"
import { operations, perform } from "./support/model"
import { describeFaults } from "./support/room"
import { brokenAtRest, brokenNow } from "./support/settle"
import { FULL } from "./support/size"

const CUSTOMERS = 2
/** A run that found something is repeated with its seed: `npm run test:faults -- --seed 123`. */
const SEED = FULL ? Number(process.env.LEASE_FAULTS_SEED ?? Date.now() % 2 ** 31) : 4_711
const RUNS = FULL ? 400 : 8
const LONGEST_MS = FULL ? 240_000 : 60_000

describeFaults("whatever people, processes and the service do in whatever order", (room) => {
  it(`breaks no rule (seed ${SEED})`, async () => {
    const end = Date.now() + LONGEST_MS
    let done = 0
    const holds = fc.asyncProperty(operations(CUSTOMERS, 24), async (todo) => {
      // Here and not by fast-check's own limit, which would leave a run in progress beside the next one.
      if (Date.now() > end) return
      await room.empty()
      const customers: Customer[] = []
      for (let index = 0; index < CUSTOMERS; index++) customers.push(await customerAt(room.main, "entered"))
      for (const [index, operation] of todo.entries()) {
        const broken = [...(await perform(room, customers, operation)), ...(await brokenNow(room))]
        expect(broken.map((what) => `after operation ${index + 1}: ${what}`)).toEqual([])
      }
      await clearFaults(room)
      expect(await brokenAtRest(room)).toEqual([])
      done += 1
    })
    const { LEASE_FAULTS_PATH: path } = process.env
    await fc.assert(holds, { seed: SEED, numRuns: RUNS, ...(path && { path }) })
    expect(done).toBeGreaterThan(path ? 0 : 3)
  }, 900_000)
})
