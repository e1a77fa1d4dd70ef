import { mask, refusalOfOneTimeUrl } from "../../../lease-service"
import { hashLeaseKey, isLeaseKey } from "../keys"
import { type Ledger, reread, SHOPPER, textParams } from "../ledger"
import { reasonTexts } from "../reasons"
import type { HistoryEntry, LeaseRecord } from "../records"
import { LedgerRefusal } from "../refusal"
import { digestOf, type LinkKind, sealLink } from "../sealed-link"
import { CLOSED } from "../state-machine"
import type { LeasePatch } from "../store"
import { currentLease } from "./current-lease"

/** What the widget hands out when the lease is made (spec 6.2). */
export type WidgetSuccess = { id?: string; deliveryConfirmationUrl?: string; orderConfirmationUrl?: string }

/** A callback of the widget (spec 6.2), as the browser passes it on. */
export type WidgetEvent =
  | {
      event: "onApplicationSubmitResponse"
      payload: { leaseId?: string; status: "APP_APPROVED" | "APP_DENIED" | "APP_PENDING" }
    }
  | { event: "onApproved"; payload: { leaseId: string } }
  | { event: "onSuccess"; payload: WidgetSuccess }
  | { event: "onCancel"; payload?: unknown }
  | { event: "onFailure"; payload: { message: string } }

/** No honest widget has more to tell of one lease; what comes after is not written down. */
const MOST_ENTRIES = 200
const LONGEST_REASON = 300
/** Until the job looks whether an approval was followed by an order and no success (ms). */
const LOOK_AFTER_MS = 3600_000

/**
 * Takes a callback of the widget that was opened for this cart. Only `onSuccess` changes more than the history: the lease is made, and its
 * one-time URLs are kept, encrypted. It came through a browser, so it moves no money and no goods.
 *
 * Throws LedgerRefusal: `widget_token` without a token of this very lease, `widget_late` for the success of one that has given way,
 * `widget_host` for an address that is not the operator's.
 */
export async function takeWidgetEvent(
  ledger: Ledger,
  cartId: string,
  { token, ...told }: WidgetEvent & { token: string },
): Promise<LeaseRecord> {
  const lease = await currentLease(ledger, cartId)
  const own = lease?.way === "widget" && !CLOSED.includes(lease.status) && isLeaseKey(token, lease.lease_key_hashes)
  if (!lease || !own) {
    const late = told.event === "onSuccess" && (await tellOfLate(ledger, cartId, token))
    throw new LedgerRefusal(late ? "widget_late" : "widget_token", textParams(ledger, lease), { kind: "forbidden" })
  }
  switch (told.event) {
    case "onSuccess":
      return takeSuccess(ledger, lease, told.payload)
    case "onApplicationSubmitResponse": {
      const { status, leaseId } = told.payload
      const entry: HistoryEntry = { type: "widget_answered", detail: { status } }
      return note(ledger, lease, entry, status === "APP_APPROVED" ? approved(ledger, lease, leaseId) : {})
    }
    case "onApproved":
      return note(ledger, lease, { type: "widget_approved" }, approved(ledger, lease, told.payload.leaseId))
    case "onCancel":
      return note(ledger, lease, { type: "widget_cancelled" }, { widget_approved_at: null })
    case "onFailure": {
      const reason = mask(told.payload.message).slice(0, LONGEST_REASON)
      return note(ledger, lease, { type: "widget_failed", detail: { reason } }, { widget_approved_at: null })
    }
  }
}

/** The shopper took another way meanwhile, and the widget made a lease all the same: there may be two for one cart. */
async function tellOfLate(ledger: Ledger, cartId: string, token: string): Promise<boolean> {
  const late = await ledger.store.ofLeaseKey(cartId, hashLeaseKey(token))
  if (late?.way !== "widget") return false
  await ledger.store.raise(late.id, "widget_success_differs")
  return true
}

