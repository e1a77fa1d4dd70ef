import { articleDifferences, articlesOf, lineChanges, parseAmount, taxedByOf, toMajor } from "../lease-cart"
import { providerIsOn, type ShopCart } from "../medusa/read/carts"
import type { CartToLease } from "../medusa/sales-tax"
import type { LedgerDeps } from "../modules/lease"
import {
  type Approvals,
  awaitsFirstPayment,
  formFields,
  forShoppers,
  isCanceling,
  isForExistingOrder,
  isPending,
  isUndecided,
  type LeaseRecord,
  shopView,
  UNDECIDED_WAIT_MS,
} from "../modules/lease/ledger"
import { cartEstimate } from "./estimate-view"
import { offerOf } from "./offer-view"
import { finishedView } from "./small-view"
import type { CartReason, LeaseView, LineChange } from "./types"

/** Returns the JSON that a cart's shopper gets for its lease. `zipState` is the state of the shopper's ZIP code, for an estimate. */
export async function leaseView(
  deps: LedgerDeps,
  cart: CartToLease,
  lease: LeaseRecord | null,
  { zipState, ...approvals }: Approvals & { zipState?: string | undefined } = { elsewhere: null, codes: false },
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
    order: lease && isForExistingOrder(lease) ? orderToLease(cart) : null,
    reasons: shown.reasons,
    form: shown.actions.apply.allowed ? { fields: formFields(settings) } : null,
    consent: settings.consent,
    contract_languages: settings.contractLanguages,
    operator: forShoppers(settings.operator),
    sales_tax: { mode: taxedByOf(settings.salesTax, cart), total_changes: cart.totalChanges === true },
    approval: shown.approval,
    offer: offerOf(deps, lease, cart),
    cart_in_sync: difference === null,
    ...(step === "contract_mismatch" && differencesOf(cart, lease)),
    ...(step === "unavailable" && { line_changes: removalOf(shown.reasons) }),
    separate_cart: cart.separate ?? null,
    actions: shown.actions,
    messages: shown.messages,
    poll_after_ms: pollAfter(lease, step) ?? (away ? AWAY_POLL_MS : null),
    ...cartEstimate(deps, settings, cart, shown, zipState),
  }
}

/** Returns the order that waits for its lease's contract, as it is now. */
function orderToLease(cart: ShopCart): LeaseView["order"] {
  const { display_id } = cart.order ?? {}
  if (display_id === undefined) return null
  const items = articlesOf(cart).map(({ title, quantity }) => ({ title, quantity }))
  return { display_id, items, total: toMajor(parseAmount(cart.total ?? 0)), currency: cart.currency_code }
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

/** Returns the changes after which the rest of the cart can be leased. Empty if there are none. */
function removalOf(reasons: CartReason[]): LineChange[] {
  return reasons.flatMap(({ lines }) => lines ?? []).map(({ id }) => ({ line_id: id, quantity: 0 }))
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
