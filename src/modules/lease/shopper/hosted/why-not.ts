import type { LeaseRecord } from "../../rules/records"
import { awaitsFirstPayment, isClosed, isHosted, isNew, isOrdered, isReported, isSigning } from "../../rules/standing"
import type { LeaseStatus } from "../../rules/state-machine"
import type { MessageCode } from "../../texts/messages"
import { LedgerRefusal } from "../../texts/refusal"

type CartLease = Pick<LeaseRecord, "way" | "status" | "contracts_received_at" | "evidence" | "service_status">

/** Why the widget cannot be opened although our own way was begun. */
const NOT_WITH: Partial<Record<LeaseStatus, MessageCode>> = {
  submitting: "busy",
  canceling: "busy",
  signed: "widget_signed",
  placing: "widget_signed",
}

/** Why the operator's widget cannot be opened for the cart of this lease; null when it can. A closed lease has freed its cart. */
export function whyNoWidget(lease: CartLease | null): MessageCode | null {
  if (!lease || isClosed(lease)) return null
  if (isOrdered(lease)) return "order_placed"
  if (isHosted(lease)) return null
  if (awaitsFirstPayment(lease)) return "signature_pending"
  return isSigning(lease) && isReported(lease) ? "widget_signed" : (NOT_WITH[lease.status] ?? null)
}

/** Why a step of our own way is not possible for the lease that the widget made. Null: it is not the widget's. */
export function whyHosted(lease: Pick<LeaseRecord, "way" | "status">): MessageCode | null {
  if (!isHosted(lease) || isClosed(lease)) return null
  if (isOrdered(lease)) return "order_placed"
  return isNew(lease) ? "no_application" : "lease_card_issued"
}

/** Throws LedgerRefusal for a lease that the widget made: nothing of our own way is done with it. */
export function refuseHosted(lease: LeaseRecord, params: Record<string, string>): void {
  const reason = whyHosted(lease)
  if (reason) throw new LedgerRefusal(reason, params)
}
