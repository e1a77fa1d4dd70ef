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
 * A finished cart's view: `placed` with its order, unless a lease by link ended before it paid the order. `lease`: only for its applicant; others see
 * the account that their own application would go to, because another one reveals a denial.
 */
export function finishedView(deps: LedgerDeps, cart: ShopCart, lease: LeaseRecord | null): LeaseView {
  const settings = lease ? settingsOf(deps, lease) : settingsAt(deps, ofCart(deps, cart))
  if (lease && isByLink(lease) && isEnded(lease)) return smallView(settings, "unavailable", message("order_link_over"))
  const messages = afterOrder(lease, settings.operator.name)
  const view = smallView(settings, "placed", message("order_placed"), messages)
  return { ...view, order_id: cart.order?.id ?? null }
}

/** The view for anyone but the applicant: that somebody applied, and what to do. It is the same for every decision. */
export function strangersView(deps: LedgerDeps, cart: ShopCart): LeaseView {
  return smallView(settingsAt(deps, ofCart(deps, cart)), "in_progress", message("contract_key"))
}

/** The message for the shopper of a placed order whose contract must still be confirmed, as Medusa shows its payment as open. */
export function afterOrder(
  lease: Pick<LeaseRecord, "status" | "flow" | "evidence"> | null,
  operator: string,
): Message[] {
  const placed = lease !== null && !isHosted(lease) && (isPlacing(lease) || awaitsDelivery(lease))
  return placed && isBrowserReported(lease) ? [message("awaiting", { operator })] : []
}

/** The texts by status of a lease that has an order; in any other status it has ended. */
const ORDER_LEASE_TEXTS: Partial<Record<LeaseStatus, MessageCode>> = {
  placing: "order_lease_signed",
  placed: "order_lease_signed",
  delivered: "order_lease_delivered",
  returning: "order_lease_returning",
  returned: "order_lease_returned",
  canceling: "order_lease_canceling",
}

/** The state of an order's lease, for its shopper. If the contract may not be in force, it only names whom to ask. */
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

/** Built from public facts, not cut down from the whole view, so later additions to that don't appear here. */
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
    can: allRefused({ allowed: false, reason: no.code, message: no.message }),
    messages,
    poll_after_ms: null,
  }
}
