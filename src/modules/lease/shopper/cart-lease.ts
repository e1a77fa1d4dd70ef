import type { CartInput } from "../../../lease-cart"
import {
  type AccountDeps,
  currentLease,
  type LedgerDeps,
  ofLease,
  SHOPPER,
  SYSTEM,
  settingsOf,
  textParams,
} from "../accounts/deps"
import { newLease } from "../cart/cart"
import { refuseHeld, refuseNewer } from "../lease-service/errors"
import {
  awaitsFirstPayment,
  BOUND,
  isClosed,
  isForExistingOrder,
  isHosted,
  isMaybeSigned,
  isNew,
  isOrdered,
} from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { LEASE_STATUSES, type LeaseAction, type LeaseStatus, whyNot } from "../rules/state-machine"
import { isHeld } from "../rules/widget-tokens"
import { LedgerRefusal, type MessageCode } from "../texts/messages"
import { isOwner, refuseFor, refuseStranger, type Shopper } from "./owner"

/**
 * Returns the cart's open lease for this flow and account, or opens one with this `reference`. Safe to repeat, even concurrently. Supersedes a lease
 * of the other flow or of another account, and returns it as `before`. `refuse` may throw to keep another account's lease. Throws LedgerRefusal if
 * the other lease is binding, or somebody else has its widget open.
 */
export async function openLease(
  accountDeps: AccountDeps,
  cart: CartInput,
  wanted: { flow: LeaseRecord["flow"]; shopper: Shopper; reference?: string; refuse?: (lease: LeaseRecord) => void },
): Promise<{ lease: LeaseRecord; before: LeaseRecord | null }> {
  const { flow, shopper, reference, refuse } = wanted
  const { account_id } = accountDeps
  const current = await currentLease(accountDeps, cart.id)
  const before = current && !isClosed(current) ? current : null
  if (before) {
    refuseNewer(accountDeps, before, "shopper")
    if (before.flow === flow && before.account_id === account_id) return { lease: before, before: null }
    if (before.flow === flow) refuse?.(before)
    refuseHeldWidget(accountDeps, before, shopper)
    await giveWay(accountDeps, before)
  }
  const customer_id = (isHosted({ flow }) && shopper.customerId) || null
  const opened = await accountDeps.store.open({ ...newLease(accountDeps, cart, reference), flow, customer_id }, SHOPPER)
  // Another request opened a different lease at the same time.
  if (opened.flow !== flow || opened.account_id !== account_id) throw new LedgerRefusal("busy")
  return { lease: opened, before }
}

/** Throws `widget_elsewhere` if somebody else has the widget open. */
export function refuseHeldWidget(accountDeps: AccountDeps, lease: LeaseRecord, shopper: Shopper): void {
  if (isNew(lease) && isHeld(lease.widget_tokens, accountDeps.now()) && !isOwner(lease, shopper))
    throw new LedgerRefusal("widget_elsewhere", textParams(accountDeps), { kind: "forbidden" })
}

/** Supersedes a lease of the other flow or of another account. Throws LedgerRefusal if the lease is already binding. */
export async function giveWay(accountDeps: AccountDeps, lease: LeaseRecord): Promise<void> {
  if (isForExistingOrder(lease)) throw new LedgerRefusal("cart_finished")
  const replaced = await accountDeps.store.move(lease.id, "lease_superseded", {
    actor: SHOPPER,
    guard: { unclaimed: true },
    history: [{ type: "lease_superseded" }],
  })
  if (!replaced) throw new LedgerRefusal(isHosted(lease) ? "lease_card_issued" : "busy", textParams(accountDeps, lease))
}

/**
 * Runs a step of the API flow on a cart's lease. Throws LedgerRefusal unless the shopper owns the lease and its status allows `action`. The refusal
 * is worded for the order if the order already exists.
 */
export async function enter<T>(
  deps: LedgerDeps,
  { cartId, shopper, action }: { cartId: string; shopper: Shopper; action: LeaseAction },
  step: (accountDeps: AccountDeps, lease: LeaseRecord) => Promise<T>,
): Promise<T> {
  const lease = await currentLease(deps, cartId)
  if (!lease) throw new LedgerRefusal("no_application")
  const accountDeps = ofLease(deps, lease)
  refuseStranger(lease, shopper)
  refuseNewer(accountDeps, lease, "shopper")
  if (action !== "signature") await refuseHeld(accountDeps, lease, "shopper")
  try {
    refuseFor(whyNotApiFlow(lease) ?? whyNot(action, lease.status), accountDeps, lease)
    return await step(accountDeps, lease)
  } catch (error) {
    throw error instanceof LedgerRefusal && isForExistingOrder(lease)
      ? forExistingOrder(accountDeps, lease, error)
      : error
  }
}

