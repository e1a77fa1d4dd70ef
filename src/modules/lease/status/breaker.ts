import { AsyncLocalStorage } from "node:async_hooks"
import type { Logger } from "@medusajs/framework/types"
import { type CallEnd, type Gate, msLeft, withinMs, withoutDeadline } from "../../../client"
import type { OutageRecord } from "../rules/records"
import type { OutageStore } from "../tables/counters"

/** So many calls without an answer within so long (ms), and none with one, make it likely: then the service is asked about no one. */
export const OUTAGE_AFTER = 5
export const OUTAGE_WITHIN_MS = 60_000
/** The question whether it is one is asked for so long (ms). */
const PATIENCE_MS = 8000
/** True in the calls of that question. */
const question = new AsyncLocalStorage<boolean>()
/** The first probe of an outage goes after this long, each further one after twice as long, until this long (ms). */
const FIRST_PROBE_MS = 30_000
const LONGEST_PROBE_MS = 300_000
/** A call on which a person waits goes as the probe only when the job, which comes each minute, has left it for so long (ms). */
const PEOPLE_LATER_MS = 90_000
/** A row that was read is known for so long (ms). */
const KNOWN_FOR_MS = 1000

/** An outage that was declared. */
export type Outage = OutageRecord & { probe_at: Date }

type Tools = {
  /** The breakers of all accounts share it. */
  outages: KnownOutages
  key: string
  /** The account that it is about; null where it has no name. */
  account: string | null
  /** The accounts that it holds back; null: all leases are theirs. */
  sharers: readonly (string | null)[] | null
  /** Asks the service about no one's application, through this breaker like any call. */
  ask: () => Promise<unknown>
  now: () => Date
  log: Pick<Logger, "info" | "warn" | "error">
}

/**
 * Knows, together with every other process, whether the lease service answers, and holds its calls back while it does not: they fail at once,
 * but for one now and then, the probe. Any answer ends the outage. A service that has no answer for one shopper or one application ("429" to each
 * of their calls) may serve all others: an outage begins only where it has none to a question about no one either.
 * Faults of the database change no call: what was known before holds on.
 */
export class Breaker implements Gate {
  private asking: Promise<unknown> | undefined

  constructor(private readonly tools: Tools) {}

  /** The outage as this process knows it from its last call; null: the service answers. */
  get outage(): Outage | null {
    return isDeclared(this.known) ? this.known : null
  }

  /** The question whether it is an outage is not repeated either. */
  get closed(): boolean {
    return this.outage !== null || question.getStore() === true
  }

  /** The outage as of this second. */
  async current(): Promise<Outage | null> {
    await this.safely(() => this.tools.outages.refresh())
    return this.outage
  }

  /** It is time to ask whether the service is back. */
  async isProbeDue(): Promise<boolean> {
    const outage = await this.current()
    return outage !== null && this.isDue(outage, 0)
  }

  /** A call on which a person waits would fail at once. */
  async refusesPeople(): Promise<boolean> {
    const outage = await this.current()
    return outage !== null && !this.isDue(outage, PEOPLE_LATER_MS)
  }

  async closedFor(): Promise<number | undefined> {
    const outage = await this.current()
    if (!outage) return undefined
    const someoneWaits = Number.isFinite(msLeft())
    if (this.isDue(outage, someoneWaits ? PEOPLE_LATER_MS : 0) && (await this.takeProbe(outage))) return undefined
    return this.outage ? Math.max(0, this.outage.probe_at.getTime() - this.now()) : undefined
  }

  async ended({ answered, retryAfterMs = 0 }: CallEnd): Promise<void> {
    if (answered && !this.known) return
    const isAsked = question.getStore() === true
    await this.safely(() => (answered ? this.end() : this.count(retryAfterMs, isAsked)))
    if (answered || isAsked || !this.isLikely) return
    const asked = this.askOnce()
    // No person waits for it.
    if (!Number.isFinite(msLeft())) await asked
  }

  /** After a call was put off: the end of an outage makes due what was put off by then, and this one may have come later. */
  async afterPutOff(): Promise<void> {
    const { outages, key, sharers } = this.tools
    await this.safely(async () => {
      this.learn(await outages.store.read(key))
      if (!this.outage) await outages.store.release(key, sharers)
    })
  }

  /** So many calls had no answer that it is being asked whether this is an outage. */
  get isLikely(): boolean {
    return this.known !== null && !this.outage && this.known.failures >= OUTAGE_AFTER
  }

  private askOnce(): Promise<unknown> {
    const ask = () => withinMs(PATIENCE_MS, () => question.run(true, this.tools.ask))
    // Its end is counted, like that of any call.
    const asked = () => {
      this.asking = undefined
    }
    this.asking ??= withoutDeadline(ask).then(asked, asked)
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
    // When calls fail together, the row of a later one may have come first.
    const known = this.known?.since.getTime() === row.since.getTime() ? this.known.failures : 0
    if (row.failures > known) this.learn(row)
  }

  /** True in the one process whose call goes as the probe. */
  private async takeProbe({ probes }: Outage): Promise<boolean> {
    const { outages, key } = this.tools
    let taken: OutageRecord | null = null
    await this.safely(async () => {
      taken = await outages.store.takeProbe(key, new Date(this.now() + probeAfterMs(probes + 1)))
      // Else another process was first, or has found that the service answers.
      this.learn(taken ?? (await outages.store.read(key)))
    })
    return taken !== null
  }

  private isDue({ probe_at }: Outage, lateMs: number): boolean {
    return probe_at.getTime() + lateMs <= this.now()
  }

  private learn(row: OutageRecord | null): void {
    const before = this.outage
    const { log, account, outages, key } = this.tools
    outages.learn(key, row)
    const after = this.outage
    const service = account === null ? "the lease service" : `the lease service of account ${account}`
    if (after && !before)
      log.error(`lease-to-own: ${service} has not answered since ${after.since.toISOString()}. Calls wait.`)
    if (before && !after) log.info(`lease-to-own: ${service} answers again.`)
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

/** What this process knows of the services of all accounts: read by one statement a second at most, however many accounts ask. */
export class KnownOutages {
  private readonly rows = new Map<string, OutageRecord | null>()
  /** Learned of while the rows are being read, and newer than what is found there. */
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
    // A clock that was set back keeps nothing.
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

/** How long after the probe before it the next one goes (ms). `probes`: how many went. `random`, from 0 to 1, spreads the stores of one operator. */
export function probeAfterMs(probes: number, random: number = Math.random()): number {
  return Math.min(FIRST_PROBE_MS * 2 ** probes * (1 + random / 4), LONGEST_PROBE_MS)
}