function approved(ledger: Ledger, lease: LeaseRecord, id: string | undefined): LeasePatch {
  return {
    widget_approved_at: lease.widget_approved_at ?? ledger.now(),
    look_at: new Date(ledger.now().getTime() + LOOK_AFTER_MS),
    ...(id && { hosted_id: id }),
  }
}

/** What is told before the success is kept for whoever looks for a success that was lost; afterwards nothing depends on it. */
async function note(ledger: Ledger, lease: LeaseRecord, entry: HistoryEntry, set: LeasePatch): Promise<LeaseRecord> {
  if ((await ledger.store.countEvents(lease.id)) < MOST_ENTRIES) await ledger.store.appendOnce(lease.id, SHOPPER, entry)
  if (lease.status !== "open" || !Object.keys(set).length) return lease
  return (await ledger.store.set(lease.id, set, { guard: { status: ["open"] }, actor: SHOPPER })) ?? lease
}

async function takeSuccess(ledger: Ledger, lease: LeaseRecord, success: WidgetSuccess): Promise<LeaseRecord> {
  if (!ledger.options.widget || !ledger.options.linkKey) throw new LedgerRefusal("unavailable_off")
  const { deliveryConfirmationUrl, orderConfirmationUrl } = success
  for (const url of [deliveryConfirmationUrl, orderConfirmationUrl])
    if (url !== undefined) await refuseForeignHost(ledger, lease, url)
  if (lease.status === "open") {
    const made = await ledger.store.move(lease.id, "widget_succeeded", {
      actor: SHOPPER,
      set: {
        evidence: "reported",
        signed_at: ledger.now(),
        success_digest: digest(ledger, success),
        ...(success.id && { hosted_id: success.id }),
        ...links(ledger, lease, success),
      },
      history: [{ type: "widget_succeeded" }],
    })
    if (made) return made
  }
  return takeAgain(ledger, await reread(ledger, lease), success)
}

/** A success was kept already: the same once more changes nothing, another one is for a person. The first is kept. */
async function takeAgain(ledger: Ledger, lease: LeaseRecord, success: WidgetSuccess): Promise<LeaseRecord> {
  const { hosted_id, success_digest } = lease
  const same = hosted_id && success.id ? hosted_id === success.id : success_digest === digest(ledger, success)
  if (!same) return (await ledger.store.raise(lease.id, "widget_success_differs")) ?? lease
  const all = links(ledger, lease, success)
  const missing: LeasePatch = {
    ...(!lease.order_link && all.order_link && { order_link: all.order_link }),
    ...(!lease.delivery_link && all.delivery_link && { delivery_link: all.delivery_link }),
  }
  if (!Object.keys(missing).length) return lease
  // Before the order nothing was sent, so that what is missing was never there.
  return (await ledger.store.set(lease.id, missing, { guard: { status: ["signed"] }, actor: SHOPPER })) ?? lease
}

function links(ledger: Ledger, { id }: LeaseRecord, success: WidgetSuccess): Partial<LeasePatch> {
  const { linkKey } = ledger.options
  const seal = (url: string | undefined, kind: LinkKind) => (url && linkKey ? sealLink(url, linkKey, id, kind) : null)
  return {
    order_link: seal(success.orderConfirmationUrl, "order"),
    delivery_link: seal(success.deliveryConfirmationUrl, "delivery"),
  }
}

function digest({ options }: Ledger, { id, deliveryConfirmationUrl, orderConfirmationUrl }: WidgetSuccess): string {
  return digestOf([id, deliveryConfirmationUrl, orderConfirmationUrl], options.linkKey as Buffer)
}

async function refuseForeignHost(ledger: Ledger, lease: LeaseRecord, url: string): Promise<void> {
  const { widget, loopback } = ledger.options
  const reason = refusalOfOneTimeUrl(url, { hosts: widget?.oneTimeHosts ?? [], loopback })
  if (!reason) return
  await note(ledger, lease, { type: "widget_refused", detail: { reason: reasonTexts[reason] } }, {})
  throw new LedgerRefusal("widget_host", textParams(ledger, lease), { kind: "invalid" })
}
