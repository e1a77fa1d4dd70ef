import { applicationFields, type PricingLine } from "../client"
import { articleDifferences, lineChanges, parseAmount, toMajor } from "../lease-cart"
import { providerIsOn, type ShopCart } from "../medusa/read/carts"
import type { LedgerDeps } from "../modules/lease"
import { type AccountDeps, isRemoved, settingsOf } from "../modules/lease/accounts/deps"
import {
  accountOfCart,
  checkCart,
  isWidgetElsewhere,
  mayApplyAgain,
  refusedDifferenceOf,
  settingsAt,
} from "../modules/lease/cart/cart"
import { forShoppers } from "../modules/lease/options/operator"
import type { AccountSettings } from "../modules/lease/options/options"
import { endsSoon, isOtherApplicant, isPastEnd, overLimit } from "../modules/lease/rules/approval"
import { dayIn } from "../modules/lease/rules/delivery"
import {
  awaitsFirstPayment,
  hasEvidence,
  isCanceling,
  isClosed,
  isForExistingOrder,
  isHosted,
  isMaybeSigned,
  isNew,
  isPending,
  isSigned,
  isUndecided,
} from "../modules/lease/rules/lease-predicates"
import type { LeaseRecord } from "../modules/lease/rules/records"
import { shopStep } from "../modules/lease/rules/state-machine"
import { mustWait, UNDECIDED_WAIT_MS } from "../modules/lease/shopper/owner"
import { orderFailure } from "../modules/lease/shopper/start-order"
import { abilities, isApproval, message, messagesOf, type ShopFindings } from "./shop-actions"
import { finishedView } from "./small-view"
import type { Approval, LeaseView, Message, Offer, OfferSummary } from "./types"

/** `elsewhere`: another cart's lease whose approval this cart can use. `codes`: whether a guest may request a one-time code. */
type Approvals = { elsewhere: LeaseRecord | null; codes: boolean }

/** A cart's lease and the actions available on it, as its shopper sees them. */
export async function leaseView(
  deps: LedgerDeps,
  cart: ShopCart,
  lease: LeaseRecord | null,
  approvals: Approvals = { elsewhere: null, codes: false },
): Promise<LeaseView> {
  if (cart.completed_at) return finishedView(deps, cart, lease)
  const { found, settings, away, isSecondLook } = await findOut(deps, cart, lease, approvals)
  const { step, difference } = found
  const actions = abilities(lease, found)
  return {
    status: lease?.status ?? null,
    step,
    flow: lease?.flow ?? null,
    test: settings.mode === "test",
    reference: lease?.reference ?? null,
    order_id: lease?.order_id ?? null,
    reasons: lease && isHosted(lease) ? found.ofWidget : found.reasons,
    form: actions.apply.allowed ? { fields: applicationFields } : null,
    consent: settings.consent,
    operator: forShoppers(settings.operator),
    approval: approvalView(deps, lease, approvals.elsewhere),
    offer: offerOf(lease, settings.salesTax),
    cart_in_sync: difference === null,
    ...(step === "contract_mismatch" && differencesOf(cart, lease)),
    actions,
    messages: [...(lease && isSecondLook ? [secondLook(deps, lease, settings)] : []), ...messagesOf(lease, found)],
    poll_after_ms: pollAfter(lease, step) ?? (away ? AWAY_POLL_MS : null),
  }
}

/** How the cart differs from the signed cart, and the changes that restore the signed cart. Both are empty if the ledger has no signed articles. */
function differencesOf(cart: ShopCart, lease: LeaseRecord | null) {
  const { articles = [], lines = [] } = lease?.snapshot ?? {}
  const isKnown = articles.length > 0
  return {
    differences: isKnown ? articleDifferences(articles, cart) : [],
    line_changes: isKnown ? lineChanges(lines, cart) : [],
    cart_total: toMajor(parseAmount(cart.total)),
  }
}

