import { mask } from "../../../../client"
import { type AccountDeps, type LedgerDeps, ofLease, reread, SHOPPER, textParams } from "../../accounts/deps"
import { digestOf, type LinkKind, refusalOfLink, sealLink } from "../../calls/one-time-url"
import { isSent } from "../../rules/conditions"
import { hashLeaseKey } from "../../rules/keys"
import { isClosed, isNew, isOrdered, ORDERED } from "../../rules/lease-predicates"
import { HOUR_MS } from "../../rules/moments"
import type { HistoryEntry, LeaseRecord } from "../../rules/records"
import { CLOSED } from "../../rules/state-machine"
import { afterReport, approvedSince } from "../../rules/widget-tokens"
import type { LeaseStore } from "../../tables/lease-store"
import type { LeasePatch } from "../../tables/table"
import { LedgerRefusal } from "../../texts/messages"
import { because, reasonTexts } from "../../texts/reasons"
import { leaseNames } from "./lease-names"

export const WIDGET_STATUSES = ["APP_APPROVED", "APP_DENIED", "APP_PENDING"] as const
type WidgetStatus = (typeof WIDGET_STATUSES)[number]

/** The payload of `onSuccess` (spec 6.2). */
type WidgetSuccess = { id?: string; deliveryConfirmationUrl?: string; orderConfirmationUrl?: string }

/** A widget callback (spec 6.2), forwarded by the browser. */
export type WidgetEvent =
  | { event: "onApplicationSubmitResponse"; payload: { leaseId?: string; status?: WidgetStatus } }
  | { event: "onApproved"; payload: { leaseId?: string } }
  | { event: "onSuccess"; payload: WidgetSuccess }
  | { event: "onCancel"; payload?: unknown }
  | { event: "onFailure"; payload: { message?: string; id?: string } }

/** The maximum number of reports recorded for one lease. A genuine widget sends fewer. */
const MOST_ENTRIES = 200
const LONGEST_REASON = 300

/** How long after an approval the job first checks for an order without a success report (ms). */
const CHECK_AFTER_MS = HOUR_MS

/**
 * Records a callback from the widget opened for this cart. After a success report (`onSuccess`), the lease exists, and its one-time URLs are stored,
 * encrypted. No report moves money or goods, because reports come through a browser.
 *
 * `ordered` is true if the cart is already an order. Throws LedgerRefusal `widget_token` if the token belongs to no open lease of this cart. A
 * success report throws `widget_empty` if it names no lease, `widget_other_cart` if it counts for another cart, or `widget_late` if its lease was
 * replaced.
 */
export async function takeWidgetEvent(
  deps: LedgerDeps,
  cart: { id: string; ordered: boolean },
  { token, ...event }: WidgetEvent & { token: string },
): Promise<LeaseRecord> {
  const hash = hashLeaseKey(token)
  const lease = await deps.store.ofWidgetToken(cart.id, hash)
  if (!lease) throw new LedgerRefusal("widget_token", {}, { kind: "forbidden" })
  const accountDeps = ofLease(deps, lease)
  if (event.event === "onSuccess")
    return takeSuccess(accountDeps, lease, { hash, success: event.payload, ordered: cart.ordered })
  if (isClosed(lease)) throw new LedgerRefusal("widget_token", textParams(accountDeps, lease), { kind: "forbidden" })
  return note(accountDeps, lease, hash, readEvent(event))
}

/** `id` is the operator's ID for the lease. `approves` is true for an approval and false for the end of one. */
type Read = { entry: HistoryEntry; id?: string | undefined; approves?: boolean | undefined }

function readEvent(event: Exclude<WidgetEvent, { event: "onSuccess" }>): Read {
  if (event.event === "onCancel") return { entry: { type: "widget_canceled" }, approves: false }
  const id = event.event === "onFailure" ? event.payload.id : event.payload.leaseId
  const detail = id ? { id } : {}
  if (event.event === "onFailure") {
    const reason = mask(event.payload.message ?? "").slice(0, LONGEST_REASON)
    return { entry: { type: "widget_failed", detail: { reason, ...detail } }, id, approves: false }
  }
  if (event.event === "onApproved") return { entry: { type: "widget_approved", detail }, id, approves: true }
  const { status } = event.payload
  // An event with a lease ID but an unknown status may be an approval, so follow up on it.
  const approves = status ? status === "APP_APPROVED" : id !== undefined
  const entry: HistoryEntry = { type: "widget_answered", detail: { status: status ?? "unknown", ...detail } }
  return { entry, id, approves: approves || undefined }
}

