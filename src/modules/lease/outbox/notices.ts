import { createHash } from "node:crypto"
import { mask } from "../../../client"
import { cents, dateIn, formatMoney } from "../../../lease-cart"
import { isRemoved, type LedgerDeps, ofLease, REMOVED_RETRY_MS, SYSTEM, sumsTests } from "../accounts/deps"
import { after } from "../decide/decision"
import type { LeaseOptions } from "../options/options"
import { hasDifference } from "../rules/alerts"
import { LeaseEvents } from "../rules/announcements"
import { isHosted, orderAwaitsSignature } from "../rules/lease-predicates"
import { DAY_MS, MINUTE_MS } from "../rules/moments"
import { type Notice, noticeOf } from "../rules/notices"
import type { Announcement, LeaseRecord, RaisedAlert } from "../rules/records"
import { restOf } from "../rules/reversal"
import { alertTitles } from "../texts/dashboard-messages"
import { fill, LedgerRefusal, messageOf } from "../texts/messages"
import { codeTexts, digestText, feedText, type NoticeLanguage, type NoticeText, noticeTexts } from "../texts/notices"
import { backoffMs } from "./back-off"
import type { FeedEntry, Mail, MedusaSide } from "./medusa"
import { costOf } from "./notice-cost"
import { signingLink } from "./order-to-sign"

/** How many notices to send together. A digest should fit into one batch. */
const BATCH = 200
/** How long a process claims emails: longer than sending takes. */
const MAIL_CLAIM_MS = 15 * MINUTE_MS
/** How long a process claims feed entries. Each entry has one key, so a second process can't add it twice. */
const FEED_CLAIM_MS = MINUTE_MS
/** How long to retry an email. After that, it's too late to be useful. */
const TOO_LATE_MS = 3 * DAY_MS

type Outbox = { deps: LedgerDeps; medusa: MedusaSide; mustStop: () => boolean }

type Letter = Omit<Mail, "key" | "to">

/** Sends due emails that still apply (option `notices`). Logs failures and retries them for three days. Never throws. */
export async function sendNotices(deps: LedgerDeps, medusa: MedusaSide, mustStop: () => boolean): Promise<void> {
  const { announcements } = deps.store
  const outbox = { deps, medusa, mustStop }
  try {
    if (!deps.options.notices) return await announcements.dropMails()
    for (;;) {
      const due = mustStop() ? [] : await announcements.take("mail_at", { limit: BATCH, ms: MAIL_CLAIM_MS })
      if (!due.length) return
      const leases = await deps.store.byIds(due.map(({ lease_id }) => lease_id))
      const [alerts, news] = split(due, ({ name }) => name === LeaseEvents.NEEDS_ATTENTION)
      await digest(outbox, alerts, leases)
      for (const each of news) await toShopper(outbox, each, leases.get(each.lease_id))
    }
  } catch (error) {
    deps.log.error(`lease-to-own: emails about leases could not be sent: ${messageOf(error)}. They are kept.`)
  }
}

/** Adds alerts that are still raised to the dashboard's notifications, each once. Retries failures every minute for three days. Never throws. */
export async function feedAlerts(deps: LedgerDeps, medusa: MedusaSide, mustStop: () => boolean): Promise<void> {
  const { announcements } = deps.store
  try {
    for (;;) {
      const due = mustStop() ? [] : await announcements.take("feed_at", { limit: BATCH, ms: FEED_CLAIM_MS })
      if (!due.length) return
      const leases = await deps.store.byIds(due.map(({ lease_id }) => lease_id))
      for (const news of due) {
        const lease = leases.get(news.lease_id)
        if (mustStop()) return
        const isDue = lease && isRaised(news, lease) && !isLate(news.created_at, deps.now())
        const failure = isDue ? await medusa.feed(feedEntry(news, lease, deps.now())).then(() => null, messageOf) : null
        // An entry that failed is due again when its claim expires (`FEED_CLAIM_MS`).
        if (failure === null) await announcements.done([news], ["feed_at"])
        else
          deps.log.error(
            `lease-to-own: an alert of lease ${news.lease_id} could not be added to the dashboard's notifications: ${failure}. It will be retried.`,
          )
      }
    }
  } catch (error) {
    deps.log.error(
      `lease-to-own: alerts could not be added to the dashboard's notifications: ${messageOf(error)}. They are kept.`,
    )
  }
}

