import { setImmediate as nextTurn } from "node:timers/promises"
import { isDatabaseGone } from "./database-gone"

type Waiting<In, Out> = { one: In; resolve(out: Out): void; reject(error: unknown): void }

/** So many writes are under way at once; with as many as there are callers, hardly any would be joined. */
const AT_ONCE = 4

/** Writes together what is asked for within one turn of the event loop, or while other writes are under way. */
export class Batches<In, Out> {
  private waiting: Waiting<In, Out>[] = []
  private writing = 0

  /** `write` answers for each in its order, and does all or nothing. */
  constructor(private readonly write: (many: In[]) => Promise<Out[]>) {}

  add(one: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ one, resolve, reject })
      if (this.writing < AT_ONCE) void this.writeAll()
    })
  }

  private async writeAll(): Promise<void> {
    this.writing += 1
    await nextTurn()
    while (this.waiting.length) await this.writeTogether(this.waiting.splice(0))
    this.writing -= 1
  }

  private async writeTogether(together: Waiting<In, Out>[]): Promise<void> {
    try {
      const answers = await this.write(together.map(({ one }) => one))
      for (const [place, { resolve }] of together.entries()) resolve(answers[place] as Out)
    } catch (error) {
      // Whether a lost connection took the writing along is not known: a second one would find its own trace.
      if (together.length === 1 || isDatabaseGone(error)) for (const { reject } of together) reject(error)
      // One of them may be what the database will not have: the others must not fail with it.
      else for (const one of together) await this.writeTogether([one])
    }
  }
}
