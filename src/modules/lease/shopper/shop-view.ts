import type { CartInput } from "../../../lease-cart"
import { type AccountDeps, currentLease, isRemoved, type LedgerDeps, settingsOf } from "../accounts/deps"
import { accountOfCart, isWidgetElsewhere, mayApplyAgain, settingsAt } from "../cart/account-of-cart"
import { checkCart, refusedDifferenceOf } from "../cart/cart"
import type { AccountSettings } from "../options/options"
import { endsSoon, isOtherApplicant, isPastEnd, overLimit } from "../rules/approval"
import { dayIn } from "../rules/delivery"
import {
  awaitsFirstPayment,
  hasEvidence,
  isCanceling,
  isClosed,
  isForExistingOrder,
  isHosted,
  isMaybeSigned,
  isNew,
  isOffered,
  isSigned,
  isSigning,
} from "../rules/lease-predicates"
import { isBeingChecked } from "../rules/newer"
import { isTotalMissing } from "../rules/offer-summary"
import type { LeaseRecord } from "../rules/records"
import { shopStep } from "../rules/state-machine"
import { approvalFor } from "./approval-elsewhere"
import { adopt, isFree, isOpenToAll, isOwner, mustWait, type Shopper } from "./owner"
import { abilities, isApproval, type Message, message, type ShopFindings } from "./shop-actions"
import { messagesOf } from "./shop-messages"
import { orderFailure } from "./start-order"

/** `elsewhere` is another cart's lease with a usable approval. `codes` is whether a guest may request a one-time code. */
export type Approvals = { elsewhere: LeaseRecord | null; codes: boolean }

/**
 * Returns the cart's lease, or null if it isn't this shopper's. `sees` is what the shopper may see: the whole lease, only its order, or nothing if
 * somebody else applied. `mayMove` is whether this cart could use another cart's approval, and `elsewhere` is the lease that has one.
 */
export async function leaseFor(
  deps: LedgerDeps,
  cart: CartInput,
  shopper: Shopper,
  isCompleted: boolean,
): Promise<{
  sees: "lease" | "order" | "nothing"
  lease: LeaseRecord | null
  elsewhere: LeaseRecord | null
  mayMove: boolean
}> {
  const found = await (isCompleted ? deps.store.ofCart(cart.id) : currentLease(deps, cart.id))
  const own = !found || isOwner(found, shopper)
  const apart = { elsewhere: null, mayMove: false }
  if (isCompleted || (!own && found.order_id)) return { sees: "order", lease: own ? found : null, ...apart }
  if (!own && !isOpenToAll(deps, found)) return { sees: "nothing", lease: null, ...apart }
  const lease = own && found ? await adopt(deps, found, shopper) : null
  if (found && !isFree(found)) return { sees: "lease", lease, ...apart }
  return { sees: "lease", lease, elsewhere: await approvalFor(deps, cart, shopper, lease), mayMove: true }
}

/** Returns what the shopper sees of a cart's lease. `isOn` is whether our provider is enabled for the cart, or its order exists. */
export async function shopView(
  deps: LedgerDeps,
  cart: CartInput,
  lease: LeaseRecord | null,
  approvals: Approvals & { isOn: boolean },
) {
  const { found, settings, away, isSecondLook } = await findOut(deps, cart, lease, approvals)
  const { step, difference } = found
  return {
    ...{ step, settings, difference, away },
    reasons: reasonsFor(lease, found),
    approval: approvalView(deps, lease, approvals.elsewhere),
    actions: abilities(lease, found),
    messages: [...(lease && isSecondLook ? [secondLook(deps, lease, settings)] : []), ...messagesOf(lease, found)],
  }
}

/**
 * Names no lines to move or remove if the rest of the cart can't be leased now, if the shopper may be signing the contract in another tab, or while
 * it is being canceled.
 */
function reasonsFor(lease: LeaseRecord | null, { reasons, ofWidget }: ShopFindings): ShopFindings["reasons"] {
  if (lease?.held_at) return []
  if (lease && isHosted(lease)) return ofWidget
  const isOff = reasons.some(({ code }) => code === "unavailable_off" || code === "service_down")
  const hasContract = lease !== null && (isSigning(lease) || isCanceling(lease))
  return isOff || hasContract ? reasons.map(({ lines, ...reason }) => reason) : reasons
}

