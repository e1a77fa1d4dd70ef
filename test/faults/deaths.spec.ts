import { LedgerRefusal } from "../../src/modules/lease/texts/messages"
import { allowRefusal } from "./support/allow-refusal"
import { brokenAtRest, brokenNow } from "./support/at-rest"
import { ATTEMPTS, type Attempt, OTHER_STEPS } from "./support/attempts"
import { Life } from "./support/mortal"
import { begin, leaseOf } from "./support/reach"
import { describeFaults } from "./support/room"
import { FULL } from "./support/size"

const MINUTE = 60_000
/** Crashes per attempt in a short run, at different steps from the neighboring attempt's; fewer if many attempts make the same call. */
const FEW = 4
const FEWER = 2
const MANY_ATTEMPTS = 3
const APART = 7
const ALL = [...ATTEMPTS, ...OTHER_STEPS]

/** Crashes at every statement and every response of the service in turn. */
describeFaults("death of a process", (room) => {
  async function stepsOf(attempt: Attempt): Promise<number> {
    const customer = await begin(room, attempt)
    const process = room.start()
    await attempt.act(customer, process)
    return process.life.steps
  }

  async function afterDeath(attempt: Attempt, step: number): Promise<string[]> {
    await room.empty()
    const customer = await begin(room, attempt)
    const process = room.start(new Life(step))
    try {
      await attempt.act(customer, process)
    } catch (error) {
      // Ignore the errors of a dead process; a living process may only be refused.
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
    const ended = lease?.status === attempt.goal || (lease?.alerts.length ?? 0) > 0
    return ended ? broken : [...broken, `ends as ${lease?.status} without an alert`]
  }

  it.each(ALL)("a process that dies at any step of $name breaks no rule", async (attempt) => {
    const steps = await stepsOf(attempt)
    expect(steps).toBeGreaterThan(3)
    const isShared = ALL.filter(({ call }) => call === attempt.call).length > MANY_ATTEMPTS
    const stride = FULL ? 1 : Math.ceil(steps / (isShared ? FEWER : FEW))
    const offset = FULL ? 0 : (ALL.indexOf(attempt) * APART) % stride
    const broken: string[] = []
    for (let step = offset; step < steps; step += stride)
      broken.push(...(await afterDeath(attempt, step)).map((what) => `at step ${step} of ${steps}: ${what}`))
    expect(broken).toEqual([])
  })
})
