import { setImmediate as nextTurn } from "node:timers/promises"
import { isDatabaseGone } from "./failover"

type Waiting<In, Out> = { one: In; resolve(out: Out): void; reject(error: unknown): void }

/** How many statements run at once. With one per caller, hardly any items would be combined. */
const AT_ONCE = 4

/** Combines items added in the same turn of the event loop, or while other statements are in progress. */
export class Batches<In, Out> {
  private waiting: Waiting<In, Out>[] = []
  private running = 0

  /** `run` must be all or nothing, and return one result for each item in the same order. */
  constructor(private readonly run: (many: In[]) => Promise<Out[]>) {}

  add(one: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ one, resolve, reject })
      if (this.running < AT_ONCE) void this.runAll()
    })
  }

  private async runAll(): Promise<void> {
    this.running += 1
    await nextTurn()
    while (this.waiting.length) await this.runTogether(this.waiting.splice(0))
    this.running -= 1
  }

  private async runTogether(together: Waiting<In, Out>[]): Promise<void> {
    try {
      const answers = await this.run(together.map(({ one }) => one))
      for (const [place, { resolve }] of together.entries()) resolve(answers[place] as Out)
    } catch (error) {
      // Don't retry: a write may have succeeded before its connection was lost, and a second attempt would find its claim gone.
      if (together.length === 1 || isDatabaseGone(error)) for (const { reject } of together) reject(error)
      // The database may have rejected just one item, so run each one alone.
      else for (const one of together) await this.runTogether([one])
    }
  }
}
