import type { Logger } from "@medusajs/framework/types"
import { pause } from "./ceiling"
import { messageOf } from "./look"

/** At most so long does a stop wait for the calls that are being made (ms). */
const LAST_CALLS_MS = 5000

/** Does what is owed. `stopping`: the process ends, and nothing more may be begun. */
type Run = (stopping: AbortSignal) => Promise<unknown>

/** Makes a run when Medusa's job has made none for a while: jobs wait for each other, and another plugin's may hang. The two never overlap. */
export class Heartbeat {
  private run: Run | undefined
  private log: Pick<Logger, "error"> | undefined
  private look: (() => Promise<unknown>) | undefined
  private timer: NodeJS.Timeout | undefined
  private beating: Promise<void> | undefined
  private readonly underWay = new Set<Promise<unknown>>()
  private stopping = new AbortController()

  /** A beat does this. Said by code that Medusa loads only in processes that run jobs; in others there is nothing to start. */
  does(run: Run): void {
    this.run = run
  }

  /** A look that is taken when the application is up. */
  beginsWith(look: () => Promise<unknown>): void {
    this.look = look
  }

  /** The application is up. Asked again, it looks again, and changes nothing but the log. */
  start(log: Pick<Logger, "error">): void {
    this.log = log
    this.look?.().catch((error) =>
      this.log?.error(`lease-to-own: option accounts could not be checked: ${messageOf(error)}`),
    )
    this.wait()
  }

  /** No more beats. Runs begin nothing more, and what they have begun gets a little time to end. */
  async stop(): Promise<void> {
    this.log = undefined
    clearTimeout(this.timer)
    this.stopping.abort()
    this.stopping = new AbortController()
    if (this.underWay.size > 0) await pause(LAST_CALLS_MS, Promise.allSettled(this.underWay))
  }

  /** A run of the job. Throws what the run throws. */
  async job(run: Run): Promise<void> {
    await (this.beating ?? this.make(run))
  }

  /** A run, unless one is under way. Logs what fails, because no one would catch it. */
  async beat(): Promise<void> {
    this.wait()
    if (!this.run || this.underWay.size > 0) return
    this.beating = this.make(this.run).catch((error) => {
      this.log?.error(`lease-to-own: pending calls could not be run: ${messageOf(error)}`)
    })
    await this.beating
    this.beating = undefined
  }

  private async make(run: Run): Promise<void> {
    this.wait()
    const made = run(this.stopping.signal)
    this.underWay.add(made)
    try {
      await made
    } finally {
      this.underWay.delete(made)
    }
  }

  /** Counts again from here to the next beat. The timer keeps no process alive. */
  private wait(): void {
    clearTimeout(this.timer)
    if (!this.run || !this.log) return
    this.timer = setTimeout(() => void this.beat(), beatAfterMs()).unref()
  }
}

/** How long after the last run a beat comes (ms): later than the job, which comes each minute. `random`, from 0 to 1, spreads the processes. */
export function beatAfterMs(random: number = Math.random()): number {
  return 70_000 + random * 30_000
}

/** The one of this process. Neither the hooks of a module nor the file of a job is told of the other, so they meet here. */
export const heartbeat = new Heartbeat()
