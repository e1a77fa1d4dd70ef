import type { CartInput } from "../../../lease-cart"
import { newLease } from "../cart/cart"
import { isHeld } from "../rules/keys"
import type { LeaseRecord } from "../rules/records"
import {
  awaitsFirstPayment,
  BOUND,
  isClosed,
  isForExistingOrder,
  isHosted,
  isMaybeSigned,
  isNew,
  isOrdered,
} from "../rules/standing"
import { LEASE_STATUSES, type LeaseAction, type LeaseStatus, whyNot } from "../rules/state-machine"
import { currentLease, type Desk, type Ledger, ofLease, SHOPPER, SYSTEM, textParams } from "../status/ledger"
import { LedgerRefusal, type MessageCode } from "../texts/messages"
import { isOwner, refuseFor, refuseStranger, type Shopper } from "./owner"

/**
 * The open lease of a cart, of this way and account; opens one if there is none. Safe to call twice, even at once. A widget without a success is
 * replaced by our own form, once the shopper who opened it wants that or may be gone. A lease of another account is replaced, too, and
 * returned as `before`, unless `refuse` throws. `reference`: a new lease's name. Throws LedgerRefusal if another lease holds the cart.
 */
export async function openLease(
  ledger: Ledger,
  cart: CartInput,
  asked: { way: LeaseRecord["way"]; shopper: Shopper; reference?: string; refuse?: (lease: LeaseRecord) => void },
): Promise<{ lease: LeaseRecord; before: LeaseRecord | null }> {
  const { way, shopper, reference, refuse } = asked
  const { account } = ledger
  const current = await currentLease(ledger, cart.id)
  const before = current && !isClosed(current) ? current : null
  if (before) {
    if (before.way === way && before.account === account) return { lease: before, before: null }
    if (before.way === way) refuse?.(before)
    refuseHeldWidget(ledger, before, shopper)
    await giveWay(ledger, before)
  }
  const customer_id = (isHosted({ way }) && shopper.customerId) || null
  const opened = await ledger.store.open({ ...newLease(ledger, cart, reference), way, customer_id }, SHOPPER)
  // Another request opened one at the same moment.
  if (opened.way !== way || opened.account !== account) throw new LedgerRefusal("busy")
  return { lease: opened, before }
}

/** Throws `widget_elsewhere` if somebody else has the widget open. */
export function refuseHeldWidget(ledger: Ledger, lease: LeaseRecord, shopper: Shopper): void {
  if (isNew(lease) && isHeld(lease.widget_tokens, ledger.now()) && !isOwner(lease, shopper))
    throw new LedgerRefusal("widget_elsewhere", textParams(ledger), { kind: "forbidden" })
}

/** Replaces a lease of the other way as long as nothing of it holds. Throws LedgerRefusal if it is past that. */
export async function giveWay(ledger: Ledger, lease: LeaseRecord): Promise<void> {
  if (isForExistingOrder(lease)) throw new LedgerRefusal("cart_finished")
  const replaced = await ledger.store.move(lease.id, "lease_superseded", {
    actor: SHOPPER,
    guard: { unclaimed: true },
    history: [{ type: "lease_superseded" }],
  })
  if (!replaced) throw new LedgerRefusal(isHosted(lease) ? "lease_card_issued" : "busy", textParams(ledger, lease))
}

/**
 * Takes a step of our own way on a cart's lease, at its account, for its owner, if its status allows `action`. Throws LedgerRefusal, in words for
 * the order if it exists already.
 */
export async function enter<T>(
  desk: Desk,
  { cartId, shopper, action }: { cartId: string; shopper: Shopper; action: LeaseAction },
  step: (ledger: Ledger, lease: LeaseRecord) => Promise<T>,
): Promise<T> {
  const lease = await currentLease(desk, cartId)
  if (!lease) throw new LedgerRefusal("no_application")
  const ledger = ofLease(desk, lease)
  refuseStranger(lease, shopper)
  try {
    refuseFor(whyHosted(lease) ?? whyNot(action, lease.status), ledger, lease)
    return await step(ledger, lease)
  } catch (error) {
    throw error instanceof LedgerRefusal && isForExistingOrder(lease) ? forExistingOrder(ledger, lease, error) : error
  }
}

