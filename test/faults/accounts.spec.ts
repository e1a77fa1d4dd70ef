import fc from "fast-check"
import { clearFaults } from "./support/attempts"
import type { Customer } from "./support/customer"
import { customerAt } from "./support/journey"
import { operations, perform } from "./support/model"
import { describeFaults, SECOND_REGION } from "./support/room"
import { brokenAtRest, brokenNow } from "./support/settle"
import { FULL } from "./support/size"
import { readWorld } from "./support/world"

const SEED = FULL ? Number(process.env.LEASE_FAULTS_SEED ?? Date.now() % 2 ** 31) : 4_712
const RUNS = FULL ? 200 : 8
const LONGEST_MS = FULL ? 240_000 : 60_000

describeFaults(
  "a store with two accounts, whatever happens in whatever order,",
  (room) => {
    it(`breaks no rule, and asks each operator of its own leases only (seed ${SEED})`, async () => {
      const end = Date.now() + LONGEST_MS
      const heard = new Set<string | null>()
      const holds = fc.asyncProperty(operations(2, 24), async (todo) => {
        if (Date.now() > end) return
        await room.empty()
        const customers: Customer[] = [
          await customerAt(room.main, "entered"),
          await customerAt(room.main, "entered", undefined, SECOND_REGION),
        ]
        for (const [index, operation] of todo.entries()) {
          const broken = [...(await perform(room, customers, operation)), ...(await brokenNow(room))]
          expect(broken.map((what) => `after operation ${index + 1}: ${what}`)).toEqual([])
        }
        await clearFaults(room)
        expect(await brokenAtRest(room)).toEqual([])
        for (const { account } of (await readWorld(room)).journal) heard.add(account)
      })
      await fc.assert(holds, { seed: SEED, numRuns: RUNS })
      expect(heard).toEqual(new Set([null, "maple"]))
    }, 900_000)

    it("confirms each delivery at the account of its lease", async () => {
      const customers = [
        await customerAt(room.main, "paid"),
        await customerAt(room.main, "paid", undefined, SECOND_REGION),
      ]
      for (const customer of customers) await customer.deliverGoods(room.main)
      expect(await brokenAtRest(room)).toEqual([])
      const { journal } = await readWorld(room)
      const delivered = journal.filter(({ route, done }) => done && route === "POST /application/cart/delivery")
      expect(delivered.map(({ account }) => account)).toEqual([null, "maple"])
    })
  },
  { hasSecond: true },
)
