import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Logger } from "@medusajs/framework/types"
import { type Slot, type Throttle, type Urgency, urgency } from "../../../client"
import type { LeaseOptions } from "../options/options"
import { CLOCKS_APART_MS } from "../rules/moments"
import type { RateStore, TurnAnswer } from "../tables/counters"

/** The longest that a call waits for its turn. Claims are extended by this much for each call. */
export const LONGEST_TURN_MS = 15_000
/** How far ahead a pending call may reserve its turn. A user's later call is delayed by no more than that. */
const AHEAD_MS = 1000
/** How long a call that is waiting for a slot pauses before it tries again. */
const TRY_AGAIN_MS: Record<Urgency, number> = { person: 100, commitment: 500, question: 500 }
/** A waiting call blocks less urgent calls for this many of its pauses. */
const KEEPS_OUT = 3
const RANKS: readonly Urgency[] = ["person", "commitment", "question"]
/** An abandoned slot becomes free this long after the latest time that its call can end. */
const SLOT_SPARE_MS = 5000

type Tools = {
  store: RateStore
  key: string
  limit: NonNullable<LeaseOptions["rate"]>
  timeoutMs: number
  now: () => Date
  log: Pick<Logger, "warn">
}

const FREE: Slot = { release: async () => {} }

/**
 * Keeps all calls within the `rate` option, evenly spaced. A user's call may reserve a turn as far ahead as the user can wait, a pending call one
 * second ahead, and a reading one call ahead. If the database fails, no calls are held back.
 */
export class Rate implements Throttle {
  private readonly intervalMs: number

  constructor(private readonly tools: Tools) {
    const { perSecond } = tools.limit
    this.intervalMs = perSecond ? 1000 / perSecond : 0
  }

  async acquire(longestMs: number): Promise<Slot | { waitMs: number }> {
    const call = randomUUID()
    const who = urgency()
    const end = this.now() + Math.min(longestMs, LONGEST_TURN_MS)
    for (;;) {
      const leftMs = Math.min(Math.max(0, end - this.now()), longestMs, LONGEST_TURN_MS)
      const answer = await this.take(call, who, leftMs)
      if (!answer) return FREE
      const offMs = Math.max(0, answer.turn.getTime() - this.now())
      if (answer.goes) {
        if (offMs > 0) await sleep(offMs)
        return { release: () => this.release(call) }
      }
      const early = offMs - this.aheadMs(who, leftMs)
      // A call that isn't early is waiting for a slot or for a more urgent call, so pause before trying again.
      const againMs = (early > 0 ? early : TRY_AGAIN_MS[who]) * (1 + Math.random() / 4)
      if (offMs > leftMs || againMs > leftMs) return { waitMs: Math.max(offMs, againMs) }
      await sleep(againMs)
    }
  }

  private take(call: string, who: Urgency, leftMs: number): Promise<TurnAnswer | undefined> {
    const { store, key, limit, timeoutMs } = this.tools
    const at = (ms: number) => new Date(this.now() + ms)
    const request = {
      call,
      rank: RANKS.indexOf(who),
      intervalMs: this.intervalMs,
      latest: at(this.aheadMs(who, leftMs)),
      farthest: at(LONGEST_TURN_MS + this.intervalMs + CLOCKS_APART_MS),
      room: limit.concurrent ?? null,
      until: at(LONGEST_TURN_MS + timeoutMs + SLOT_SPARE_MS),
      waitsUntil: who === "question" ? null : at(KEEPS_OUT * TRY_AGAIN_MS[who]),
    }
    return this.safely(() => store.take(key, request))
  }

  private aheadMs(who: Urgency, leftMs: number): number {
    if (who === "person") return leftMs
    return who === "commitment" ? AHEAD_MS : Math.min(AHEAD_MS / 2, this.intervalMs)
  }

  private async release(call: string): Promise<void> {
    const { store, key, limit } = this.tools
    if (limit.concurrent) await this.safely(() => store.release(key, call))
  }

  private async safely<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.tools.log.warn(`lease-to-own: the rate of calls could not be read or written: ${error}`)
      return undefined
    }
  }

  private now(): number {
    return this.tools.now().getTime()
  }
}
