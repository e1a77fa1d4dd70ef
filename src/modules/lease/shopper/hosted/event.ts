import { mask } from "../../../../client"
import { hashLeaseKey } from "../../rules/keys"
import type { HistoryEntry, LeaseRecord } from "../../rules/records"
import { isClosed, isNew } from "../../rules/standing"
import { approvedSince, told } from "../../rules/widget-tokens"
import { type Desk, ofLease, reread, SHOPPER, textParams } from "../../status/ledger"
import type { LeasePatch } from "../../tables/changes"
import { LedgerRefusal } from "../../texts/refusal"
import { takeSuccess, type WidgetSuccess } from "./success"

/** The widget's statuses for applications. */
export const WIDGET_STATUSES = ["APP_APPROVED", "APP_DENIED", "APP_PENDING"] as const
export type WidgetStatus = (typeof WIDGET_STATUSES)[number]

/** A callback of the widget (spec 6.2), as the browser passes it on. */
export type WidgetEvent =
  | {
      event: "onApplicationSubmitResponse"
      payload: { leaseId?: string | undefined; status?: WidgetStatus | undefined }
    }
  | { event: "onApproved"; payload: { leaseId?: string } }
  | { event: "onSuccess"; payload: WidgetSuccess }
  | { event: "onCancel"; payload?: unknown }
  | { event: "onFailure"; payload: { message: string; id?: string } }

/** No honest widget has more to tell of one lease; what comes after is not written down. */
const MOST_ENTRIES = 200
const LONGEST_REASON = 300

/** Until the job looks whether an approval was followed by an order and no success (ms). */
const LOOK_AFTER_MS = 3600_000

/**
 * Takes a callback of the widget that was opened for this cart. Only `onSuccess` changes more than the history: the lease is made, and its
 * one-time URLs are kept, encrypted. It came through a browser, so it moves no money and no goods.
 *
 * Throws LedgerRefusal: `widget_token` without a token of a lease of this cart, or of one that has given way; and what `takeSuccess` throws.
 */
export async function takeWidgetEvent(
  desk: Desk,
  cart: { id: string; ordered: boolean },
  { token, ...heard }: WidgetEvent & { token: string },
): Promise<LeaseRecord> {
  const hash = hashLeaseKey(token)
  const lease = await desk.store.ofWidgetToken(cart.id, hash)
  if (!lease) throw new LedgerRefusal("widget_token", {}, { kind: "forbidden" })
  const ledger = ofLease(desk, lease)
  if (heard.event === "onSuccess")
    return takeSuccess(ledger, lease, { token: hash, success: heard.payload, ordered: cart.ordered })
  if (isClosed(lease)) throw new LedgerRefusal("widget_token", textParams(ledger, lease), { kind: "forbidden" })
  const { entry, approves } = readEvent(heard)
  return note(ledger, lease, { hash, entry, approves, id: idOf(heard) })
}

type Told = Exclude<WidgetEvent, { event: "onSuccess" }>

/** An event's history entry, and whether it tells of an approval (true), of its end (false), or of neither. */
function readEvent(told: Told): { entry: HistoryEntry; approves?: boolean } {
  const id = idOf(told)
  const detail = id ? { id } : {}
  switch (told.event) {
    case "onApplicationSubmitResponse": {
      const { status } = told.payload
      const entry: HistoryEntry = { type: "widget_answered", detail: { status: status ?? "unknown", ...detail } }
      // A lease that an unknown word names may be an approval: that is looked for.
      const approves = status ? status === "APP_APPROVED" : id !== undefined
      return approves ? { entry, approves } : { entry }
    }
    case "onApproved":
      return { entry: { type: "widget_approved", detail }, approves: true }
    case "onCancel":
      return { entry: { type: "widget_canceled" }, approves: false }
    case "onFailure": {
      const reason = mask(told.payload.message).slice(0, LONGEST_REASON)
      return { entry: { type: "widget_failed", detail: { reason, ...detail } }, approves: false }
    }
  }
}

/** The operator's name for the lease that an event is about (spec 6.2). */
function idOf(told: Told): string | undefined {
  if (told.event === "onFailure") return told.payload.id
  return told.event === "onCancel" ? undefined : told.payload.leaseId
}

/** Events before the success are kept for the search for a lost success; afterward nothing depends on them. */
async function note(
  desk: Desk,
  lease: LeaseRecord,
  {
    hash,
    entry,
    approves,
    id,
  }: { hash: string; entry: HistoryEntry; approves?: boolean | undefined; id?: string | undefined },
): Promise<LeaseRecord> {
  const { store } = desk
  if ((await store.histories.count(lease.id)) < MOST_ENTRIES) await store.appendOnce(lease.id, SHOPPER, entry)
  const now = desk.now()
  const kept = await store.changeLease(lease.id, (fresh): LeasePatch => {
    const tokens = told(fresh.widget_tokens ?? [], hash, now, approves)
    const since = approvedSince(tokens)
    const isOpen = isNew(fresh)
    return {
      widget_tokens: tokens,
      ...(isOpen && { widget_approved_at: since }),
      ...(isOpen && { look_at: since ? new Date(now.getTime() + LOOK_AFTER_MS) : now }),
      ...(id && !fresh.hosted_id && { hosted_id: id }),
    }
  })
  return kept ?? reread(desk, lease)
}
