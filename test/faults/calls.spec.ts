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
import { onlyCustomerAt } from "./support/journey"
import { reachesGoal } from "./support/reach"
import { allowRefusal } from "./support/resume"
import { describeFaults } from "./support/room"
import { brokenAtRest, brokenNow } from "./support/settle"
import type { Shop } from "./support/shop"
import { FULL } from "./support/size"

const MINUTE = 60_000
const FAULTS = FULL ? [...SHORT_FAULTS, ...OTHER_FAULTS] : SHORT_FAULTS
/** In a short run one fault in `part`, and others for the next attempt. */
const withFaults = (attempt: Attempt, place: number, part: number) => ({
  attempt,
  name: attempt.name,
  faults: FAULTS.filter((_, at) => FULL || (at + place) % part === 0),
})
/** Half of the faults, or a third where so many attempts make the same call that all of them are met all the same. */
const MEETING = ATTEMPTS.map((attempt, place) =>
  withFaults(attempt, place, ATTEMPTS.filter(({ call }) => call === attempt.call).length > 2 ? 3 : 2),
)
const WRITING = ATTEMPTS.filter(({ call }) => ["cancelContract", "confirmDelivery", "returnLease"].includes(call))
/** In a short run each call, and each end of one: reading back does not know who has it made. */
const ENDS = [
  ...["a cancel by a person", "a refund before anything has shipped", "a cancel for a new contract"],
  ...["a delivery", "a return", "a part that goes back"],
]
const READ_BACK = WRITING.filter(({ name }) => FULL || ENDS.includes(name)).map((attempt, place) =>
  withFaults(attempt, place, 2),
)
const PRICING = { call: "getPricing" } as const

describeFaults("a call of the service meets a fault", (room) => {
  let placing: Shop["call"]["place_order"]
  beforeEach(() => {
    placing = room.main.shop.call.place_order
  })
  afterEach(() => {
    room.main.shop.call.place_order = placing
  })

  async function begin(attempt: Attempt): Promise<Customer> {
    const customer = await onlyCustomerAt(room, attempt.stage, attempt.tag)
    await attempt.before?.(customer, room)
    return customer
  }
  describe.each(MEETING)("$name", ({ attempt, faults }) => {
    it.each(faults)("that meets %s once", async (fault: Fault) => {
      const customer = await begin(attempt)
      meet(room, attempt, fault)
      await allowRefusal(() => attempt.act(customer, room.main))
      expect(await unmet(room, attempt)).toEqual([])
      await reachesGoal(room, attempt, customer)
    })
  })

  describe.each(INSIDE)("$name", (attempt) => {
    it("ends as it should, once", async () => {
      const customer = await begin(attempt)
      await allowRefusal(() => attempt.act(customer, room.main))
      await reachesGoal(room, attempt, customer)
    })

    it.each(FULL ? FAULTS : FAULTS.slice(0, 3))("that meets %s first", async (fault: Fault) => {
      const customer = await begin(attempt)
      meet(room, attempt, fault)
      await allowRefusal(() => attempt.act(customer, room.main))
      expect(await unmet(room, attempt)).toEqual([])
      await allowRefusal(() => attempt.act(customer, room.main))
      await reachesGoal(room, attempt, customer)
    })
  })

  describe.each(READ_BACK)("$name that was not answered", ({ attempt, faults }) => {
    it.each(faults)("and whose reading back meets %s", async (fault: Fault) => {
      const customer = await begin(attempt)
      meet(room, attempt, "drop-after")
      await allowRefusal(() => attempt.act(customer, room.main))
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
      it.each(FAULTS)("that meets %s for hours", async (fault: Fault) => {
        const customer = await begin(attempt)
        meet(room, attempt, fault, 1000)
        await allowRefusal(() => attempt.act(customer, room.main))
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
