import type { BusEvent } from "../rules/announcements"
import type { Announcement, LeaseRecord } from "../rules/records"
import type { Desk } from "../status/ledger"
import { within } from "./ceiling"
import { messageOf } from "./look"

/** Writes end before this long (ms), and those of the same moment are told together. */
const SOON_MS = 100
/** So many events are put on the bus together. */
const TOGETHER = 100
/** The bus takes them within this long (ms). */
const TAKES_MS = 10_000
/** Events that the bus has not surely taken are put on it again after this long (ms). */
const AGAIN_MS = 60_000

/** Puts lease events on Medusa's bus: each at least once, those of one lease in order. Never throws. Answers how many it put there. */
export async function announce(desk: Desk, isOver: () => boolean = () => false): Promise<number> {
  const { store, log, options } = desk
  let told = 0
  try {
    while (!isOver()) {
      const news = await store.announcements.takeForBus({ limit: TOGETHER, ms: AGAIN_MS })
      if (!news.length) break
      const leases = await store.byIds(news.map(({ lease_id }) => lease_id))
      const events = news.flatMap((each) => eventOf(each, leases.get(each.lease_id)))
      if (events.length) await within(TAKES_MS, desk.emit(events))
      const ids = news.map(({ id }) => id)
      await store.announcements.onBus(ids, { mails: options.notices !== undefined })
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

/** Announces soon after something was written, in the process that wrote it. What is missed here, the job finds. */
export class Announcer {
  private timer: NodeJS.Timeout | undefined
  private underWay: Promise<unknown> = Promise.resolve()
  private on = false

  /** `announce` never throws. */
  constructor(private readonly announce: () => Promise<unknown>) {}

  start(): void {
    this.on = true
  }

  /** No more; waits for what is being announced. */
  async stop(): Promise<void> {
    this.on = false
    clearTimeout(this.timer)
    this.timer = undefined
    await this.underWay
  }

  /** There is something to announce, or there will be when the transaction that says so ends. The timer keeps no process alive. */
  soon(): void {
    if (!this.on || this.timer) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.underWay = this.underWay.then(this.announce)
    }, SOON_MS).unref()
  }
}