/** Drops the report if the history is full, because anyone with a token can send any number of reports. */
async function record(
  { store }: LedgerDeps,
  lease: LeaseRecord,
  entry: HistoryEntry,
  most = MOST_ENTRIES,
): Promise<void> {
  if ((await store.histories.count(lease.id)) < most) await store.appendOnce(lease.id, SHOPPER, entry)
}

/** Stores what the job needs to detect a lost success report, and the operator's ID for the lease, unless that counts for another cart. */
async function note(
  deps: AccountDeps,
  lease: LeaseRecord,
  hash: string,
  { entry, id, approves }: Read,
): Promise<LeaseRecord> {
  await record(deps, lease, entry)
  const now = deps.now()
  const isOthers = id && (await deps.store.successes.otherCart(lease.cart_id, namesOf(deps, id)))
  const kept = await deps.store.changeLease(lease.id, (fresh): LeasePatch => {
    const tokens = afterReport(fresh.widget_tokens ?? [], hash, now, approves)
    const since = approvedSince(tokens)
    const reconcile_at = since ? new Date(now.getTime() + CHECK_AFTER_MS) : now
    return {
      widget_tokens: tokens,
      ...(isNew(fresh) && { widget_approved_at: since, reconcile_at }),
      // After a success report, the lease keeps only an ID that was counted with such a report.
      ...(id && !isOthers && !fresh.hosted_id && !fresh.success_digest && { hosted_id: id }),
    }
  })
  return kept ?? reread(deps, lease)
}

/** Stores the valid parts of a success report, even for a placed order or a replaced lease. A forbidden URL raises an alert. */
async function takeSuccess(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  { hash, success, ordered }: { hash: string; success: WidgetSuccess; ordered: boolean },
): Promise<LeaseRecord> {
  const { linkKey } = accountDeps.options
  if (!linkKey) throw new LedgerRefusal("unavailable_off")
  if (!namesLease(lease, hash, success)) return refuseEmpty(accountDeps, lease, hash)
  const sealed = sealSuccess(accountDeps, lease, success, linkKey)
  const first = await takeFirst(accountDeps, lease, sealed, ordered)
  const taken = first ?? (await takeAgain(accountDeps, await reread(accountDeps, lease), sealed))
  if (!isClosed(taken)) return taken
  // The shopper chose the other flow in the meantime, so there may be two leases for one cart. Alert staff.
  await accountDeps.store.raise(taken.id, "widget_success_differs")
  throw new LedgerRefusal("widget_late", textParams(accountDeps, taken), { kind: "forbidden" })
}

/** Whether this success report, or an earlier report from the same opening, names the lease. All fields of a report are optional (spec 6.2). */
function namesLease({ hosted_id, widget_tokens }: LeaseRecord, hash: string, success: WidgetSuccess): boolean {
  if (success.id || success.deliveryConfirmationUrl || success.orderConfirmationUrl) return true
  return hosted_id !== null && (widget_tokens ?? []).some((one) => one.hash === hash && one.approved_at !== null)
}

/** Records only that there was a success report. The job then follows up as if the report had been lost. */
async function refuseEmpty(accountDeps: AccountDeps, lease: LeaseRecord, hash: string): Promise<never> {
  await record(accountDeps, lease, { type: "widget_refused", detail: { reason: reasonTexts.widget_empty } })
  const now = accountDeps.now()
  await accountDeps.store.changeLease(lease.id, (fresh): LeasePatch => {
    if (!isNew(fresh)) return {}
    const widget_tokens = afterReport(fresh.widget_tokens ?? [], hash, now, true)
    return { widget_tokens, widget_approved_at: fresh.widget_approved_at ?? now, reconcile_at: now }
  })
  throw new LedgerRefusal("widget_empty", textParams(accountDeps, lease), { kind: "invalid" })
}

type SealedSuccess = ReturnType<typeof sealSuccess>

/** Encrypts a success report's one-time URLs for storage. `refused` is the reason if one of them must not be called. */
function sealSuccess(accountDeps: AccountDeps, lease: LeaseRecord, success: WidgetSuccess, key: Buffer) {
  const { id, deliveryConfirmationUrl: delivery, orderConfirmationUrl: order } = success
  const why = (url: string | undefined) => (url === undefined ? null : refusalOfLink(accountDeps, url))
  const seal = (url: string | undefined, kind: LinkKind) => {
    const refused = why(url)
    // Keep a URL whose host or path an option may allow later. The URL is checked again before it is called.
    const isKept = refused === null || refused === "link_to_other_host" || refused === "link_to_other_path"
    return url !== undefined && isKept ? sealLink(url, key, lease.id, kind) : null
  }
  return {
    id,
    urls: [delivery, order],
    success_digest: digestOf([id, delivery, order], key),
    order_link: seal(order, "order"),
    delivery_link: seal(delivery, "delivery"),
    refused: why(order) ?? why(delivery),
  }
}