/** Maps refusals for a cart to those for an existing order, whose customer can't change the cart or choose another payment method. */
const FOR_ORDER: Readonly<Record<string, MessageCode>> = {
  already_signed: "replacement_signed",
  cart_refused: "replacement_refused",
  expired: "replacement_expired",
  invoice_differs: "replacement_differs",
  over_limit: "replacement_over_limit",
}

/** Other refusals meaning that no contract can be signed now. */
const UNAVAILABLE = /^unavailable_|^contract_unavailable$|^not_orderable$/

function forExistingOrder(accountDeps: AccountDeps, lease: LeaseRecord, refused: LedgerRefusal): LedgerRefusal {
  const code = UNAVAILABLE.test(refused.code) ? "replacement_unavailable" : FOR_ORDER[refused.code]
  if (!code) return refused
  const { params, kind } = refused
  return new LedgerRefusal(code, { ...textParams(accountDeps, lease), ...params }, { kind, cause: refused })
}

/** Returns why this lease can't be used in the API flow, or null if it isn't hosted or is closed. */
export function whyNotApiFlow(lease: LeaseRecord): MessageCode | null {
  if (!isHosted(lease) || isClosed(lease)) return null
  if (isOrdered(lease)) return "order_placed"
  return isNew(lease) ? "no_application" : "lease_card_issued"
}

const NO_WIDGET_IN: Partial<Record<LeaseStatus, MessageCode>> = {
  submitting: "busy",
  canceling: "busy",
  signed: "widget_signed",
  placing: "widget_signed",
}

/** Returns why the hosted widget can't be opened for this lease's cart, or null if it can. */
export function whyNoWidget(lease: LeaseRecord | null): MessageCode | null {
  if (!lease || isClosed(lease)) return null
  if (isOrdered(lease) || isForExistingOrder(lease)) return "order_placed"
  if (isHosted(lease)) return null
  if (awaitsFirstPayment(lease)) return "signature_pending"
  return isMaybeSigned(lease) ? "widget_signed" : (NO_WIDGET_IN[lease.status] ?? null)
}

/** The statuses before `placing`, in which the payment session may change or be deleted. */
const UNBOUND = LEASE_STATUSES.filter((status) => !BOUND.includes(status))

/**
 * Ties a payment session to its cart's lease. Returns that lease, or null if there is none. Doesn't open a lease, because many storefronts start a
 * payment with the first provider in their list before anybody wants a lease. Safe to repeat: Medusa creates a new session after each change of the
 * total. Refuses as little as possible, because a refusal also costs the shopper the session with another provider. Throws LedgerRefusal for a cart
 * that is already an order (`finished`) without a lease, and for a cart with a virtual card from the hosted widget.
 */
export async function attachSession(
  deps: LedgerDeps,
  cart: Pick<CartInput, "id">,
  sessionId: string,
  finished: boolean,
): Promise<LeaseRecord | null> {
  const lease = await currentLease(deps, cart.id)
  const open = lease && !isClosed(lease) ? lease : null
  const own = open && !isHosted(open) ? open : null
  if (finished && !own) throw new LedgerRefusal("no_open_cart")
  if (open && !own && !isNew(open))
    throw new LedgerRefusal("lease_card_issued", textParams({ options: settingsOf(deps, open) }, open))
  if (!own || own.session_id === sessionId) return own
  const change = { guard: { status: UNBOUND }, actor: SHOPPER }
  return (await deps.store.set(own.id, { session_id: sessionId }, change)) ?? own
}

/** Detaches a deleted payment session. Makes no call, because anyone can trigger this without a login, even for a placed order. */
export async function detachSession(deps: LedgerDeps, sessionId: string): Promise<void> {
  const lease = await deps.store.ofSession(sessionId)
  if (!lease) return
  // Medusa deletes the old session while creating the new one, so don't detach the new one.
  const guard = { status: UNBOUND, session_id: sessionId }
  await deps.store.set(lease.id, { session_id: null }, { guard, actor: SYSTEM })
}
