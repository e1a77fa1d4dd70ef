import { applicationFields } from "../client"
import { articleDifferences } from "../lease-cart"
import { providerIsOn, type ShopCart } from "../medusa/read/carts"
import type { Desk } from "../modules/lease"
import { isAway, isWidgetElsewhere, mayApplyAgain, settingsFor } from "../modules/lease/cart/cart-account"
import { type Difference, refusedDifferenceOf } from "../modules/lease/cart/compare-cart"
import { judgeCart } from "../modules/lease/cart/map-cart"
import { forShoppers } from "../modules/lease/options/operator"
import type { AccountSettings } from "../modules/lease/options/options"
import { isOtherApplicant, overLimit } from "../modules/lease/rules/approval"
import type { LeaseRecord } from "../modules/lease/rules/records"
import {
  awaitsFirstPayment,
  isCanceling,
  isClosed,
  isExpired,
  isHosted,
  isNew,
  isPending,
  isReplacement,
  isReported,
  isSaidSigned,
  isSigned,
  isSigning,
  isUndecided,
} from "../modules/lease/rules/standing"
import { shopStep, whyNot } from "../modules/lease/rules/state-machine"
import { approvalFor } from "../modules/lease/shopper/approval-elsewhere"
import { whyHosted } from "../modules/lease/shopper/cart-lease"
import { whyNoWidget } from "../modules/lease/shopper/hosted/open"
import { adopt, isFree, isOpenToAll, isOwner, mustWait, type Shopper } from "../modules/lease/shopper/owner"
import { orderFailure } from "../modules/lease/shopper/start-order"
import { settingsOf } from "../modules/lease/status/ledger"
import type { MessageCode, MessageParams } from "../modules/lease/texts/messages"
import { because, becauseText } from "../modules/lease/texts/reasons"
import { approvalView, isApprovalPast } from "./approval-view"
import { offerOf } from "./offer-view"
import { pollAfter } from "./poll"
import { finishedView, message, strangersView } from "./small-view"
import type { Allowed, LeaseView, Message, ShopAction } from "./types"

/** A page that was told that the service does not answer asks again after this long (ms). */
const AWAY_POLL_MS = 30_000

/** `elsewhere`: the lease of another cart whose approval this one may use. `codes`: a guest may ask for one-time codes. */
type Resuming = { elsewhere: LeaseRecord | null; codes: boolean }

/** The caller's view of a cart: all of it for the applicant, and for everybody before anyone has applied. */
export async function viewFor(
  desk: Desk,
  cart: ShopCart,
  { lease, shopper, codes }: { lease: LeaseRecord | null; shopper: Shopper; codes: boolean },
): Promise<LeaseView> {
  const own = !lease || isOwner(lease, shopper)
  if (cart.completed_at || (!own && lease.order_id)) return finishedView(desk, cart, own ? lease : null)
  if (!own && !isOpenToAll(desk, lease)) return strangersView(desk, cart)
  const shown = own && lease ? await adopt(desk, lease, shopper) : null
  if (lease && !isFree(lease)) return leaseView(desk, cart, shown)
  return leaseView(desk, cart, shown, { elsewhere: await approvalFor(desk, cart, shopper, shown), codes })
}

/**
 * A cart's view and actions for its shopper now. Everything is derived here; the storefront computes nothing.
 */
