import type { OneTimeRefusal } from "../../../../client"
import { refusalOfLink } from "../../calls/one-time-url"
import { digestOf, type LinkKind, sealLink } from "../../calls/sealed-url"
import { isSent } from "../../rules/conditions"
import type { HistoryEntry, LeaseRecord } from "../../rules/records"
import { isClosed, isNew, isOrdered, ORDERED } from "../../rules/standing"
import { CLOSED } from "../../rules/state-machine"
import { told } from "../../rules/widget-tokens"
import { type Desk, type Ledger, reread, SHOPPER, textParams } from "../../status/ledger"
import type { LeasePatch } from "../../tables/changes"
import { because, reasonTexts } from "../../texts/reasons"
import { LedgerRefusal } from "../../texts/refusal"

/** The widget's payload when the lease is made (spec 6.2). */
export type WidgetSuccess = { id?: string; deliveryConfirmationUrl?: string; orderConfirmationUrl?: string }

/** A success as it is kept: its one-time URLs encrypted, and why one of them may not be called. */
type Judged = Required<Pick<LeasePatch, "success_digest" | "order_link" | "delivery_link">> & {
  id?: string | undefined
  refused: OneTimeRefusal | null
}

/**
 * Keeps a success of the widget: the lease is made. Its good parts are kept, whatever else it holds; a person hears of an address that may
 * not be called. One that comes after the order belongs to that order, and one whose lease has given way is kept with that lease.
 *
 * `token`: hash of the opening's; `ordered`: its cart is an order by now.
 *
 * Throws LedgerRefusal: `widget_empty` for one that names no lease, `widget_late` for the lease that has given way.
 */
export async function takeSuccess(
  ledger: Ledger,
  lease: LeaseRecord,
  { token, success, ordered }: { token: string; success: WidgetSuccess; ordered: boolean },
): Promise<LeaseRecord> {
  if (!ledger.options.widget || !ledger.options.linkKey) throw new LedgerRefusal("unavailable_off")
  if (!namesLease(lease, token, success)) return refuseEmpty(ledger, lease, token)
  const judged = judge(ledger, lease, success)
  const first = await takeFirst(ledger, lease, judged, ordered)
  const taken = first ?? (await takeAgain(ledger, await reread(ledger, lease), judged))
  if (!isClosed(taken)) return taken
  // The shopper took another way meanwhile: there may be two leases for one cart.
  await ledger.store.raise(taken.id, "widget_success_differs")
  throw new LedgerRefusal("widget_late", textParams(ledger, taken), { kind: "forbidden" })
}

/** Its own members name the lease, or the same opening has told of it before: all members are optional (spec 6.2). */
function namesLease(lease: LeaseRecord, token: string, success: WidgetSuccess): boolean {
  const { id, deliveryConfirmationUrl, orderConfirmationUrl } = success
  if (id || deliveryConfirmationUrl || orderConfirmationUrl) return true
  const { hosted_id, widget_tokens } = lease
  return (
    hosted_id !== null && (widget_tokens ?? []).some(({ hash, approved_at }) => hash === token && approved_at !== null)
  )
}

/** Only the fact that it came is kept. The search for lost successes finds the lease after a while. */
async function refuseEmpty(ledger: Ledger, lease: LeaseRecord, token: string): Promise<never> {
  const { store } = ledger
  await store.appendOnce(lease.id, SHOPPER, { type: "widget_refused", detail: { reason: reasonTexts.widget_empty } })
  const now = ledger.now()
  await store.changeLease(lease.id, (fresh) =>
    isNew(fresh)
      ? {
          widget_tokens: told(fresh.widget_tokens ?? [], token, now, true),
          widget_approved_at: fresh.widget_approved_at ?? now,
          look_at: now,
        }
      : {},
  )
  throw new LedgerRefusal("widget_empty", textParams(ledger, lease), { kind: "invalid" })
}

function judge(ledger: Ledger, { id: leaseId }: LeaseRecord, success: WidgetSuccess): Judged {
  const { linkKey } = ledger.options
  const { id, deliveryConfirmationUrl: delivery, orderConfirmationUrl: order } = success
  const why = (url: string | undefined) => (url === undefined ? null : refusalOfLink(ledger, url))
  const seal = (url: string | undefined, kind: LinkKind) => {
    const refused = why(url)
    // An option names its host or path perhaps tomorrow: it is judged again before it is called.
    const isKept = refused === null || refused === "link_to_other_host" || refused === "link_to_other_path"
    return url !== undefined && isKept ? sealLink(url, linkKey as Buffer, leaseId, kind) : null
  }
  return {
    id,
    success_digest: digestOf([id, delivery, order], linkKey as Buffer),
    order_link: seal(order, "order"),
    delivery_link: seal(delivery, "delivery"),
    refused: why(order) ?? why(delivery),
  }
}

/** No success is kept yet. Null where one is. */
async function takeFirst(desk: Desk, lease: LeaseRecord, { id, refused, ...kept }: Judged, ordered: boolean) {
  const set: LeasePatch = { ...kept, evidence: "reported", signed_at: desk.now(), ...(id && { hosted_id: id }) }
  const history: HistoryEntry[] = [{ type: "widget_succeeded", detail: id ? { id } : {} }]
  const change = { actor: SHOPPER, history }
  const statuses = [...ORDERED, ...CLOSED]
  const first =
    (await desk.store.move(lease.id, "widget_succeeded", { ...change, set })) ??
    (await desk.store.set(
      lease.id,
      { ...set, look_at: desk.now() },
      { ...change, guard: { status: statuses, success_digest: null } },
    ))
  if (!first) return null
  const late = ordered || isOrdered(first)
  if (late) await desk.store.raise(first.id, "widget_success_late")
  if (refused) await desk.store.raise(first.id, "link_refused", because(refused))
  // Its cart had become an order before the lease was known.
  return desk.store.lower(await reread(desk, first), "widget_success_lost")
}

/** A success was kept already: the same once more changes nothing, another one is for a person. The first is kept. */
async function takeAgain(desk: Desk, lease: LeaseRecord, again: Judged): Promise<LeaseRecord> {
  const { store } = desk
  const { hosted_id, success_digest, order_link, delivery_link } = lease
  const same = hosted_id && again.id ? hosted_id === again.id : success_digest === again.success_digest
  if (!same) {
    await store.appendOnce(lease.id, SHOPPER, { type: "widget_succeeded", detail: again.id ? { id: again.id } : {} })
    return (await store.raise(lease.id, "widget_success_differs")) ?? lease
  }
  const tasks = await store.tasks.ofLease(lease.id)
  const missing: LeasePatch = {
    ...(!hosted_id && again.id && { hosted_id: again.id }),
    ...(!order_link && again.order_link && !isSent("send_order_id", tasks) && { order_link: again.order_link }),
    ...(!delivery_link &&
      again.delivery_link &&
      !isSent("send_delivery_date", tasks) && { delivery_link: again.delivery_link }),
  }
  if (!Object.keys(missing).length) return lease
  const change = { guard: { status: [lease.status] }, actor: SHOPPER }
  return (await store.set(lease.id, { ...missing, look_at: desk.now() }, change)) ?? lease
}
