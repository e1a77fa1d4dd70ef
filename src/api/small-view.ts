import type { ShopCart } from "../medusa/read/carts"
import type { LedgerDeps } from "../modules/lease"
import {
  type AccountSettings,
  afterOrder,
  allRefused,
  forShoppers,
  isByLink,
  isEnded,
  type LeaseRecord,
  message,
  ofCart,
  settingsAt,
  settingsOf,
} from "../modules/lease/ledger"
import type { LeaseView, Message } from "./types"

/**
 * Returns the view of a completed cart: step `placed` with its order, unless a lease by link ended before it paid for the order. Pass `lease` only
 * for its applicant. Anyone else gets the settings of the account that would handle their own application, because another account's would reveal
 * that the applicant was denied.
 */
export function finishedView(deps: LedgerDeps, cart: ShopCart, lease: LeaseRecord | null): LeaseView {
  const settings = lease ? settingsOf(deps, lease) : settingsAt(deps, ofCart(deps, cart))
  if (lease && isByLink(lease) && isEnded(lease)) return smallView(settings, "unavailable", message("order_link_over"))
  const messages = afterOrder(lease, settings.operator.name)
  const view = smallView(settings, "placed", message("order_placed"), messages)
  return { ...view, order_id: cart.order?.id ?? null, separate_cart: (lease && cart.separate) ?? null }
}

/** Returns the view for anyone but the applicant. Whatever the decision was, it says only that someone applied and what to do. */
export function strangersView(deps: LedgerDeps, cart: ShopCart): LeaseView {
  return smallView(settingsAt(deps, ofCart(deps, cart)), "in_progress", message("contract_key"))
}

/** Returns a view with only public facts. Doesn't trim the full view, because a field added there later would leak. */
function smallView(
  { mode, consent, contractLanguages, operator }: AccountSettings,
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
    order: null,
    reasons: [],
    form: null,
    consent,
    contract_languages: contractLanguages,
    operator: forShoppers(operator),
    sales_tax: null,
    approval: null,
    offer: null,
    cart_in_sync: true,
    separate_cart: null,
    actions: allRefused({ allowed: false, reason: no.code, message: no.message }),
    messages,
    poll_after_ms: null,
  }
}
