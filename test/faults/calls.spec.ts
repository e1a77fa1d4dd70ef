import { allowRefusal } from "./support/allow-refusal"
import { brokenAtRest, brokenNow } from "./support/at-rest"
import {
  ATTEMPTS,
  type Attempt,
  clearFaults,
  type Fault,
  INSIDE,
  meet,
  OTHER_FAULTS,
  SHORT_FAULTS,
  unmet,
} from "./support/attempts"
import type { Customer } from "./support/customer"
import { begin, reachesGoal } from "./support/reach"
import { describeFaults } from "./support/room"
import { FULL } from "./support/size"

const MINUTE = 60_000
const FAULTS = FULL ? [...SHORT_FAULTS, ...OTHER_FAULTS] : SHORT_FAULTS
/** In a short run, one of every `part` faults, with different ones for the next attempt. */
const withFaults = (attempt: Attempt, place: number, part: number) => ({
  attempt,
  name: attempt.name,
  faults: FAULTS.filter((_, at) => FULL || (at + place) % part === 0),
})
/** Half of the faults, or a third where so many attempts make the same call that every fault still occurs. */
const MEETING = ATTEMPTS.map((attempt, place) =>
  withFaults(attempt, place, ATTEMPTS.filter(({ call }) => call === attempt.call).length > 2 ? 3 : 2),
)
const WRITING = ATTEMPTS.filter(({ call }) => ["cancelContract", "confirmDelivery", "returnLease"].includes(call))
/** In a short run, each call and each outcome once, because reading back doesn't depend on who requested the call. */
const ENDS = [
  ...["a cancel by a person", "a refund before anything has shipped", "a cancel for a new contract"],
  ...["a delivery", "a return", "a part that goes back"],
]
const READ_BACK = WRITING.filter(({ name }) => FULL || ENDS.includes(name)).map((attempt, place) =>
  withFaults(attempt, place, 2),
)
const PRICING = { call: "getPricing" } as const

describeFaults("faults of single calls", (room) => {
  /** Makes the attempt, with a fault in its call. */
  async function attempted(attempt: Attempt, fault: Fault | null, times = 1): Promise<Customer> {
    const customer = await begin(room, attempt)
    if (fault) meet(room, attempt, fault, times)
    await allowRefusal(() => attempt.act(customer, room.main))
    return customer
  }

  describe.each(MEETING)("$name", ({ attempt, faults }) => {
    it.each(faults)("an attempt whose call meets %s once reaches its goal", async (fault: Fault) => {
      const customer = await attempted(attempt, fault)
      expect(await unmet(room, attempt)).toEqual([])
      await reachesGoal(room, attempt, customer)
    })
  })

  describe.each(INSIDE)("$name", (attempt) => {
    it.each([null, ...(FULL ? FAULTS : FAULTS.slice(0, 3))])(
      "an attempt that first meets %s ends as it should, once",
      async (fault) => {
        const customer = await attempted(attempt, fault)
        expect(await unmet(room, attempt)).toEqual([])
        if (fault) await allowRefusal(() => attempt.act(customer, room.main))
        await reachesGoal(room, attempt, customer)
      },
    )
  })

  describe.each(READ_BACK)("$name without a response", ({ attempt, faults }) => {
    it.each(faults)("an unanswered call whose read-back meets %s reaches its goal", async (fault: Fault) => {
      const customer = await attempted(attempt, "drop-after")
      meet(room, PRICING, fault)
      room.pass(MINUTE + 1000)
      await room.main.runJob()
      expect(await unmet(room, PRICING)).toEqual([])
      expect(await brokenNow(room)).toEqual([])
      await reachesGoal(room, attempt, customer)
    })
  })

  if (FULL)
    describe.each(ATTEMPTS)("$name", (attempt) => {
      it.each(FAULTS)("an attempt that meets %s for hours breaks no rule", async (fault: Fault) => {
        await attempted(attempt, fault, 1000)
        for (const minutes of [2, 5, 20, 60]) {
          room.pass(minutes * MINUTE)
          await room.main.runJob()
          expect(await brokenNow(room)).toEqual([])
        }
        await clearFaults(room)
        expect(await brokenAtRest(room)).toEqual([])
      })
    })
})