export async function leaseView(
  desk: Desk,
  cart: ShopCart,
  lease: LeaseRecord | null,
  { elsewhere, codes }: Resuming = { elsewhere: null, codes: false },
): Promise<LeaseView> {
  if (cart.completed_at) return finishedView(desk, cart, lease)
  const mayApply = lease !== null && mayApplyAgain(desk, cart, lease)
  const next = settingsFor(desk, cart, lease)
  const replacement = lease !== null && isReplacement(lease)
  // Who has signed is not sent to another payment method, nor whose order stands.
  const isBound = replacement || (lease && isSaidSigned(lease))
  const away = !isBound && (await isAway(desk, cart, lease))
  const { reasons: known, ofWidget, mapped } = reasonsOf(desk, cart, { lease, away, settings: next })
  const reasons = replacement && known.length ? [message("replacement_unavailable")] : known
  const hosted = lease !== null && isHosted(lease)
  const difference = lease ? refusedDifferenceOf(desk, lease, cart) : "cart"
  const inSync = difference === null
  const failure = lease ? await orderFailure(desk, lease) : null
  const available = hosted ? !ofWidget.length : !reasons.length
  const reported = lease !== null && isSigning(lease) && isReported(lease)
  const overLimitOf = lease && mapped ? overLimit(lease, mapped) : null
  const facts = {
    available,
    inSync,
    hasOrder: lease?.order_id != null && !replacement,
    replacement,
    orderFailed: failure !== null,
    hosted,
    reported,
    settling: lease !== null && awaitsFirstPayment(lease),
    overLimit: overLimitOf !== null,
    mayApplyAgain: mayApply && (available || isOtherApplicant(lease, cart)),
  }
  const step = shopStep(lease?.status ?? null, facts)
  // A denial to which nothing follows is that of its own operator.
  const settings = lease && step === "denied" ? settingsOf(desk, lease) : next
  const { name: operator, contact } = settings.operator
  const params = { operator, contact, ...(lease && { reference: lease.reference }) }
  const can = abilities({
    lease,
    blocked: reasons[0] ?? null,
    noWidget: ofWidget[0] ?? null,
    difference,
    params,
    mayApplyAgain: facts.mayApplyAgain,
    waits: lease !== null && mustWait(desk, lease),
    elsewhere: elsewhere !== null,
    noCode: elsewhere || !codes ? "code_unavailable" : cart.email ? null : "code_no_email",
  })
  return {
    status: lease?.status ?? null,
    step,
    way: lease?.way ?? null,
    test: settings.mode === "test",
    reference: lease?.reference ?? null,
    order_id: lease?.order_id ?? null,
    reasons: hosted ? ofWidget : reasons,
    form: can.apply.allowed ? { fields: applicationFields } : null,
    consent: settings.consent,
    operator: forShoppers(settings.operator),
    approval: approvalView(lease, elsewhere),
    offer: offerOf(lease, settings.salesTax),
    cart_in_sync: inSync,
    ...(step === "contract_mismatch" && { differences: differencesOf(lease, cart) }),
    can,
    messages: [
      ...secondLook(desk, cart, { lease, next, mayApplyAgain: facts.mayApplyAgain }),
      ...messagesOf(lease, { step, difference }, failure, { ...params, ...overLimitOf, ...differingPart(difference) }),
    ],
    poll_after_ms: pollAfter(lease, step) ?? (away ? AWAY_POLL_MS : null),
  }
}

/** That one operator denied, and that another company is offered now. */
function secondLook(
  desk: Desk,
  cart: ShopCart,
  { lease, next, mayApplyAgain }: { lease: LeaseRecord | null; next: AccountSettings; mayApplyAgain: boolean },
): Message[] {
  const { account, operator } = next
  if (!lease || !mayApplyAgain || isOtherApplicant(lease, cart) || account === lease.account) return []
  const former = settingsOf(desk, lease).operator
  return [message("second_look", { operator: operator.name, former: former.name, contact: former.contact })]
}

/** The articles that would have to be put back; none where it is not known what was signed for. */
function differencesOf(lease: LeaseRecord | null, cart: ShopCart) {
  const signed = lease?.snapshot?.articles
  return signed ? articleDifferences(signed, cart) : []
}

/** Why lease-to-own cannot be used for this cart, all reasons at once: by our own form, and by the operator's widget. */
function reasonsOf(
  desk: Desk,
  cart: ShopCart,
  { lease, away, settings }: { lease: LeaseRecord | null; away: boolean; settings: AccountSettings },
) {
  const judged = judgeCart(desk, cart, lease)
  const ofCart: Message[] = judged.ok ? [] : judged.reasons
  const unless = (on: boolean) => [...(on ? [] : [message("unavailable_off")]), ...ofCart]
  const down = away ? [message("service_down", { operator: settings.operator.name })] : []
  // The widget is no payment provider, so no region switches it on, and opening it asks the service nothing.
  return {
    mapped: judged.ok ? judged.mapped : null,
    reasons: [...unless(Boolean(cart.order) || providerIsOn(cart)), ...down],
    ofWidget: unless(settings.widget !== undefined && !isWidgetElsewhere(desk, cart, lease)),
  }
}

type Facts = {
  lease: LeaseRecord | null
  /** The first reason why this cart cannot be leased by our own form, and by the widget. */
  blocked: Message | null
  noWidget: Message | null
  difference: Difference | null
  /** A form that was sent without an answer may not be sent again yet. */
  waits: boolean
  /** Somebody may apply again: a person other than the one who was denied, or at another account. */
  mayApplyAgain: boolean
  /** An approval of another cart may be used. */
  elsewhere: boolean
  /** Why no one-time code can be asked for. */
  noCode: MessageCode | null
  params: MessageParams
}