function feedEntry({ id, alert }: Announcement, lease: LeaseRecord, now: Date): FeedEntry {
  const { id: leaseId, reference, order_display_id } = lease
  const matter = titleOf(
    lease.alerts.find(({ code }) => code === alert),
    now,
  )
  const params = { reference, order: String(order_display_id), matter }
  const { title, titleWithOrder, description, link } = feedText
  return {
    leaseId,
    key: `lease-to-own-${id}`,
    title: fill(order_display_id === null ? title : titleWithOrder, params),
    description: fill(description, params),
    link: fill(link, params),
  }
}

/** An alert's title, or its code if another version of the plugin raised it. If known, the amount and the days until now follow in parentheses. */
function titleOf(alert: RaisedAlert | undefined, now: Date): string {
  const title = (alertTitles as Record<string, string>)[alert?.code ?? ""] ?? String(alert?.code)
  const { amount, days } = alert?.params ?? {}
  const passed = Math.max(0, Math.floor((now.getTime() - Date.parse(alert?.since ?? "")) / DAY_MS))
  const facts = [amount, days && DAYS.format(Number(days) + passed)].filter(Boolean).join(", ")
  return facts ? `${title} (${facts})` : title
}

const DAYS = new Intl.NumberFormat("en-US", { style: "unit", unit: "day", unitDisplay: "long" })

function isRaised({ alert }: Announcement, lease: LeaseRecord | undefined): boolean {
  return lease?.alerts.some(({ code }) => code === alert) === true
}

/** Sends a shopper's email about an announcement if it is due and still applies; otherwise schedules or drops it. */
async function toShopper(outbox: Outbox, news: Announcement, lease: LeaseRecord | undefined): Promise<void> {
  const { deps, medusa, mustStop } = outbox
  const { announcements } = deps.store
  const now = deps.now()
  const accountDeps = lease && deps.options.notices?.shoppers ? ofLease(deps, lease) : null
  const due = lease && accountDeps && noticeOf(news, lease, { ...accountDeps.options, now })
  // Removing an account also removes the operator's contact details, which the email needs, so wait for the account to come back. A held lease may
  // be further than the ledger knows, and in a copy of the store, its shopper is another store's.
  const isMute =
    accountDeps !== null && (isRemoved(accountDeps) || (await deps.store.holds.isHeld(lease as LeaseRecord)))
  if (!due || !lease?.email || (isMute && isLate(news.created_at, now))) return announcements.done([news], ["mail_at"])
  if (isMute) return announcements.mailLater([news], after(now, REMOVED_RETRY_MS))
  if (due.at > now || mustStop()) return announcements.mailLater([news], due.at)
  // Don't send this email if the customer gets an email about the new contract instead.
  if (due.notice === "canceled" && (await isReplaced(deps, lease))) return announcements.done([news], ["mail_at"])
  const { email: to } = lease
  const link = await linkFor(accountDeps, lease)
  const language = await languageOf(deps, lease)
  const mail = shopperMail(due.notice, lease, { options: accountDeps.options, language, link })
  const key = `${keyOf([news])}-${due.notice}`
  await send(outbox, [news], () => medusa.mail({ ...mail, to, key }), { since: due.at, next: due.next })
}

/** The link where an existing order's shopper can sign. Undefined for any other lease. */
async function linkFor(deps: LedgerDeps, lease: LeaseRecord): Promise<string | undefined> {
  if (!deps.options.contractLink || !orderAwaitsSignature(lease)) return undefined
  try {
    return await signingLink(deps, lease, SYSTEM)
  } catch (error) {
    // A refusal means that the contract was signed in the meantime.
    if (error instanceof LedgerRefusal) return undefined
    throw error
  }
}

