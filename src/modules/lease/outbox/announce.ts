import type { LedgerDeps } from "../accounts/deps"
import type { BusEvent } from "../rules/announcements"
import type { Announcement, LeaseRecord } from "../rules/records"
import { messageOf } from "../texts/messages"
import { within } from "./ceiling"

/** How long to wait for writes, and for the answer that they are made for (ms). Events of the same moment are sent together. */
const SOON_MS = 200
/** How many events are sent together. */
const TOGETHER = 100
/** How long the bus may take (ms). */
const TAKES_MS = 10_000
/** When to resend events that the bus may not have received (ms). */
const AGAIN_MS = 60_000

/** Sends lease events to Medusa's bus, each at least once and those of one lease in order. Never throws. Returns how many it sent. */
export async function announce(deps: LedgerDeps, mustStop: () => boolean = () => false): Promise<number> {
  const { store, log, options } = deps
  let told = 0
  try {
    while (!mustStop()) {
      const news = await store.announcements.takeForBus({ limit: TOGETHER, ms: AGAIN_MS })
      if (!news.length) break
      const leases = await store.byIds(news.map(({ lease_id }) => lease_id))
      const events = news.flatMap((each) => eventOf(each, leases.get(each.lease_id)))
      if (events.length) await within(TAKES_MS, deps.emit(events))
      await store.announcements.done(news, options.notices ? ["bus_at"] : ["bus_at", "mail_at"])
      told += events.length
    }
  } catch (error) {
    log.error(
      `lease-to-own: events could not be put on the event bus: ${messageOf(error)}. They are kept, and put on it in a minute.`,
    )
  }
  return told
}

function eventOf({ id, seq, name, alert }: Announcement, lease: LeaseRecord | undefined): BusEvent[] {
  if (!lease) return []
  const { cart_id, order_id } = lease
  return [{ name, data: { id: lease.id, event_id: id, sequence: seq, cart_id, order_id, ...(alert && { alert }) } }]
}

/** Sends events soon after they were written, in the process that wrote them. The job finds what is missed here. */
export class Announcer {
  private timer: NodeJS.Timeout | undefined
  private underWay: Promise<unknown> = Promise.resolve()
  private on = false

  /** `announce` never throws. */
  constructor(private readonly announce: () => Promise<unknown>) {}

  start(): void {
    this.on = true
  }

  /** Stops, and waits for events that are being sent. */
  async stop(): Promise<void> {
    this.on = false
    clearTimeout(this.timer)
    this.timer = undefined
    await this.underWay
  }

  /** Schedules sending: there is an event, or will be when the transaction ends. The timer keeps no process alive. */
  soon(): void {
    if (!this.on || this.timer) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.underWay = this.underWay.then(this.announce)
    }, SOON_MS).unref()
  }
}
