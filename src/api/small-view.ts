import type { ShopCart } from "../medusa/read/carts"
import type { LedgerDeps } from "../modules/lease"
import { ofCart, settingsOf } from "../modules/lease/accounts/deps"
import { settingsAt } from "../modules/lease/cart/cart"
import { forShoppers } from "../modules/lease/options/operator"
import type { AccountSettings } from "../modules/lease/options/options"
import { isDead } from "../modules/lease/rules/alerts"
import {
  awaitsDelivery,
  hasEvidence,
  isBrowserReported,
  isByLink,
  isEnded,
  isForExistingOrder,
  isHosted,
  isPlaced,
  isPlacing,
  isSigned,
  orderAwaitsSignature,
} from "../modules/lease/rules/lease-predicates"
import type { LeaseRecord } from "../modules/lease/rules/records"
import type { LeaseStatus } from "../modules/lease/rules/state-machine"
import type { MessageCode } from "../modules/lease/texts/messages"
import { allRefused, message } from "./shop-actions"
import type { LeaseView, Message } from "./types"

/**
 * The view of a completed cart: step `placed` with its order, unless a lease by link ended before it paid for the order. Pass `lease` only for its
 * applicant. Anyone else sees the account that would handle their own application, because a different account would reveal that the applicant was
 * denied.
 */
export function finishedView(deps: LedgerDeps, cart: ShopCart, lease: LeaseRecord | null): LeaseView {
  const settings = lease ? settingsOf(deps, lease) : settingsAt(deps, ofCart(deps, cart))
  if (lease && isByLink(lease) && isEnded(lease)) return smallView(settings, "unavailable", message("order_link_over"))
  const messages = afterOrder(lease, settings.operator.name)
  const view = smallView(settings, "placed", message("order_placed"), messages)
  return { ...view, order_id: cart.order?.id ?? null }
}

/** The view for anyone but the applicant. It says that someone applied and what to do, and is the same whatever the decision was. */
export function strangersView(deps: LedgerDeps, cart: ShopCart): LeaseView {
  return smallView(settingsAt(deps, ofCart(deps, cart)), "in_progress", message("contract_key"))
}

/** Tells the shopper that the contract of a placed order still has to be confirmed, because Medusa shows the order's payment as open. */
export function afterOrder(
  lease: Pick<LeaseRecord, "status" | "flow" | "evidence"> | null,
  operator: string,
): Message[] {
  const placed = lease !== null && !isHosted(lease) && (isPlacing(lease) || awaitsDelivery(lease))
  return placed && isBrowserReported(lease) ? [message("awaiting", { operator })] : []
}

/** The messages for a lease that has an order, by status. In any other status, the lease has ended. */
const ORDER_LEASE_TEXTS: Partial<Record<LeaseStatus, MessageCode>> = {
  placing: "order_lease_signed",
  placed: "order_lease_signed",
  delivered: "order_lease_delivered",
  returning: "order_lease_returning",
  returned: "order_lease_returned",
  canceling: "order_lease_canceling",
}

/** The state of an order's lease, worded for the shopper. If the contract may not be in force, the message says only whom to contact. */
export function orderLeaseMessage(
  lease: Pick<LeaseRecord, "order_id" | "placed_at" | "status" | "flow" | "evidence" | "alerts" | "reference">,
  operator: { name: string; contact: string },
): Message {
  const [awaiting] = afterOrder(lease, operator.name)
  if (awaiting) return awaiting
  if (orderAwaitsSignature(lease)) return message("order_lease_to_sign")
  if (isForExistingOrder(lease) && isSigned(lease)) return message("order_lease_signed_anew")
  const isDoubtful = !hasEvidence(lease) || isDead(lease)
  const code =
    isPlaced(lease) && isDoubtful ? "order_lease_ask" : (ORDER_LEASE_TEXTS[lease.status] ?? "order_lease_ended")
  return message(code, { operator: operator.name, contact: operator.contact, reference: lease.reference })
}

/** Built only from public facts instead of by removing fields from the full view, so that fields added to the full view later don't leak here. */
function smallView(
  { mode, consent, operator }: AccountSettings,
  step: LeaseView["step"],
  no: Message,
  messages = [no],
): LeaseView {
  return {
    status: null,
    step,
    flow: null,
    test: mode === "test",
    reference: null,
    order_id: null,
    reasons: [],
    form: null,
    consent,
    operator: forShoppers(operator),
    approval: null,
    offer: null,
    cart_in_sync: true,
    actions: allRefused({ allowed: false, reason: no.code, message: no.message }),
    messages,
    poll_after_ms: null,
  }
}
