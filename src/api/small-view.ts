import type { ShopCart } from "../medusa/read/carts"
import type { Desk } from "../modules/lease"
import { settingsFor } from "../modules/lease/cart/cart-account"
import { forShoppers } from "../modules/lease/options/operator"
import type { AccountSettings } from "../modules/lease/options/options"
import type { LeaseRecord } from "../modules/lease/rules/records"
import { awaitsDelivery, isHosted, isOnBrowsersWord, isPlacing } from "../modules/lease/rules/standing"
import { settingsOf } from "../modules/lease/status/ledger"
import { type MessageCode, type MessageParams, textOf } from "../modules/lease/texts/messages"
import type { LeaseView, Message } from "./types"

/**
 * For a finished cart only that it is placed, and the order. Medusa's own complete route tells as much. `lease`: for the applicant, who also reads whose
 * lease it is; anyone else is shown the account at which the cart would go on, because another one than that tells of a denial.
 */
export function finishedView(desk: Desk, cart: ShopCart, lease: LeaseRecord | null): LeaseView {
  const said = {
    step: "placed",
    no: message("order_placed"),
    messages: afterOrder(lease, shownSettings(desk, cart, lease).operator.name),
  } as const
  return { ...smallView(shownSettings(desk, cart, lease), said), order_id: cart.order?.id ?? null }
}

/** For its applicant a finished cart stays with the account of its lease, whatever has become of that one. */
function shownSettings(desk: Desk, cart: ShopCart, lease: LeaseRecord | null): AccountSettings {
  return lease ? settingsOf(desk, lease) : settingsFor(desk, cart)
}

/** For anyone but the applicant: that somebody applied, and what to do. It is the same for every decision. */
export function strangersView(desk: Desk, cart: ShopCart): LeaseView {
  const no = message("contract_key")
  return smallView(settingsFor(desk, cart), { step: "in_progress", no, messages: [no] })
}

/** The message for the shopper of a placed order: its contract is still to be confirmed. Medusa shows the same of its payment. */
export function afterOrder(
  lease: Pick<LeaseRecord, "status" | "way" | "evidence"> | null,
  operator: string,
): Message[] {
  const placed = lease !== null && !isHosted(lease) && (isPlacing(lease) || awaitsDelivery(lease))
  return placed && isOnBrowsersWord(lease) ? [message("awaiting", { operator })] : []
}

/** Built from public facts, not cut down from the whole view: later additions to that one do not appear here. */
function smallView(
  { mode, consent, operator }: AccountSettings,
  { step, no, messages }: { step: LeaseView["step"]; no: Message; messages: Message[] },
): LeaseView {
  const refused = { allowed: false, reason: no.code, message: no.message } as const
  return {
    status: null,
    step,
    way: null,
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
    can: {
      apply: refused,
      approval: refused,
      code: refused,
      offer: refused,
      contract: refused,
      signature: refused,
      place: refused,
      widget: refused,
    },
    messages,
    poll_after_ms: null,
  }
}

/** A text with its code, for the answer. */
export function message(code: MessageCode, params: MessageParams = {}): Message {
  return { code, params, message: textOf(code, params) }
}
