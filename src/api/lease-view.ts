import { applicationFields, type PricingLine } from "../client"
import { articleDifferences, lineChanges, parseAmount, taxedByOf, toMajor } from "../lease-cart"
import { providerIsOn, type ShopCart } from "../medusa/read/carts"
import type { CartToLease } from "../medusa/sales-tax"
import type { LedgerDeps } from "../modules/lease"
import {
  type Approvals,
  awaitsFirstPayment,
  forShoppers,
  isCanceling,
  isForExistingOrder,
  isPending,
  isUndecided,
  type LeaseRecord,
  shopView,
  UNDECIDED_WAIT_MS,
} from "../modules/lease/ledger"
import { finishedView } from "./small-view"
import type { LeaseView, Offer, OfferSummary } from "./types"

/** Returns the JSON that a cart's shopper gets for its lease. */
export async function leaseView(
  deps: LedgerDeps,
  cart: CartToLease,
  lease: LeaseRecord | null,
  approvals: Approvals = { elsewhere: null, codes: false },
): Promise<LeaseView> {
  if (cart.completed_at) return finishedView(deps, cart, lease)
  const isOn = Boolean(cart.order) || providerIsOn(cart)
  const shown = await shopView(deps, cart, lease, { ...approvals, isOn })
  const { step, settings, difference, away } = shown
  return {
    status: lease?.status ?? null,
    step,
    flow: lease?.flow ?? null,
    test: settings.mode === "test",
    reference: lease?.reference ?? null,
    order_id: lease?.order_id ?? null,
    reasons: shown.reasons,
    form: shown.actions.apply.allowed ? { fields: applicationFields } : null,
    consent: settings.consent,
    operator: forShoppers(settings.operator),
    sales_tax: { mode: taxedByOf(settings.salesTax, cart), total_changes: cart.totalChanges === true },
    approval: shown.approval,
    offer: offerOf(lease),
    cart_in_sync: difference === null,
    ...(step === "contract_mismatch" && differencesOf(cart, lease)),
    actions: shown.actions,
    messages: shown.messages,
    poll_after_ms: pollAfter(lease, step) ?? (away ? AWAY_POLL_MS : null),
  }
}

/** Returns how the cart differs from the signed one, and the changes that restore it. Both are empty if the ledger has no signed articles. */
function differencesOf(cart: ShopCart, lease: LeaseRecord | null) {
  const { articles = [], lines = [] } = lease?.snapshot ?? {}
  const isKnown = articles.length > 0
  return {
    differences: isKnown ? articleDifferences(articles, cart) : [],
    line_changes: isKnown ? lineChanges(lines, cart) : [],
    cart_total: toMajor(parseAmount(cart.total)),
  }
}

/** Poll interval (ms) while the service is down. */
const AWAY_POLL_MS = 30_000

/** Poll intervals (ms) for steps that last only seconds. */
const SHORT_MS: Partial<Record<LeaseView["step"], number>> = { deciding: 2000, confirming: 2000 }

/** Poll interval (ms) while the contract is being canceled, after which the cart is free. */
const CANCELING_MS = 10_000

/** Poll intervals while the service or its staff decide, by how long that has taken so far (both in ms). */
const WAITING: [age: number, ms: number][] = [
  [10_000, 2000],
  [60_000, 5000],
  [300_000, 10_000],
]
const WAITING_LONG_MS = 30_000

/**
 * Returns how long a page should wait before it polls again (ms), or null if nothing changes on its own. The server backs off, so pages don't have
 * to. `now` is in ms since the epoch.
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
    // The shopper can submit again in a minute. We can't check this application with the service, so polling earlier is useless.
    const left = lease.status_at.getTime() + UNDECIDED_WAIT_MS - now
    return left >= 0 && left <= UNDECIDED_WAIT_MS ? left + 250 : null
  }
  // Staff may have to confirm the signature of an edited order's new contract, so this can take longer.
  if (step === "confirming" && isForExistingOrder(lease)) return growing(lease.status_at)
  return SHORT_MS[step] ?? null
}

/** Returns the lease's costs for its shopper. Null until they are known for this cart. */
export function offerOf(lease: LeaseRecord | null): Offer | null {
  if (!lease?.pricing || !lease.priced_at || lease.amount === null || !lease.fingerprint) return null
  const { snapshot } = lease
  return {
    currency: lease.currency_code,
    cash_price: lease.amount / 100,
    // If the operator charges the sales tax, the tax in the cart is fees.
    ...(snapshot?.tax && snapshot.taxedBy !== "by_operator" && { cash_tax: snapshot.tax / 100 }),
    summary: snapshot && summaryOf(lease.pricing, snapshot, snapshot.taxedBy),
    lines: pricingLines(lease.pricing),
    priced_at: lease.priced_at.toISOString(),
  }
}

/** Converts the breakdown's amounts from cents to major units. */
export function pricingLines(lines: readonly PricingLine[]): PricingLine[] {
  return lines.map((line) => (line.kind === "money" ? { ...line, value: Number(line.value) / 100 } : line))
}

/** How many days `ninetyDayBuyout` is available (reference 5). */
const EARLY_DAYS = 90

/**
 * Summarizes a breakdown (reference 5; amounts in cents) from the service's own figures, any of which may be missing. The payments must add up to the
 * total, with the last one making up for cents lost to rounding. Returns null if a figure is missing or the figures don't agree, for example because
 * of a deposit. In that case, show only the service's rows. `cart` has the amounts sent to the service, in cents. `mode` says who charges the sales
 * tax.
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
  // At signing, only the tax named by the service may be due on top of the first payment.
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