function abilities({
  lease,
  blocked,
  noWidget,
  difference,
  waits,
  mayApplyAgain,
  elsewhere,
  noCode,
  params,
}: Facts): Record<ShopAction, Allowed> {
  const hosted = lease && whyHosted(lease)
  if (lease && hosted) return hostedAbilities(lease, hosted, { blocked, noWidget, elsewhere, params })
  const status = lease && !isClosed(lease) ? lease.status : null
  const reported = lease !== null && isSigning(lease) && isReported(lease)
  const settling = lease !== null && awaitsFirstPayment(lease)
  const unless = (code: MessageCode | null): Allowed =>
    code ? refusal(message(code, params)) : blocked ? refusal(blocked) : { allowed: true }
  const byStatus = (action: Exclude<ShopAction, "widget" | "approval" | "code">) =>
    status ? whyNot(action, status) : "no_application"
  return {
    apply: unless(status && !mayApplyAgain ? (whyNot("apply", status) ?? (waits ? "wait_before_retry" : null)) : null),
    approval: unless(elsewhere ? null : "no_approval"),
    code: unless(noCode),
    offer: unless(byStatus("offer")),
    contract: unless(byStatus("contract") ?? (settling ? "signature_pending" : difference ? "cart_changed" : null)),
    // Signed is signed, whatever the options or the product say of this cart today.
    signature: refusalOr(byStatus("signature"), params),
    place: refusalOr(
      lease && isReplacement(lease)
        ? "order_placed"
        : ((reported ? null : byStatus("place")) ?? mismatchOf(difference)),
      { ...params, ...differingPart(difference) },
    ),
    widget: widgetOf(lease, noWidget, params),
  }
}

/** A lease that the widget made cannot continue in our own form. Before its success our own form may take its place. */
function hostedAbilities(
  lease: LeaseRecord,
  reason: MessageCode,
  { blocked, noWidget, elsewhere, params }: Pick<Facts, "blocked" | "noWidget" | "elsewhere" | "params">,
): Record<ShopAction, Allowed> {
  const no = refusal(message(reason, params))
  const replaceable: Allowed = blocked ? refusal(blocked) : { allowed: true }
  return {
    apply: isNew(lease) ? replaceable : no,
    approval: isNew(lease) && elsewhere ? replaceable : no,
    code: no,
    offer: no,
    contract: no,
    signature: no,
    place: no,
    widget: widgetOf(lease, noWidget, params),
  }
}

function widgetOf(lease: LeaseRecord | null, noWidget: Message | null, params: MessageParams): Allowed {
  const code = whyNoWidget(lease)
  if (code) return refusal(message(code, params))
  return noWidget ? refusal(noWidget) : { allowed: true }
}

function refusalOr(code: MessageCode | null, params: MessageParams): Allowed {
  return code ? refusal(message(code, params)) : { allowed: true }
}

function refusal({ code, params, message }: Message): Allowed {
  return { allowed: false, reason: code, params, message }
}

function messagesOf(
  lease: LeaseRecord | null,
  { step, difference }: { step: LeaseView["step"]; difference: Difference | null },
  failure: { code: MessageCode; params: MessageParams } | null,
  params: MessageParams,
): Message[] {
  if (lease && isReplacement(lease)) return ofReplacement(lease).map((code) => message(code, params))
  const codes: MessageCode[] = []
  if (lease && isPending(lease)) codes.push("pending")
  if (lease && isUndecided(lease)) codes.push("undecided")
  if (step === "denied") codes.push(step)
  if (lease && isExpired(lease)) codes.push("expired")
  if (lease && isApprovalPast(lease)) codes.push("approval_over")
  if (lease && isCanceling(lease)) codes.push("busy")
  if (lease && awaitsFirstPayment(lease)) codes.push("signature_pending")
  if (step === "cart_changed" || step === "over_limit") codes.push(step)
  if (step === "contract_mismatch") codes.push(mismatchOf(difference) ?? step)
  if (step === "card" && difference) codes.push("card_mismatch")
  const said = codes.map((code) => message(code, params))
  if (step !== "order_failed" || !failure) return said
  if (failure.code === "store_refused") return [...said, message(failure.code, params)]
  return [...said, message("order_failed_signed", becauseText(failure.code, { ...params, ...failure.params }))]
}

/** An order that stands is told nothing of a cart, which could be changed or paid otherwise. */
function ofReplacement(lease: LeaseRecord): MessageCode[] {
  if (isCanceling(lease)) return ["busy"]
  if (isSigned(lease)) return []
  if (awaitsFirstPayment(lease)) return ["signature_pending"]
  return [isReported(lease) ? "awaiting" : "contract_replaced"]
}

/** Why the order of a signed contract stops. */
function mismatchOf(difference: Difference | null): MessageCode | null {
  if (difference === null) return null
  return difference === "cart" ? "contract_mismatch" : "recipient_mismatch"
}

/** Which part of the recipient differs. */
function differingPart(difference: Difference | null): MessageParams {
  return difference === null || difference === "cart" ? {} : because(`recipient_${difference}`)
}