async function isReplaced({ store }: LedgerDeps, { id, order_id }: LeaseRecord): Promise<boolean> {
  const current = order_id ? await store.ofOrder(order_id) : null
  return current !== null && current.id !== id
}

/** At the end of each period, sends each recipient one email about all of the period's alerts. */
async function digest(outbox: Outbox, alerts: Announcement[], leases: Map<string, LeaseRecord>): Promise<void> {
  const { deps, medusa } = outbox
  const { announcements } = deps.store
  const { staff } = deps.options.notices ?? {}
  const stands = (news: Announcement) => staff !== undefined && isRaised(news, leases.get(news.lease_id))
  const [open, past] = split(alerts, stands)
  if (past.length) await announcements.done(past, ["mail_at"])
  if (!staff || !open.length) return
  const end = (at: Date) => new Date((Math.floor(at.getTime() / staff.every) + 1) * staff.every)
  const [due, later] = split(open, ({ created_at }) => end(created_at) <= deps.now())
  if (later.length) await announcements.mailLater(later, end(deps.now()))
  if (!due.length) return
  const named = [...new Set(due.map(({ lease_id }) => lease_id))].flatMap((id) => leases.get(id) ?? [])
  const mail = digestMail(deps, named)
  await send(outbox, due, async () => {
    for (const [place, to] of staff.to.entries()) await medusa.mail({ ...mail, to, key: `${keyOf(due)}-${place}` })
  })
}

/** Sends the email, or schedules a retry. `since` is when the email was first due, and `next` is when the next one is due. */
async function send(
  { deps }: Outbox,
  news: Announcement[],
  mail: () => Promise<void>,
  { since = news[0]?.created_at, next }: { since?: Date | undefined; next?: Date | undefined } = {},
): Promise<void> {
  const { announcements } = deps.store
  try {
    await mail()
  } catch (error) {
    const [first] = news
    const now = deps.now()
    const late = since !== undefined && isLate(since, now)
    // Email providers quote the address in their errors, so mask it.
    const why = mask(messageOf(error))
    const then = late ? "It won't be retried." : "It will be retried."
    deps.log.error(
      `lease-to-own: the email about ${first?.name} of lease ${first?.lease_id} could not be sent: ${why}. ${then}`,
    )
    if (late) return announcements.done(news, ["mail_at"])
    return announcements.mailLater(news, after(now, backoffMs((first?.mail_failures ?? 0) + 1)), { failed: true })
  }
  await (next ? announcements.mailLater(news, next) : announcements.done(news, ["mail_at"]))
}

/** A key for one attempt. Medusa sends only one email per key and refuses a key whose email failed, so a retry needs a new key. */
function keyOf(news: Announcement[]): string {
  const all = news.map(({ id, mail_failures }) => `${id}-${mail_failures}`).sort()
  return `lease-to-own-${createHash("sha256").update(all.join()).digest("hex")}`
}

/** The language of the shopper's consent; English if unknown. */
export async function languageOf({ store }: LedgerDeps, lease: LeaseRecord): Promise<NoticeLanguage> {
  const language = (await store.histories.consent(lease.id))?.consent_language
  return language !== undefined && Object.hasOwn(noticeTexts, language) ? (language as NoticeLanguage) : "en"
}

function isLate(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() > TOO_LATE_MS
}

function split<T>(all: readonly T[], is: (each: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((each) => !is(each))]
}

