import { createHash } from "node:crypto"
import { mask } from "../../../client"
import { LeaseEvents } from "../rules/announcements"
import { noticeOf } from "../rules/notices"
import type { Announcement, LeaseRecord } from "../rules/records"
import { awaitsSignature } from "../rules/standing"
import { type Desk, ofLease, SYSTEM } from "../status/ledger"
import { REMOVED_RETRY_MS } from "../status/open-ledger"
import { type NoticeLanguage, noticeTexts } from "../texts/notices"
import { LedgerRefusal } from "../texts/refusal"
import { backoffMs } from "./back-off"
import { messageOf } from "./look"
import type { MedusaSide } from "./medusa-side"
import { digestMail, shopperMail } from "./notice-mail"
import { signingLink } from "./replacement"

/** So many are taken together. All of a digest should be among them. */
const TOGETHER = 200

/** Others do not get them meanwhile; longer than the e-mails of a part take (ms). */
const HELD_MS = 15 * 60_000

/** An e-mail that could not be sent in this time would come too late (ms). */
const TOO_LATE_MS = 3 * 24 * 3600_000

type Outbox = { desk: Desk; medusa: MedusaSide; isOver: () => boolean }

/**
 * Sends the e-mails of option `notices` that are due. What is no longer true is not sent. What fails is tried again for three days; the log says so.
 * Never throws.
 */
export async function sendNotices(desk: Desk, medusa: MedusaSide, isOver: () => boolean): Promise<void> {
  const { announcements } = desk.store
  const outbox = { desk, medusa, isOver }
  try {
    if (!desk.options.notices) return await announcements.dropMails()
    for (;;) {
      const due = isOver() ? [] : await announcements.takeForMail({ limit: TOGETHER, ms: HELD_MS })
      if (!due.length) return
      const leases = await desk.store.byIds(due.map(({ lease_id }) => lease_id))
      const [alerts, news] = split(due, ({ name }) => name === LeaseEvents.NEEDS_ATTENTION)
      await digest(outbox, alerts, leases)
      for (const each of news) await toShopper(outbox, each, leases.get(each.lease_id))
    }
  } catch (error) {
    desk.log.error(`lease-to-own: e-mails about leases could not be sent: ${messageOf(error)}. They are kept.`)
  }
}

async function toShopper(outbox: Outbox, news: Announcement, lease: LeaseRecord | undefined): Promise<void> {
  const { desk, medusa, isOver } = outbox
  const { store } = desk
  const now = desk.now()
  const own = lease && desk.options.notices?.shoppers ? ofLease(desk, lease) : null
  const due = lease && own && noticeOf(news, lease, { ...own.options, now })
  const isLate = now.getTime() - news.created_at.getTime() > TOO_LATE_MS
  // It is not known any more how its operator is reached.
  const isMute = own?.isRemoved === true
  if (!due || !lease?.email || (isMute && isLate)) return store.announcements.mailed([news.id])
  if (isMute) return store.announcements.mailLater([news.id], new Date(now.getTime() + REMOVED_RETRY_MS))
  if (due.at > now || isOver()) return store.announcements.mailLater([news.id], due.at)
  // The e-mail about the new contract says enough.
  if (due.notice === "canceled" && (await isReplaced(desk, lease))) return store.announcements.mailed([news.id])
  const link = await linkFor(own, lease)
  const language = await languageOf(desk, lease)
  const mail = shopperMail(due.notice, lease, { options: own.options, language, link })
  const key = `${keyOf([news])}-${due.notice}`
  await send(outbox, [news], () => medusa.mail({ ...mail, to: lease.email as string, key }), {
    since: due.at,
    next: due.next,
  })
}

/** Where the shopper of an edited order signs; undefined for any other lease. */
async function linkFor(desk: Desk, lease: LeaseRecord): Promise<string | undefined> {
  if (!desk.options.contractLink || !awaitsSignature(lease)) return undefined
  try {
    return await signingLink(desk, lease, SYSTEM)
  } catch (error) {
    // Signed meanwhile.
    if (error instanceof LedgerRefusal) return undefined
    throw error
  }
}

/** The order of this lease goes on with a new contract. */
async function isReplaced({ store }: Desk, { id, order_id }: LeaseRecord): Promise<boolean> {
  const current = order_id ? await store.ofOrder(order_id) : null
  return current !== null && current.id !== id
}

/** One e-mail about all alerts of a stretch of time, to each address, at its end. */
async function digest(outbox: Outbox, alerts: Announcement[], leases: Map<string, LeaseRecord>): Promise<void> {
  const { desk, medusa } = outbox
  const { announcements } = desk.store
  const { staff } = desk.options.notices ?? {}
  const stands = ({ lease_id, alert }: Announcement) =>
    staff !== undefined && leases.get(lease_id)?.attention.some(({ code }) => code === alert) === true
  const [standing, past] = split(alerts, stands)
  if (past.length) await announcements.mailed(past.map(({ id }) => id))
  if (!staff || !standing.length) return
  const end = (at: Date) => new Date((Math.floor(at.getTime() / staff.every) + 1) * staff.every)
  const [due, later] = split(standing, ({ created_at }) => end(created_at) <= desk.now())
  if (later.length)
    await announcements.mailLater(
      later.map(({ id }) => id),
      end(desk.now()),
    )
  if (!due.length) return
  const named = [...new Set(due.map(({ lease_id }) => lease_id))].flatMap((id) => leases.get(id) ?? [])
  const mail = digestMail(named, desk.options)
  await send(outbox, due, async () => {
    for (const [place, to] of staff.to.entries()) await medusa.mail({ ...mail, to, key: `${keyOf(due)}-${place}` })
  })
}

/** Sends what these are about, or says when to try it again. `since`: when that was due first; `next`: when they are due once more. */
async function send(
  { desk }: Outbox,
  news: Announcement[],
  mail: () => Promise<void>,
  { since = news[0]?.created_at, next }: { since?: Date | undefined; next?: Date | undefined } = {},
): Promise<void> {
  const { announcements } = desk.store
  const ids = news.map(({ id }) => id)
  try {
    await mail()
  } catch (error) {
    const [first] = news
    const now = desk.now()
    const late = since !== undefined && now.getTime() - since.getTime() > TOO_LATE_MS
    // Providers repeat the address.
    desk.log.error(
      `lease-to-own: the e-mail about ${first?.name} of lease ${first?.lease_id} could not be sent: ${mask(messageOf(error))}. ${
        late ? "It is not tried again." : "It is tried again."
      }`,
    )
    if (late) await announcements.mailed(ids)
    else {
      const again = new Date(now.getTime() + backoffMs((first?.mail_failures ?? 0) + 1))
      await announcements.mailLater(ids, again, { failed: true })
    }
    return
  }
  await (next ? announcements.mailLater(ids, next) : announcements.mailed(ids))
}

/** Medusa sends nothing twice under one key, and takes a key whose e-mail has failed for another's: each attempt has its own. */
function keyOf(news: Announcement[]): string {
  const all = news.map(({ id, mail_failures }) => `${id}-${mail_failures}`).sort()
  return `lease-to-own-${createHash("sha256").update(all.join()).digest("hex")}`
}

/** The language in which the shopper agreed to apply. */
export async function languageOf({ store }: Desk, lease: LeaseRecord): Promise<NoticeLanguage> {
  const language = (await store.histories.consent(lease.id))?.consent_language
  return language !== undefined && Object.hasOwn(noticeTexts, language) ? (language as NoticeLanguage) : "en"
}

function split<T>(all: readonly T[], is: (each: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((each) => !is(each))]
}
