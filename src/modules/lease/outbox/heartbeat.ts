import type { Logger } from "@medusajs/framework/types"
import { messageOf } from "../texts/messages"
import { pause } from "./ceiling"

/** How long a shutdown waits for calls in progress. */
const LAST_CALLS_MS = 5000

/** `stopping` is aborted when the process shuts down and must not start new work. */
type Run = (stopping: AbortSignal) => Promise<unknown>

/** Stands in for Medusa's job if it hasn't run for a while, because another plugin's job may hang and block it. The job and a beat never overlap. */
export class Heartbeat {
  private run: Run | undefined
  private log: Pick<Logger, "error"> | undefined
  private check: (() => Promise<unknown>) | undefined
  private timer: NodeJS.Timeout | undefined
  private beating: Promise<void> | undefined
  private readonly underWay = new Set<Promise<unknown>>()
  private stopping = new AbortController()

  /** Sets the function to run on each beat. Only processes that run jobs load this method's caller, so no other process starts beats. */
  onBeat(run: Run): void {
    this.run = run
  }

  onStart(check: () => Promise<unknown>): void {
    this.check = check
  }

  /** Runs the check and starts the beats, once the application is up. If called again, repeats the check and replaces the log. */
  start(log: Pick<Logger, "error">): void {
    this.log = log
    this.check?.().catch((error) =>
      this.log?.error(`lease-to-own: the accounts option could not be checked: ${messageOf(error)}`),
    )
    this.wait()
  }

  /** Stops the beats. Runs start no new work, and calls in progress get a little time to finish. */
  async stop(): Promise<void> {
    this.log = undefined
    clearTimeout(this.timer)
    this.stopping.abort()
    this.stopping = new AbortController()
    if (this.underWay.size > 0) await pause(LAST_CALLS_MS, Promise.allSettled(this.underWay))
  }

  /** Runs for the job, or waits for the beat in progress. Rethrows any error from the run. */
  async job(run: Run): Promise<void> {
    await (this.beating ?? this.make(run))
  }

  /** Runs unless a run is in progress. Logs errors, because no caller would catch them. */
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

  /** Restarts the wait for the next beat. The timer doesn't keep the process alive. */
  private wait(): void {
    clearTimeout(this.timer)
    if (!this.run || !this.log) return
    this.timer = setTimeout(() => void this.beat(), beatAfterMs()).unref()
  }
}

/** How long after the last run the next beat is due: longer than the minute between two job runs. `random` (0 to 1) staggers the processes. */
export function beatAfterMs(random: number = Math.random()): number {
  return 70_000 + random * 30_000
}

/** This process's heartbeat, shared by the module's hooks and the job's file. */
export const heartbeat = new Heartbeat()