async function findOut(
  deps: LedgerDeps,
  cart: CartInput,
  lease: LeaseRecord | null,
  { elsewhere, codes, isOn }: Approvals & { isOn: boolean },
) {
  const accountDeps = accountOfCart(deps, cart, lease)
  const next = settingsAt(deps, accountDeps)
  const orderExists = lease !== null && isForExistingOrder(lease)
  // Don't send a shopper who has signed, or who already has an order, to another payment method.
  const isBound = (orderExists && !isNew(lease)) || (lease && hasEvidence(lease) && !isClosed(lease))
  const away =
    !isBound && accountDeps !== null && (isRemoved(accountDeps) || (await accountDeps.breaker.refusesPeople()))
  const { reasons: known, ofWidget, mapped } = reasonsOf(deps, cart, { lease, accountDeps, settings: next, away, isOn })
  const reasons = orderExists && known.length ? [message("replacement_unavailable")] : known
  const hosted = lease !== null && isHosted(lease)
  const available = hosted ? !ofWidget.length : !reasons.length
  const difference = lease ? refusedDifferenceOf(deps, lease, cart) : "cart"
  const failure = lease && isSigned(lease) ? await orderFailure(deps, lease) : null
  const exceeded = lease && mapped ? overLimit(lease, mapped) : null
  const other = lease !== null && isOtherApplicant(lease, cart)
  const again = lease !== null && mayApplyAgain(deps, cart, lease) && (available || other)
  const step = shopStep(lease?.status ?? null, {
    available,
    inSync: difference === null,
    hasOrder: lease?.order_id != null && !orderExists,
    orderExists,
    held: lease !== null && isBeingChecked(lease),
    orderFailed: failure !== null,
    hosted,
    reported: lease !== null && isMaybeSigned(lease),
    firstPaymentPending: lease !== null && awaitsFirstPayment(lease),
    overLimit: exceeded !== null,
    mayApplyAgain: again,
  })
  // If no second operator follows the denial, show the operator that denied the application.
  const settings = lease && step === "denied" ? settingsOf(deps, lease) : next
  const { name: operator, contact } = settings.operator
  const found: ShopFindings = {
    ...{ step, reasons, ofWidget, difference, failure, exceeded, again },
    isTotalMissing: lease !== null && isOffered(lease) && isTotalMissing({ options: settings }, lease),
    waits: lease !== null && mustWait(deps, lease),
    isPastEnd: lease !== null && isApproval(lease) && isPastEnd(lease, deps.now()),
    elsewhere: elsewhere !== null,
    noCode: elsewhere || !codes ? "code_unavailable" : cart.email ? null : "code_no_email",
    params: { operator, contact, ...(lease && { reference: lease.reference }) },
  }
  return { found, settings, away, isSecondLook: again && !other }
}

function secondLook(deps: LedgerDeps, lease: LeaseRecord, { operator }: AccountSettings): Message {
  const former = settingsOf(deps, lease).operator
  return message("second_look", { operator: operator.name, former: former.name, contact: former.contact })
}

function reasonsOf(
  deps: LedgerDeps,
  cart: CartInput,
  {
    lease,
    accountDeps,
    settings: { operator, widget },
    away,
    isOn,
  }: {
    lease: LeaseRecord | null
    accountDeps: AccountDeps | null
    settings: AccountSettings
    away: boolean
    isOn: boolean
  },
) {
  const checked = checkCart(accountDeps, cart, lease?.reference)
  const ofCart: ShopFindings["reasons"] = checked.ok ? [] : checked.reasons
  const unless = (on: boolean) => [...(on ? [] : [message("unavailable_off")]), ...ofCart]
  const down = away ? [message("service_down", { operator: operator.name })] : []
  // The widget isn't a payment provider, and opening it makes no call, so neither `isOn` nor an outage rules it out.
  return {
    mapped: checked.ok ? checked.mapped : null,
    reasons: [...unless(isOn), ...down],
    ofWidget: unless(widget !== undefined && !isWidgetElsewhere(deps, cart, lease)),
  }
}

/** Returns the approval to show: the cart's own until its contract is signed, otherwise one from another cart that can be used here. */
function approvalView(deps: LedgerDeps, own: LeaseRecord | null, elsewhere: LeaseRecord | null) {
  const now = deps.now()
  const lease = own && isApproval(own) ? own : elsewhere
  if (!lease || isPastEnd(lease, now)) return null
  const { approval_amount, currency_code } = lease
  return {
    amount: approval_amount && approval_amount / 100,
    currency: currency_code,
    until: dayIn(lease.approved_until, deps.options.timeZone),
    ends_soon: endsSoon(lease, now),
    elsewhere: lease !== own,
  }
}