async function findOut(deps: LedgerDeps, cart: ShopCart, lease: LeaseRecord | null, { elsewhere, codes }: Approvals) {
  const accountDeps = accountOfCart(deps, cart, lease)
  const next = settingsAt(deps, accountDeps)
  const orderExists = lease !== null && isForExistingOrder(lease)
  // Don't tell a shopper who has signed, or who already has an order, to pay another way.
  const isBound = (orderExists && !isNew(lease)) || (lease && hasEvidence(lease) && !isClosed(lease))
  const away =
    !isBound && accountDeps !== null && (isRemoved(accountDeps) || (await accountDeps.breaker.refusesPeople()))
  const { reasons: known, ofWidget, mapped } = reasonsOf(deps, cart, { lease, accountDeps, settings: next, away })
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
    orderFailed: failure !== null,
    hosted,
    reported: lease !== null && isMaybeSigned(lease),
    firstPaymentPending: lease !== null && awaitsFirstPayment(lease),
    overLimit: exceeded !== null,
    mayApplyAgain: again,
  })
  // If no second operator is offered after the denial, show the operator that denied the application.
  const settings = lease && step === "denied" ? settingsOf(deps, lease) : next
  const { name: operator, contact } = settings.operator
  const found: ShopFindings = {
    ...{ step, reasons, ofWidget, difference, failure, exceeded, again },
    waits: lease !== null && mustWait(deps, lease),
    isPastEnd: lease !== null && isApproval(lease) && isPastEnd(lease, deps.now()),
    elsewhere: elsewhere !== null,
    noCode: elsewhere || !codes ? "code_unavailable" : cart.email ? null : "code_no_email",
    params: { operator, contact, ...(lease && { reference: lease.reference }) },
  }
  return { found, settings, away, isSecondLook: again && !other }
}

/** Tells the shopper that one operator denied the application and that another company is now offered. */
function secondLook(deps: LedgerDeps, lease: LeaseRecord, { operator }: AccountSettings): Message {
  const former = settingsOf(deps, lease).operator
  return message("second_look", { operator: operator.name, former: former.name, contact: former.contact })
}

/** All the reasons why this cart can't be leased, separately for our own form and for the hosted widget. */
function reasonsOf(
  deps: LedgerDeps,
  cart: ShopCart,
  {
    lease,
    accountDeps,
    settings: { operator, widget },
    away,
  }: { lease: LeaseRecord | null; accountDeps: AccountDeps | null; settings: AccountSettings; away: boolean },
) {
  const checked = checkCart(accountDeps, cart, lease?.reference)
  const ofCart: Message[] = checked.ok ? [] : checked.reasons
  const unless = (on: boolean) => [...(on ? [] : [message("unavailable_off")]), ...ofCart]
  const down = away ? [message("service_down", { operator: operator.name })] : []
  // The widget isn't a payment provider, so it doesn't need to be enabled in a region, and opening it makes no call to the service.
  return {
    mapped: checked.ok ? checked.mapped : null,
    reasons: [...unless(Boolean(cart.order) || providerIsOn(cart)), ...down],
    ofWidget: unless(widget !== undefined && !isWidgetElsewhere(deps, cart, lease)),
  }
}

