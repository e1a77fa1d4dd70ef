import type { LeaseRecord } from "../../rules/records"
import { awaitsFirstPayment, isReported } from "../../rules/signature"
import { CLOSED, type LeaseStatus } from "../../rules/state-machine"
import type { MessageCode } from "../../texts/messages"
import { LedgerRefusal } from "../../texts/refusal"

type Standing = Pick<LeaseRecord, "way" | "status" | "contracts_received_at" | "evidence" | "service_status">

/** Why the widget cannot be opened although our own way was begun. */
const NOT_WITH: Partial<Record<LeaseStatus, MessageCode>> = {
  submitting: "busy",
  cancelling: "busy",
  signed: "widget_signed",
  placing: "widget_signed",
}

const PLACED: readonly LeaseStatus[] = ["placed", "delivered", "returning", "returned"]

/** Why the operator's widget cannot be opened for the cart of this lease; null when it can. A closed lease has freed its cart. */
export function whyNoWidget(lease: Standing | null): MessageCode | null {
  if (!lease || CLOSED.includes(lease.status)) return null
  if (PLACED.includes(lease.status)) return "order_placed"
  if (lease.way === "widget") return null
  if (awaitsFirstPayment(lease)) return "signature_pending"
  return isReported(lease) ? "widget_signed" : (NOT_WITH[lease.status] ?? null)
}

/** Why a step of our own way is not possible for the lease that the widget made. Null: it is not the widget's. */
export function whyHosted({ way, status }: Pick<LeaseRecord, "way" | "status">): MessageCode | null {
  if (way !== "widget" || CLOSED.includes(status)) return null
  if (PLACED.includes(status)) return "order_placed"
  return status === "open" ? "no_application" : "lease_card_issued"
}

/** Throws LedgerRefusal for a lease that the widget made: nothing of our own way is done with it. */
export function refuseHosted(lease: LeaseRecord, params: Record<string, string>): void {
  const reason = whyHosted(lease)
  if (reason) throw new LedgerRefusal(reason, params)
}
