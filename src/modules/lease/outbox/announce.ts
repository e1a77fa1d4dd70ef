import type { LedgerDeps } from "../accounts/deps"
import type { BusEvent } from "../rules/announcements"
import { MINUTE_MS } from "../rules/moments"
import type { Announcement, LeaseRecord } from "../rules/records"
import { messageOf } from "../texts/messages"
import { within } from "./ceiling"

/** The delay before sending, so that the request finishes first and its events go out together. */
const SOON_MS = 200
const BATCH = 100
const BUS_TIMEOUT_MS = 10_000
/** How long to wait before resending events that the bus may not have received. */
const AGAIN_MS = MINUTE_MS

/** Sends lease events to Medusa's bus: each at least once, and each lease's events in order. Never throws. Returns how many were sent. */
export async function announce(deps: LedgerDeps, mustStop: () => boolean = () => false): Promise<number> {
  const { store, log, options } = deps
  let sent = 0
  try {
    while (!mustStop()) {
      const news = await store.announcements.takeForBus({ limit: BATCH, ms: AGAIN_MS })
      if (!news.length) break
      const leases = await store.byIds(news.map(({ lease_id }) => lease_id))
      const events = news.flatMap((each) => eventOf(each, leases.get(each.lease_id)))
      if (events.length) await within(BUS_TIMEOUT_MS, deps.emit(events))
      await store.announcements.done(news, options.notices ? ["bus_at"] : ["bus_at", "mail_at"])
      sent += events.length
    }
  } catch (error) {
    log.error(
      `lease-to-own: events could not be sent to the event bus: ${messageOf(error)}. They are kept and sent again in a minute.`,
    )
  }
  return sent
}

function eventOf({ id, seq, name, alert }: Announcement, lease: LeaseRecord | undefined): BusEvent[] {
  if (!lease) return []
  const { cart_id, order_id, snapshot } = lease
  const ids = { id: lease.id, event_id: id, sequence: seq, cart_id, order_id }
  return [{ name, data: { ...ids, taxed_by: snapshot?.taxedBy ?? null, ...(alert && { alert }) } }]
}

/** Sends events soon after they are written, in the process that wrote them. The job sends any that are left. */
export class Announcer {
  private timer: NodeJS.Timeout | undefined
  private underWay: Promise<unknown> = Promise.resolve()
  private on = false

  /** `announce` must never throw. */
  constructor(private readonly announce: () => Promise<unknown>) {}

  start(): void {
    this.on = true
  }

  async stop(): Promise<void> {
    this.on = false
    clearTimeout(this.timer)
    this.timer = undefined
    await this.underWay
  }

  /** Schedules a send. May be called before an event's transaction commits. The timer doesn't keep the process alive. */
  soon(): void {
    if (!this.on || this.timer) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.underWay = this.underWay.then(this.announce)
    }, SOON_MS).unref()
  }
}