/** The approval to show: until the contract is signed, the cart's own; otherwise one from another cart that this cart can use. */
function approvalView(deps: LedgerDeps, own: LeaseRecord | null, elsewhere: LeaseRecord | null): Approval | null {
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

/** How long a page waits before it polls again while the service is down (ms). */
const AWAY_POLL_MS = 30_000

/** How long a page waits before it polls again in steps that last only seconds (ms). */
const SHORT_MS: Partial<Record<LeaseView["step"], number>> = { deciding: 2000, confirming: 2000 }

/** How long a page waits before it polls again while the contract is being canceled, which frees the cart (ms). */
const CANCELING_MS = 10_000

/** How long a page waits between polls while the service or its staff decide (ms), depending on how long the decision has taken so far (ms). */
const WAITING: [age: number, ms: number][] = [
  [10_000, 2000],
  [60_000, 5000],
  [300_000, 10_000],
]
const WAITING_LONG_MS = 30_000

/**
 * How long a page should wait before it polls again (ms). Null if nothing changes on its own. The server lengthens the pauses, so pages need no logic
 * for that. `now`: ms since 1970.
 */
export function pollAfter(lease: LeaseRecord | null, step: LeaseView["step"], now = Date.now()): number | null {
  if (!lease) return null
  const growing = (since: Date | null) => {
    const age = now - (since?.getTime() ?? now)
    return WAITING.find(([upTo]) => age < upTo)?.[1] ?? WAITING_LONG_MS
  }
  if (isCanceling(lease)) return CANCELING_MS
  if (isPending(lease)) return growing(lease.status_at)
  if (awaitsFirstPayment(lease)) return growing(lease.contracts_received_at)
  if (isUndecided(lease)) {
    // We can't ask the service about this application. The shopper can submit the form again after a minute, so poll just after that.
    const left = lease.status_at.getTime() + UNDECIDED_WAIT_MS - now
    return left >= 0 && left <= UNDECIDED_WAIT_MS ? left + 250 : null
  }
  // The new contract of an edited order doesn't complete a cart, and a person may have to confirm the signature, so this can take longer.
  if (step === "confirming" && isForExistingOrder(lease)) return growing(lease.status_at)
  return SHORT_MS[step] ?? null
}

/** The lease's costs, as shown to its shopper. Null until they are known for this cart. */
export function offerOf(lease: LeaseRecord | null, taxes: OfferSummary["tax"]["mode"]): Offer | null {
  if (!lease?.pricing || !lease.priced_at || lease.amount === null || !lease.fingerprint) return null
  return {
    currency: lease.currency_code,
    cash_price: lease.amount / 100,
    ...(lease.snapshot?.tax && { cash_tax: lease.snapshot.tax / 100 }),
    summary: lease.snapshot && summaryOf(lease.pricing, lease.snapshot, taxes),
    lines: pricingLines(lease.pricing),
    priced_at: lease.priced_at.toISOString(),
  }
}

/** Converts the breakdown's amounts to major units. */
export function pricingLines(lines: readonly PricingLine[]): PricingLine[] {
  return lines.map((line) => (line.kind === "money" ? { ...line, value: Number(line.value) / 100 } : line))
}

/** How many days `ninetyDayBuyout` is valid (reference 5). */
const EARLY_DAYS = 90

/**
 * Summarizes a breakdown (reference 5; amounts in cents) from the service's own figures, none of which is guaranteed to be there. Adds figures up
 * only if they agree: the first payment and all others make the total, and the last payment makes up for the cents that rounding cut off. Returns
 * null if a figure is missing or they don't agree, for example because of a deposit. In that case, show only the service's rows. `cart`: the amounts
 * as sent to the service, in cents. `mode`: option `salesTax`.
 */
export function summaryOf(
  lines: readonly PricingLine[],
  cart: Record<"invoiceTotal" | "tax", number>,
  mode: OfferSummary["tax"]["mode"],
): OfferSummary | null {
  const money = named(lines, "money")
  const { totalNumberOfPayment: payments, termInMonths: months } = named(lines, "count")
  const { initialPaymentAmount: first, periodicPaymentAmount: each, totalLeasePrice, sumOfAllPayments } = money
  const untaxed = totalLeasePrice ?? sumOfAllPayments
  if (first === undefined || each === undefined || untaxed === undefined || payments === undefined) return null
  // The last payment makes up for the rounding, which cuts off less than a cent per payment.
  const last = untaxed - first - each * (payments - 1)
  const isPositive = Number.isSafeInteger(payments) && payments > 0 && first >= 0 && each > 0 && last > 0
  const isPlan = isPositive && Math.abs(last - each) < payments
  // The only amount due at signing in addition to the first payment can be the tax that the service names.
  const tax = money.totalTax ?? money.estimatedTax ?? 0
  const taxToday = (money.totalDueAtSigning ?? first) - first
  const total = untaxed + taxToday
  const agreed = [untaxed, total].includes(sumOfAllPayments ?? total) && (taxToday === 0 || taxToday === tax)
  const cashPrice = (money.cashPrice ?? cart.invoiceTotal) + taxToday
  if (!isPlan || !agreed || total < cashPrice) return null
  const early = money.ninetyDayBuyout
  const frequency = lines.find(({ name, kind }) => name === "paymentFrequency" && kind === "text")
  return {
    dueToday: (first + taxToday) / 100,
    payments,
    each: each / 100,
    last: last === each ? null : last / 100,
    every: frequency ? String(frequency.value) : null,
    total: total / 100,
    months: months ?? null,
    cashPrice: cashPrice / 100,
    overCash: (total - cashPrice) / 100,
    earlyPurchase: early === undefined ? null : { amount: early / 100, days: EARLY_DAYS },
    tax: {
      mode,
      amount: taxToday ? taxToday / 100 : mode === "in_cart" ? cart.tax / 100 : tax / 100 || null,
      dueToday: taxToday !== 0,
    },
  }
}

function named(lines: readonly PricingLine[], kind: PricingLine["kind"]): Partial<Record<string, number>> {
  return Object.fromEntries(lines.filter((line) => line.kind === kind).map(({ name, value }) => [name, Number(value)]))
}
