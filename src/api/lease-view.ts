import { applicationFields } from "../lease-service"
import { type MessageCode, type MessageParams, textOf } from "../modules/lease/messages"
import type { LeaseRecord, PricingLine } from "../modules/lease/records"
import type LeaseModuleService from "../modules/lease/service"
import { type LeaseAction, shopStep, whyNot } from "../modules/lease/state-machine"
import type { ShopCart } from "../workflows/medusa-facts"
import { providerIsOn } from "./store-cart"
import type { Allowed, LeaseView, Message, Offer, ShopAction } from "./types"

const SHOP_ACTIONS: ShopAction[] = ["apply", "offer", "contract", "signature", "place"]
/** Where something may change without the shopper: ask again after this long (ms). */
const POLL_MS: Partial<Record<LeaseView["step"], number>> = { deciding: 2000, confirming: 2000, undecided: 10_000 }

/** What the shopper of a cart may see and do now. Everything is derived here; the storefront computes nothing. */
export async function leaseView(
  ledger: LeaseModuleService,
  cart: ShopCart,
  lease: LeaseRecord | null,
): Promise<LeaseView> {
  if (cart.completed_at) return finishedView(ledger, cart)
  const settings = ledger.settings()
  const judged = ledger.judgeCart(cart, lease?.reference)
  const reasons: Message[] = judged.ok ? [] : judged.reasons
  if (!providerIsOn(cart)) reasons.unshift(message("unavailable_off"))
  const available = reasons.length === 0
  const inSync = judged.ok && lease?.fingerprint === judged.mapped.fingerprint
  const orderFailed = lease ? await ledger.orderFailed(lease) : false
  const step = shopStep(lease?.status ?? null, { available, inSync, hasOrder: lease?.order_id != null, orderFailed })
  const params = {
    operator: settings.operator.name,
    contact: settings.operator.contact,
    reference: lease?.reference ?? "",
  }
  const can = abilities(lease, available ? null : (reasons[0] ?? null), params)
  return {
    status: lease?.status ?? null,
    step,
    way: lease?.way ?? null,
    test: settings.mode === "test",
    reference: lease?.reference ?? null,
    order_id: lease?.order_id ?? null,
    reasons,
    form: can.apply.allowed ? { fields: applicationFields } : null,
    consent: settings.consent,
    operator: settings.operator,
    offer: offerOf(lease),
    cart_in_sync: inSync,
    can,
    messages: messagesOf(lease, step, params),
    poll_after_ms: POLL_MS[step] ?? null,
  }
}

/** Of a finished cart only that it is placed, and the order: Medusa's own complete route tells as much. */
function finishedView(ledger: LeaseModuleService, cart: ShopCart): LeaseView {
  const { mode, consent, operator } = ledger.settings()
  const no: Allowed = { allowed: false, reason: "order_placed", message: textOf("order_placed") }
  return {
    status: null,
    step: "placed",
    way: null,
    test: mode === "test",
    reference: null,
    order_id: cart.order?.id ?? null,
    reasons: [],
    form: null,
    consent,
    operator,
    offer: null,
    cart_in_sync: true,
    can: { apply: no, offer: no, contract: no, signature: no, place: no },
    messages: [],
    poll_after_ms: null,
  }
}

function abilities(
  lease: LeaseRecord | null,
  blocked: Message | null,
  params: MessageParams,
): Record<ShopAction, Allowed> {
  const allowed = (action: ShopAction): Allowed => {
    const reason = lease
      ? whyNot(action satisfies LeaseAction, lease.status)
      : action === "apply"
        ? null
        : "no_application"
    const closed = lease && ["cancelled", "expired", "superseded"].includes(lease.status)
    if (closed && action === "apply") return blocked ? refusal(blocked) : { allowed: true }
    if (reason) return { allowed: false, reason, params, message: textOf(reason, params) }
    return blocked && action !== "signature" ? refusal(blocked) : { allowed: true }
  }
  return Object.fromEntries(SHOP_ACTIONS.map((action) => [action, allowed(action)])) as Record<ShopAction, Allowed>
}

function refusal({ code, params, message }: Message): Allowed {
  return { allowed: false, reason: code, params, message }
}

function offerOf(lease: LeaseRecord | null): Offer | null {
  if (!lease?.pricing || !lease.priced_at || lease.amount === null || !lease.fingerprint) return null
  return {
    currency: lease.currency_code,
    cash_price: lease.amount / 100,
    lines: lease.pricing.map(toMajor),
    priced_at: lease.priced_at.toISOString(),
  }
}

function toMajor(line: PricingLine): PricingLine {
  return line.kind === "money" ? { ...line, value: Number(line.value) / 100 } : line
}

function messagesOf(lease: LeaseRecord | null, step: LeaseView["step"], params: MessageParams): Message[] {
  const codes: MessageCode[] = []
  if (lease?.status === "pending" || lease?.status === "undecided" || lease?.status === "denied")
    codes.push(lease.status)
  if (lease?.status === "expired") codes.push("expired")
  if (step === "cart_changed" || step === "contract_mismatch") codes.push(step)
  return codes.map((code) => message(code, params))
}

/** A text with its code, for the answer. */
export function message(code: MessageCode, params: MessageParams = {}): Message {
  return { code, params, message: textOf(code, params) }
}