/** A shopper's email about a lease. `link` is where to sign for an existing order, instead of the page in the options. */
function shopperMail(
  notice: Notice,
  lease: LeaseRecord,
  { options, language, link }: { options: LeaseOptions; language: NoticeLanguage; link: string | undefined },
): Letter {
  const { operator, timeZone, notices } = options
  const { store, link: page, orderLink } = notices?.shoppers ?? {}
  const cartLink = page?.replaceAll("{cartId}", encodeURIComponent(lease.cart_id))
  const texts = noticeTexts[language]
  const until = new Intl.DateTimeFormat(language === "en" ? "en-US" : language, { dateStyle: "long", timeZone })
  const params = {
    reference: lease.reference,
    operator: operator.name,
    // Only the operator can cancel a hosted lease, so don't offer to cancel it.
    contract_with: isHosted(lease) ? undefined : operator.name,
    contact: operator.contact,
    language,
    store,
    link: link ? undefined : cartLink,
    cart_link: lease.order_id ? undefined : cartLink,
    order: lease.order_display_id?.toString(),
    order_link: lease.order_id ? orderLink?.replaceAll("{orderId}", encodeURIComponent(lease.order_id)) : undefined,
    ...costOf(lease, language, options),
    approved: lease.approval_amount ? formatMoney(cents(lease.approval_amount), lease.currency_code) : undefined,
    ends: lease.approved_until ? until.format(lease.approved_until) : undefined,
  }
  return mailOf(notice, [...texts[notice], texts.reference, "{store}"], params, link ? { link } : {})
}

/** The email with a one-time code. It reveals only that there is an approval. */
export function codeMail(
  { notices }: Pick<LeaseOptions, "notices">,
  language: NoticeLanguage,
  { code, minutes }: { code: string; minutes: number },
): Letter {
  const spaced = code.replace(/^(\d{4})/, "$1 ")
  const params = { minutes: String(minutes), language, store: notices?.shoppers?.store }
  return mailOf("code", [...codeTexts[language], "{store}"], params, { code: spaced })
}

function digestMail(deps: LedgerDeps, leases: readonly LeaseRecord[]): Letter {
  const { notices, timeZone } = deps.options
  const { subject, head, waiting, tail, lease: without, leaseWithOrder } = digestText
  const listed = leases.map((lease) =>
    fill(lease.order_display_id ? leaseWithOrder : without, {
      reference: lease.reference,
      order: String(lease.order_display_id),
      matter: titleOf(lease.alerts[0], deps.now()),
      since: dateIn(new Date(lease.alerts[0]?.since ?? lease.status_at), timeZone) ?? "",
    }),
  )
  return mailOf("needs-attention", [subject, head, ...listed, waiting, tail], {
    count: String(leases.length),
    waiting: waitingSums(deps, leases),
    link: notices?.staff?.link,
    references: leases.map(({ reference }) => reference).join(", "),
  })
}

/** The sums of the leases whose orders should have been delivered by now, by currency. Undefined if there is none. */
function waitingSums(deps: LedgerDeps, leases: readonly LeaseRecord[]): string | undefined {
  const sums = new Map<string, number>()
  for (const lease of leases.filter(
    ({ test, alerts }) => test === sumsTests(deps) && hasDifference(alerts, "delivery"),
  ))
    sums.set(lease.currency_code, (sums.get(lease.currency_code) ?? 0) + restOf(lease))
  const amounts = [...sums].map(([currency, sum]) => formatMoney(cents(sum), currency))
  return amounts.length ? LIST.format(amounts) : undefined
}

const LIST = new Intl.ListFormat("en-US")

/** Builds an email, omitting a line if one of its parameters has no value. `secrets` are additional parameters that appear only in the content. */
function mailOf(
  name: string,
  [subject, ...lines]: NoticeText,
  params: Record<string, string | undefined>,
  secrets: Record<string, string> = {},
): Letter {
  const data = Object.fromEntries(Object.entries(params).filter((entry): entry is [string, string] => !!entry[1]))
  const known = { ...data, ...secrets }
  const isKnown = (line: string) => [...line.matchAll(/\{(\w+)\}/g)].every(([, param = ""]) => param in known)
  const paragraphs = lines.filter(isKnown).map((line) => fill(line, known))
  return {
    template: `lease-to-own.${name}`,
    data,
    content: {
      subject: fill(subject, known),
      text: paragraphs.join("\n\n"),
      html: paragraphs.map((line) => `<p>${asHtml(line)}</p>`).join("\n"),
    },
  }
}

function asHtml(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  // A signing link's key is one long word, wider than a phone.
  const link = (address: string) => `<a href="${address}" style="overflow-wrap: anywhere">${address}</a>`
  return escaped.replace(/https?:\/\/\S+/g, link)
}
