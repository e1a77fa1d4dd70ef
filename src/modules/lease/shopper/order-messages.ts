import { isDead } from "../rules/alerts"
import {
  awaitsDelivery,
  hasEvidence,
  isBrowserReported,
  isForExistingOrder,
  isHosted,
  isPlaced,
  isPlacing,
  isSigned,
  orderAwaitsSignature,
} from "../rules/lease-predicates"
import { isBeingChecked } from "../rules/newer"
import type { LeaseRecord } from "../rules/records"
import type { LeaseStatus } from "../rules/state-machine"
import type { MessageCode } from "../texts/messages"
import { type Message, message } from "./shop-actions"

/** Explains why Medusa shows a placed order as unpaid: its contract still has to be confirmed. */
export function afterOrder(
  lease: Pick<LeaseRecord, "status" | "flow" | "evidence"> | null,
  operator: string,
): Message[] {
  const placed = lease !== null && !isHosted(lease) && (isPlacing(lease) || awaitsDelivery(lease))
  return placed && isBrowserReported(lease) ? [message("awaiting", { operator })] : []
}

/** Messages for a lease with an order, by status. In any other status, the lease has ended. */
const ORDER_LEASE_TEXTS: Partial<Record<LeaseStatus, MessageCode>> = {
  placing: "order_lease_signed",
  placed: "order_lease_signed",
  delivered: "order_lease_delivered",
  returning: "order_lease_returning",
  returned: "order_lease_returned",
  canceling: "order_lease_canceling",
}

/** Returns the message about an order's lease. If the contract may not be in force, the message only names whom to contact. */
export function orderLeaseMessage(
  lease: Pick<
    LeaseRecord,
    "order_id" | "placed_at" | "status" | "flow" | "evidence" | "alerts" | "reference" | "held_at"
  >,
  operator: { name: string; contact: string },
): Message {
  const { name, contact } = operator
  if (isBeingChecked(lease)) return message("lease_checking", { operator: name, contact, reference: lease.reference })
  const [awaiting] = afterOrder(lease, name)
  if (awaiting) return awaiting
  if (orderAwaitsSignature(lease)) return message("order_lease_to_sign")
  if (isForExistingOrder(lease) && isSigned(lease)) return message("order_lease_signed_anew")
  const isDoubtful = !hasEvidence(lease) || isDead(lease)
  const code =
    isPlaced(lease) && isDoubtful ? "order_lease_ask" : (ORDER_LEASE_TEXTS[lease.status] ?? "order_lease_ended")
  return message(code, { operator: name, contact, reference: lease.reference })
}