/** Hashes of what identifies a lease with this ID and these one-time URLs at the account's operator. */
function namesOf(
  { options, secret }: AccountDeps,
  id: string | null | undefined,
  urls: (string | undefined)[] = [],
): string[] {
  return leaseNames({ id, urls }, options.service.baseUrl, secret)
}

/**
 * Writes a success report, and counts the operator's lease for this cart in the same transaction. Throws LedgerRefusal `widget_other_cart` if it
 * counts for another cart.
 */
async function writeCounted(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  urls: (string | undefined)[],
  write: (store: LeaseStore) => Promise<LeaseRecord | null>,
): Promise<LeaseRecord | null> {
  let otherCart = null as string | null
  try {
    return await accountDeps.store.transaction(async (store) => {
      const written = await write(store)
      if (written) otherCart = await store.successes.count(lease.cart_id, namesOf(accountDeps, written.hosted_id, urls))
      if (otherCart) throw new Error("The transaction is rolled back.")
      return written
    })
  } catch (error) {
    if (otherCart) return refuseCounted(accountDeps, lease, otherCart)
    throw error
  }
}

/**
 * Refuses a success report whose lease counts for another cart. The shopper may have reported it here as well to save the sales tax, so the history
 * names the other cart's lease.
 */
async function refuseCounted(accountDeps: AccountDeps, lease: LeaseRecord, otherCart: string): Promise<never> {
  const other = await accountDeps.store.ofCart(otherCart)
  const { reason } = because("widget_other_cart", other ? { reference: other.reference } : {})
  await record(accountDeps, lease, { type: "widget_refused", detail: { reason } })
  throw new LedgerRefusal("widget_other_cart", textParams(accountDeps, lease))
}

/** Records the first success report. Returns null if there already is one. */
async function takeFirst(
  deps: AccountDeps,
  lease: LeaseRecord,
  { id, urls, refused, ...kept }: SealedSuccess,
  ordered: boolean,
) {
  const { store } = deps
  const set: LeasePatch = { ...kept, evidence: "reported", signed_at: deps.now(), ...(id && { hosted_id: id }) }
  const history: HistoryEntry[] = [{ type: "widget_succeeded", detail: id ? { id } : {} }]
  const change = { actor: SHOPPER, history }
  const guard = { status: [...ORDERED, ...CLOSED], success_digest: null }
  const first = await writeCounted(
    deps,
    lease,
    urls,
    async (within) =>
      (await within.move(lease.id, "widget_succeeded", { ...change, set })) ??
      within.set(lease.id, { ...set, reconcile_at: deps.now() }, { ...change, guard }),
  )
  if (!first) return null
  if (ordered || isOrdered(first)) await store.raise(first.id, "widget_success_late")
  if (refused) await store.raise(first.id, "link_refused", because(refused))
  // This alert is raised if the cart becomes an order before the widget reports a lease.
  return store.clear(await reread(deps, first), "widget_success_lost")
}

/** Adds missing parts from a repeated success report. A different report raises an alert. */
async function takeAgain(deps: AccountDeps, lease: LeaseRecord, again: SealedSuccess): Promise<LeaseRecord> {
  const { store } = deps
  const { hosted_id, success_digest, order_link, delivery_link } = lease
  const same = hosted_id && again.id ? hosted_id === again.id : success_digest === again.success_digest
  if (!same) {
    const otherCart = await store.successes.otherCart(lease.cart_id, namesOf(deps, again.id, again.urls))
    if (otherCart) return refuseCounted(deps, lease, otherCart)
    const entry: HistoryEntry = { type: "widget_succeeded", detail: again.id ? { id: again.id } : {} }
    // The higher limit keeps other reports from crowding a second lease's ID out of the history.
    await record(deps, lease, entry, 2 * MOST_ENTRIES)
    return (await store.raise(lease.id, "widget_success_differs")) ?? lease
  }
  const pendingCalls = await store.pendingCalls.ofLease(lease.id)
  const takesOrder = !order_link && again.order_link && !isSent("send_order_id", pendingCalls)
  const takesDelivery = !delivery_link && again.delivery_link && !isSent("send_delivery_date", pendingCalls)
  const missing: LeasePatch = {
    ...(!hosted_id && again.id && { hosted_id: again.id }),
    ...(takesOrder && { order_link: again.order_link }),
    ...(takesDelivery && { delivery_link: again.delivery_link }),
  }
  if (!Object.keys(missing).length) return lease
  const change = { guard: { status: [lease.status] }, actor: SHOPPER }
  const set = { ...missing, reconcile_at: deps.now() }
  return (await writeCounted(deps, lease, again.urls, (within) => within.set(lease.id, set, change))) ?? lease
}
