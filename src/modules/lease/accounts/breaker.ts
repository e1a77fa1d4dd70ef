import { AsyncLocalStorage } from "node:async_hooks"
import type { Logger } from "@medusajs/framework/types"
import { type CallEnd, type CircuitBreaker, msLeft, withinMs, withoutDeadline } from "../../../client"
import { CLOCKS_APART_MS, MINUTE_MS } from "../rules/moments"
import type { OutageRecord } from "../rules/records"
import type { OutageStore } from "../tables/counters"

/** After this many unanswered calls in a row, an outage is likely, and the breaker asks the service about a nonexistent application. */
export const OUTAGE_AFTER = 5
/** The window in which those calls must go unanswered. */
export const OUTAGE_WITHIN_MS = MINUTE_MS
/** The time limit for the request about a nonexistent application. */
const PATIENCE_MS = 8000
/** True while the request about a nonexistent application is being made. */
const question = new AsyncLocalStorage<boolean>()
/** The pause before the first probe. It doubles with each further probe, up to `LONGEST_PROBE_MS`. */
const FIRST_PROBE_MS = 30_000
const LONGEST_PROBE_MS = 300_000
/** A user's call serves as the probe once the job is this late with one. */
const PEOPLE_LATER_MS = 90_000
/** How long an outage row is reused after it is read. */
const KNOWN_FOR_MS = 1000

/** A declared outage. */
export type Outage = OutageRecord & { probe_at: Date }

type Tools = {
  outages: KnownOutages
  key: string
  account_id: string | null
  /** The accounts that share this service; null if all leases belong to them. */
  sharers: readonly (string | null)[] | null
  /** Asks the service about a nonexistent application, through this breaker like any other call. */
  ask: () => Promise<unknown>
  now: () => Date
  log: Pick<Logger, "info" | "warn" | "error">
}

/**
 * A circuit breaker whose state all processes share. During an outage, calls fail immediately, except for an occasional probe. Any response ends the
 * outage. A service may stop responding for one shopper or application (with a 429 to each call) and still serve the others, so an outage is declared
 * only if a request about a nonexistent application goes unanswered as well. If the database fails, the last known state still applies.
 */
export class Breaker implements CircuitBreaker {
  private asking: Promise<unknown> | undefined

  constructor(private readonly tools: Tools) {}

  /** The outage as this process last knew it; null if the service is responding. A probe further off than the longest pause counts as due. */
  get outage(): Outage | null {
    const { known } = this
    if (!isDeclared(known)) return null
    return known.probe_at <= this.latestProbe() ? known : { ...known, probe_at: new Date(this.now()) }
  }

  /** Whether calls are held back. Also true for the request that checks for an outage, so that it isn't retried. */
  get holdsBack(): boolean {
    return this.outage !== null || question.getStore() === true
  }

  /** The outage as read at most a second ago; null if the service is responding. */
  async current(): Promise<Outage | null> {
    await this.safely(() => this.tools.outages.refresh())
    return this.outage
  }

  async isProbeDue(): Promise<boolean> {
    const outage = await this.current()
    return outage !== null && this.isDue(outage, 0)
  }

  /** Whether a user's call would fail immediately. */
  async refusesPeople(): Promise<boolean> {
    const outage = await this.current()
    return outage !== null && !this.isDue(outage, PEOPLE_LATER_MS)
  }

  async retryAfterMs(): Promise<number | undefined> {
    const outage = await this.current()
    if (!outage) return undefined
    const someoneWaits = Number.isFinite(msLeft())
    if (this.isDue(outage, someoneWaits ? PEOPLE_LATER_MS : 0) && (await this.takeProbe(outage))) return undefined
    return this.outage ? Math.max(0, this.outage.probe_at.getTime() - this.now()) : undefined
  }

  async recordEnd({ answered, retryAfterMs = 0 }: CallEnd): Promise<void> {
    if (answered && !this.known) return
    const isAsked = question.getStore() === true
    await this.safely(() => (answered ? this.end() : this.count(retryAfterMs, isAsked)))
    if (answered || isAsked || !this.isLikely) return
    const asking = this.askOnce()
    // Nobody is waiting for a call without a deadline, so wait for the result.
    if (!Number.isFinite(msLeft())) await asking
  }

  /** If the outage has ended, marks postponed calls as due. Call this after postponing a call, because the outage may have ended just before. */
  async releasePostponed(): Promise<void> {
    const { outages, key, sharers } = this.tools
    await this.safely(async () => {
      this.learn(await outages.store.read(key))
      if (!this.outage) await outages.store.release(key, sharers)
    })
  }

  /** Whether so many calls went unanswered that the breaker is checking for an outage. */
  get isLikely(): boolean {
    return this.known !== null && !this.outage && this.known.failures >= OUTAGE_AFTER
  }

