import { LedgerRefusal } from "../support/ledger"
import { ATTEMPTS, type Attempt, CANCEL_UNWRITTEN, DROP_REPLACEMENT, OFFER_AGAIN } from "./support/attempts"
import type { Customer } from "./support/customer"
import { onlyCustomerAt } from "./support/journey"
import { Life } from "./support/mortal"
import { leaseOf } from "./support/reach"
import { allowRefusal } from "./support/resume"
import { describeFaults } from "./support/room"
import { brokenAtRest, brokenNow } from "./support/settle"
import { FULL } from "./support/size"

const MINUTE = 60_000
/** Deaths of each attempt in a short run, far from those of the neighboring attempt; one where many attempts make the same call. */
const FEW = 2
const MANY_ATTEMPTS = 3
const APART = 7

/** Dies at every statement and every answer of the service in turn, not only at those with a name. */
describeFaults("a process dies at any step", (room) => {
  let placing: typeof room.main.shop.call.place_order
  beforeEach(() => {
    placing = room.main.shop.call.place_order
  })
  afterEach(() => {
    room.main.shop.call.place_order = placing
  })

  async function begin(attempt: Attempt): Promise<Customer> {
    await room.empty()
    room.main.shop.call.place_order = placing
    const customer = await onlyCustomerAt(room, attempt.stage, attempt.tag)
    await attempt.before?.(customer, room)
    return customer
  }

  async function stepsOf(attempt: Attempt): Promise<number> {
    const customer = await begin(attempt)
    const process = room.start()
    await attempt.act(customer, process)
    return process.life.steps
  }

  async function dieAt(step: number, attempt: Attempt): Promise<string[]> {
    const customer = await begin(attempt)
    const process = room.start(new Life(step))
    try {
      await attempt.act(customer, process)
    } catch (error) {
      // A dead process's error does not count; a living one may only be refused.
      if (!process.life.over && !(error instanceof LedgerRefusal)) throw error
    }
    const broken = [...(await brokenNow(room)), ...(await brokenAtRest(room))]
    for (let round = 0; round < 3; round++) {
      room.pass(2 * MINUTE)
      const lease = await leaseOf(room, customer)
      await allowRefusal(async () => attempt.again?.(customer, room, lease) ?? attempt.act(customer, room.main))
      broken.push(...(await brokenAtRest(room)))
    }
    const lease = await leaseOf(room, customer)
    const ended = lease?.status === attempt.goal || (lease?.attention.length ?? 0) > 0
    return ended ? broken : [...broken, `ends as ${lease?.status} without a word to anybody`]
  }

  const attempts = [...ATTEMPTS, CANCEL_UNWRITTEN, DROP_REPLACEMENT, OFFER_AGAIN]
  it.each(attempts)("of $name", async (attempt) => {
    const steps = await stepsOf(attempt)
    expect(steps).toBeGreaterThan(3)
    const isShared = attempts.filter(({ call }) => call === attempt.call).length > MANY_ATTEMPTS
    const stride = FULL ? 1 : Math.ceil(steps / (isShared ? 1 : FEW))
    const offset = FULL ? 0 : (attempts.indexOf(attempt) * APART) % stride
    const broken: string[] = []
    for (let step = offset; step < steps; step += stride)
      broken.push(...(await dieAt(step, attempt)).map((what) => `at step ${step} of ${steps}: ${what}`))
    expect(broken).toEqual([])
  })
})
