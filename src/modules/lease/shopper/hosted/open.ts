import type { CartInput, MappedCart } from "../../../../lease-cart"
import { type AccountDeps, type LedgerDeps, ofLease, reread, SHOPPER, textParams } from "../../accounts/deps"
import { accountOfCartOrRefuse, isWidgetElsewhere } from "../../cart/account-of-cart"
import { mapCartOrRefuse } from "../../cart/cart"
import { checkStatus } from "../../lease-service/read-status"
import type { WidgetOptions } from "../../options/schemas"
import { cancelContract } from "../../outbox/cancel"
import { isClosed, isHosted, isNew, isSigning } from "../../rules/lease-predicates"
import { type LeaseRecord, snapshotOf } from "../../rules/records"
import { isHeld, openedBy } from "../../rules/widget-tokens"
import { LedgerRefusal } from "../../texts/messages"
import { giveWay, openLease, refuseHeldWidget, whyNoWidget } from "../cart-lease"
import type { Preflight } from "../contract"
import { bindingFor, countRequest, isOwner, leaseToBegin, refuseFor, type Shopper } from "../owner"

/** Runs `work` while the cart is locked against completion. */
type Locked = (work: () => Promise<void>) => Promise<void>

/** `token` is bound to the cart, and `cart` is the cart as in spec 2.2 and 2.3. */
type OpenedWidget = { lease: LeaseRecord; token: string; cart: MappedCart["cart"]; widget: WidgetOptions }

/**
 * Opens the hosted widget for a cart. Repeated calls return the same lease with a new token. Unless the first browser has been silent for a while,
 * only that browser, identified by an earlier token, may open the widget again. Closes the cart's lease of the API flow first: cancels its contract
 * with the service if one was handed out, otherwise replaces the lease.
 * Throws LedgerRefusal if the widget isn't offered, the shopper isn't the applicant or opener, the cart can't be leased, `preflight` refuses it, or
 * the API flow's lease is signed or denied or its contract can't be canceled.
 */
export async function openWidget(
  deps: LedgerDeps,
  given: CartInput,
  { shopper, locked, preflight = async () => given }: { shopper: Shopper; locked: Locked; preflight?: Preflight },
): Promise<OpenedWidget> {
  const before = await leaseToBegin(deps, given.id, shopper)
  // A hosted lease keeps its account.
  const accountDeps = accountOfCartOrRefuse(deps, given, before && isHosted(before) ? before : null)
  const { widget } = accountDeps.options
  if (!widget || isWidgetElsewhere(accountDeps, given, bindingFor(deps, before, shopper)))
    throw new LedgerRefusal("unavailable_off")
  if (before) refuseHeldWidget(accountDeps, before, shopper)
  if (before && !isClosed(before)) await countRequest(accountDeps, before, shopper)
  const known = mapCartOrRefuse(accountDeps, given)
  const cart = isOpenFor(accountDeps, before, known) ? given : await preflight(true, before)
  const mapped = cart === given ? known : mapCartOrRefuse(accountDeps, cart)
  if (before) await freeCart(ofLease(accountDeps, before), before, locked)
  const { lease } = await openLease(accountDeps, cart, { flow: "hosted", shopper })
  const token = await handOutToken(accountDeps, lease, shopper)
  const named = { ...mapped, cart: { ...mapped.cart, orderId: lease.reference } }
  return { lease: await keepCart(accountDeps, lease, cart, named), token, cart: named.cart, widget }
}

/** Whether the lease exists or the widget is open for this exact cart. The lease may then be signed already, so the cart isn't checked again. */
function isOpenFor({ account_id, now }: AccountDeps, lease: LeaseRecord | null, { fingerprint }: MappedCart): boolean {
  if (!lease || lease.account_id !== account_id || !isHosted(lease) || isClosed(lease)) return false
  return !isNew(lease) || (lease.fingerprint === fingerprint && isHeld(lease.widget_tokens, now()))
}