/** Refusals of a cart and their counterparts for an order: no other payment method can be chosen for it, and no cart changed. */
const WORDS: Readonly<Record<string, MessageCode>> = {
  already_signed: "replacement_signed",
  cart_refused: "replacement_refused",
  expired: "replacement_expired",
  invoice_differs: "replacement_differs",
  over_limit: "replacement_over_limit",
}

/** All other reasons for which nothing can be signed now. */
const UNAVAILABLE = /^unavailable_|^contract_unavailable$|^not_orderable$/

/** A refusal as the page shows it that is opened by the link of an order. */
function forExistingOrder(ledger: Ledger, lease: LeaseRecord, refused: LedgerRefusal): LedgerRefusal {
  const code = UNAVAILABLE.test(refused.code) ? "replacement_unavailable" : WORDS[refused.code]
  if (!code) return refused
  const { params, kind } = refused
  return new LedgerRefusal(code, { ...textParams(ledger, lease), ...params }, { kind, cause: refused })
}

/** Why a step of our own way isn't possible for a lease that the widget made. Null: the widget did not make it. */
export function whyHosted(lease: LeaseRecord): MessageCode | null {
  if (!isHosted(lease) || isClosed(lease)) return null
  if (isOrdered(lease)) return "order_placed"
  return isNew(lease) ? "no_application" : "lease_card_issued"
}

/** The reasons for which the widget can't be opened after our own way was begun. */
const NOT_WITH: Partial<Record<LeaseStatus, MessageCode>> = {
  submitting: "busy",
  canceling: "busy",
  signed: "widget_signed",
  placing: "widget_signed",
}

/** Why the hosted widget can't be opened for the cart of this lease; null if it can. A closed lease has freed its cart. */
export function whyNoWidget(lease: LeaseRecord | null): MessageCode | null {
  if (!lease || isClosed(lease)) return null
  if (isOrdered(lease) || isForExistingOrder(lease)) return "order_placed"
  if (isHosted(lease)) return null
  if (awaitsFirstPayment(lease)) return "signature_pending"
  return isMaybeSigned(lease) ? "widget_signed" : (NOT_WITH[lease.status] ?? null)
}

/** Statuses before `placing`, in which a session may be replaced or forgotten. */
const UNBOUND = LEASE_STATUSES.filter((status) => !BOUND.includes(status))

/**
 * Ties a payment session to the lease of its cart; null if there is none. Opens no lease: many storefronts start a payment with the first provider
 * of their list, before anybody has asked for a lease. Safe to repeat, as after every change of the total, for which Medusa makes a new session.
 * Refuses little, because a refusal costs the shopper the other session: throws LedgerRefusal for a cart that is already an order (`finished`)
 * and has no lease, and for one with a virtual card from the hosted widget.
 */
export async function attachSession(
  desk: Desk,
  cart: Pick<CartInput, "id">,
  sessionId: string,
  finished: boolean,
): Promise<LeaseRecord | null> {
  const lease = await currentLease(desk, cart.id)
  const open = lease && !isClosed(lease) ? lease : null
  const own = open && !isHosted(open) ? open : null
  if (finished && !own) throw new LedgerRefusal("no_open_cart")
  if (open && !own && !isNew(open)) throw new LedgerRefusal("lease_card_issued", textParams(ofLease(desk, open), open))
  if (!own || own.session_id === sessionId) return own
  const change = { guard: { status: UNBOUND }, actor: SHOPPER }
  return (await desk.store.set(own.id, { session_id: sessionId }, change)) ?? own
}

/** Forgets a deleted payment session. Makes no call, because anyone may cause this without a login, even for a placed order. */
export async function detachSession(desk: Desk, sessionId: string): Promise<void> {
  const lease = await desk.store.ofSession(sessionId)
  if (!lease) return
  // Medusa deletes the old session while it initiates the new one, so only the deleted one may be forgotten.
  const guard = { status: UNBOUND, session_id: sessionId }
  await desk.store.set(lease.id, { session_id: null }, { guard, actor: SYSTEM })
}