  private askOnce(): Promise<unknown> {
    const ask = () => withinMs(PATIENCE_MS, () => question.run(true, this.tools.ask))
    // Ignore the result here, because it is counted like any other call's.
    const finish = () => {
      this.asking = undefined
    }
    this.asking ??= withoutDeadline(ask).then(finish, finish)
    return this.asking
  }

  private async end(): Promise<void> {
    const { outages, key, sharers } = this.tools
    await outages.store.end(key, sharers)
    this.learn(null)
  }

  private async count(retryAfterMs: number, declares: boolean): Promise<void> {
    const at = (ms: number) => new Date(this.now() + ms)
    const row = await this.tools.outages.store.failed(this.tools.key, {
      forgetUntil: at(-OUTAGE_WITHIN_MS),
      limit: declares ? OUTAGE_AFTER : null,
      probeAt: at(Math.max(probeAfterMs(0), retryAfterMs)),
      notBefore: at(retryAfterMs),
    })
    // If calls fail together, the row of a later one may arrive first, so keep the higher count.
    const known = this.known?.since.getTime() === row.since.getTime() ? this.known.failures : 0
    if (row.failures > known) this.learn(row)
  }

  /** Claims the probe. Returns true in only one process, whose call is then the probe. */
  private async takeProbe({ probes }: Outage): Promise<boolean> {
    const { outages, key } = this.tools
    let taken: OutageRecord | null = null
    await this.safely(async () => {
      const nextAt = new Date(this.now() + probeAfterMs(probes + 1))
      taken = await outages.store.takeProbe(key, { nextAt, latest: this.latestProbe() })
      // If another process was first, or found that the service is responding, read the current row.
      this.learn(taken ?? (await outages.store.read(key)))
    })
    return taken !== null
  }

  /** The latest time that any process schedules a probe for. A later time means that the clock was set back. */
  private latestProbe(): Date {
    return new Date(this.now() + LONGEST_PROBE_MS + CLOCKS_APART_MS)
  }

  private isDue({ probe_at }: Outage, lateMs: number): boolean {
    return probe_at.getTime() + lateMs <= this.now()
  }

  private learn(row: OutageRecord | null): void {
    const before = this.outage
    const { log, account_id, outages, key } = this.tools
    outages.learn(key, row)
    const after = this.outage
    const service = account_id === null ? "the lease service" : `the lease service of account ${account_id}`
    if (after && !before)
      log.error(`lease-to-own: ${service} has not responded since ${after.since.toISOString()}. Calls wait.`)
    if (before && !after) log.info(`lease-to-own: ${service} is responding again.`)
  }

  private async safely(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.tools.log.warn(`lease-to-own: the outage of the lease service could not be read or written: ${error}`)
    }
  }

  private get known(): OutageRecord | null {
    return this.tools.outages.of(this.tools.key)
  }

  private now(): number {
    return this.tools.now().getTime()
  }
}

/** The outages of all accounts' services, as last read. Runs at most one query per second, no matter how many accounts there are. */
export class KnownOutages {
  private readonly rows = new Map<string, OutageRecord | null>()
  /** Accounts updated during a read, whose values are newer than the rows. */
  private readonly newer = new Set<string>()
  private readAt = Number.NEGATIVE_INFINITY
  private reading: Promise<void> | undefined

  constructor(
    readonly store: OutageStore,
    private readonly keys: readonly string[],
    private readonly now: () => Date,
  ) {}

  of(key: string): OutageRecord | null {
    return this.rows.get(key) ?? null
  }

  learn(key: string, row: OutageRecord | null): void {
    this.rows.set(key, row)
    this.newer.add(key)
  }

  refresh(): Promise<void> {
    this.reading ??= this.read().finally(() => {
      this.reading = undefined
    })
    return this.reading
  }

  private async read(): Promise<void> {
    const now = this.now().getTime()
    // Compare both ways, because old rows must not stay valid if the clock is set back.
    if (Math.abs(now - this.readAt) < KNOWN_FOR_MS) return
    this.readAt = now
    this.newer.clear()
    const read = await this.store.readAll(this.keys)
    for (const key of this.keys) if (!this.newer.has(key)) this.rows.set(key, read.get(key) ?? null)
  }
}

function isDeclared(known: OutageRecord | null): known is Outage {
  return known !== null && known.probe_at !== null
}

/** The pause before the next probe. `probes` is how many were sent. `random` (0 to 1) spreads out the probes from an operator's stores. */
export function probeAfterMs(probes: number, random: number = Math.random()): number {
  return Math.min(FIRST_PROBE_MS * 2 ** probes * (1 + random / 4), LONGEST_PROBE_MS)
}