/** Issues a token for this opening of the widget. Throws `widget_elsewhere` if another browser may still have the widget open. */
async function handOutToken(accountDeps: AccountDeps, lease: LeaseRecord, shopper: Shopper): Promise<string> {
  let token = ""
  await accountDeps.store.changeLease(lease.id, (fresh) => {
    const by = { key: shopper.leaseKey, owner: isOwner(fresh, shopper) }
    const opened = openedBy(fresh.widget_tokens ?? [], by, { now: accountDeps.now(), isMade: !isNew(fresh) })
    if (!opened) throw new LedgerRefusal("widget_elsewhere", textParams(accountDeps), { kind: "forbidden" })
    token = opened.token
    return { widget_tokens: opened.tokens }
  })
  return token
}

/** Stores the widget's cart, unless the lease already exists with the operator. */
async function keepCart(
  deps: LedgerDeps,
  lease: LeaseRecord,
  cart: CartInput,
  mapped: MappedCart,
): Promise<LeaseRecord> {
  if (!isNew(lease)) return lease
  const set = {
    email: cart.email ?? null,
    amount: mapped.total,
    currency_code: mapped.currency,
    fingerprint: mapped.fingerprint,
    snapshot: snapshotOf(mapped),
  }
  const history = lease.snapshot ? [] : [{ type: "widget_opened" } as const]
  const kept = await deps.store.set(lease.id, set, { guard: { status: ["open"] }, actor: SHOPPER, history })
  return kept ?? lease
}

/** Closes the cart's lease of the API flow. Throws LedgerRefusal, worded for the shopper. */
async function freeCart(accountDeps: AccountDeps, lease: LeaseRecord, locked: Locked): Promise<void> {
  refuseFor(whyNoWidget(lease), accountDeps, lease)
  if (isHosted(lease) || isClosed(lease)) return
  if (isSigning(lease)) return cancelSigning(accountDeps, lease, locked)
  const after = lease.contract_at ? await unsigned(accountDeps, lease) : lease
  if (!isClosed(after)) await giveWay(accountDeps, after)
}

/** Cancels a contract that was handed out. Rereads the lease and its status under the lock, because both may have changed. */
function cancelSigning(accountDeps: AccountDeps, stale: LeaseRecord, locked: Locked): Promise<void> {
  return locked(async () => {
    const lease = await reread(accountDeps, stale)
    refuseFor(whyNoWidget(lease), accountDeps, lease)
    const after = isClosed(lease) ? lease : await unsigned(accountDeps, lease)
    if (isClosed(after)) return
    try {
      await cancelContract(accountDeps, after, SHOPPER, { cause: "other_flow" })
    } catch (error) {
      throw error instanceof LedgerRefusal ? forShopper(accountDeps, after, error) : error
    }
  })
}

/** Throws LedgerRefusal if the service reports that the contract was signed in the meantime, in a frame that is still open. */
async function unsigned(accountDeps: AccountDeps, lease: LeaseRecord): Promise<LeaseRecord> {
  const { lease: after } = await checkStatus(accountDeps, lease, { reader: "shopper" })
  refuseFor(whyNoWidget(after), accountDeps, after)
  return after
}

/** Replaces a cancellation's refusal, which is worded for staff, with one for the shopper. */
function forShopper(accountDeps: AccountDeps, lease: LeaseRecord, { code, kind }: LedgerRefusal): LedgerRefusal {
  if (code === "busy" || code === "service_busy") return new LedgerRefusal(code, {}, { kind })
  if (code === "cancel_before_accepted") return new LedgerRefusal("contract_not_closed", textParams(accountDeps, lease))
  if (kind === "unavailable") return new LedgerRefusal("service_unreachable", {}, { kind })
  if (kind === "unknown") return new LedgerRefusal("answer_lost", {}, { kind })
  return new LedgerRefusal("contract_not_closed", textParams(accountDeps, lease))
}
