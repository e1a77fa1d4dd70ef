import type { CartInput, MappedCart } from "../../../../lease-cart"
import { isWidgetElsewhere, ledgerOfCartOrRefuse, mapCartOrRefuse } from "../../cart/cart"
import type { WidgetOptions } from "../../options/schemas"
import { cancelContract } from "../../outbox/cancel"
import { isHeld, openedBy } from "../../rules/keys"
import { type LeaseRecord, snapshotOf } from "../../rules/records"
import { isClosed, isHosted, isNew, isSigning } from "../../rules/standing"
import { type Desk, type Ledger, ofLease, reread, SHOPPER, textParams } from "../../status/ledger"
import { checkStatus } from "../../status/read-status"
import { LedgerRefusal } from "../../texts/messages"
import { giveWay, openLease, refuseHeldWidget, whyNoWidget } from "../cart-lease"
import type { Preflight } from "../contract"
import { bindingFor, countAsking, isOwner, leaseToBegin, refuseFor, type Shopper } from "../owner"

/** Locks the cart against completion meanwhile. */
type Locked = (work: () => Promise<void>) => Promise<void>

/** What the browser needs to open the widget: the lease, a token bound to its cart, and the cart of spec 2.2 and 2.3. */
type OpenedWidget = { lease: LeaseRecord; token: string; cart: MappedCart["cart"]; widget: WidgetOptions }

/**
 * Opens the hosted widget for a cart, any number of times: one lease, and a new token each time. It belongs to the browser that opened it first
 * and shows an earlier token, until that has reported nothing for a while. A lease of our own way for this cart is closed first: a contract that
 * was handed out is canceled at the service, anything earlier is replaced.
 * Throws LedgerRefusal: widget not offered, not the applicant or opener, cart not leasable or refused by `preflight`, signed or denied in our
 * own way, or its contract could not be canceled.
 */
export async function openWidget(
  desk: Desk,
  asked: CartInput,
  { shopper, locked, preflight = async () => asked }: { shopper: Shopper; locked: Locked; preflight?: Preflight },
): Promise<OpenedWidget> {
  const before = await leaseToBegin(desk, asked.id, shopper)
  // The account of a lease that the widget has made, otherwise the one that leases the cart.
  const ledger = ledgerOfCartOrRefuse(desk, asked, before && isHosted(before) ? before : null)
  const { widget } = ledger.options
  if (!widget || isWidgetElsewhere(ledger, asked, bindingFor(desk, before, shopper)))
    throw new LedgerRefusal("unavailable_off")
  if (before) refuseHeldWidget(ledger, before, shopper)
  if (before && !isClosed(before)) await countAsking(ledger, before, shopper)
  const known = mapCartOrRefuse(ledger, asked)
  const cart = isOpenFor(ledger, before, known) ? asked : await preflight(true, before)
  const mapped = cart === asked ? known : mapCartOrRefuse(ledger, cart)
  if (before) await freeCart(ofLease(ledger, before), before, locked)
  const { lease } = await openLease(ledger, cart, { way: "widget", shopper })
  const token = await handOutToken(ledger, lease, shopper)
  const named = { ...mapped, cart: { ...mapped.cart, orderId: lease.reference } }
  return { lease: await keepCart(ledger, lease, cart, named), token, cart: named.cart, widget }
}

/** Whether it is made, or open for this very cart: what may be signed by now isn't changed, and was checked before. */
function isOpenFor({ account, now }: Ledger, lease: LeaseRecord | null, { fingerprint }: MappedCart): boolean {
  if (!lease || lease.account !== account || !isHosted(lease) || isClosed(lease)) return false
  return !isNew(lease) || (lease.fingerprint === fingerprint && isHeld(lease.widget_tokens, now()))
}

async function handOutToken(ledger: Ledger, lease: LeaseRecord, shopper: Shopper): Promise<string> {
  let token = ""
  await ledger.store.changeLease(lease.id, (fresh) => {
    const by = { key: shopper.leaseKey, owner: isOwner(fresh, shopper) }
    const opened = openedBy(fresh.widget_tokens ?? [], by, { now: ledger.now(), isMade: !isNew(fresh) })
    if (!opened) throw new LedgerRefusal("widget_elsewhere", textParams(ledger), { kind: "forbidden" })
    token = opened.token
    return { widget_tokens: opened.tokens }
  })
  return token
}

/** The cart for the widget. A lease that is already made keeps its own cart. */
async function keepCart(desk: Desk, lease: LeaseRecord, cart: CartInput, mapped: MappedCart): Promise<LeaseRecord> {
  if (!isNew(lease)) return lease
  const set = {
    email: cart.email ?? null,
    amount: mapped.total,
    currency_code: mapped.currency,
    fingerprint: mapped.fingerprint,
    snapshot: snapshotOf(mapped),
  }
  const history = lease.snapshot ? [] : [{ type: "widget_opened" } as const]
  const kept = await desk.store.set(lease.id, set, { guard: { status: ["open"] }, actor: SHOPPER, history })
  return kept ?? lease
}

/** Closes what our own way has begun, at its own account, or throws LedgerRefusal in words for the shopper. */
async function freeCart(ledger: Ledger, lease: LeaseRecord, locked: Locked): Promise<void> {
  refuseFor(whyNoWidget(lease), ledger, lease)
  if (isHosted(lease) || isClosed(lease)) return
  if (isSigning(lease)) return cancelSigning(ledger, lease, locked)
  const after = lease.contract_at ? await unsigned(ledger, lease) : lease
  if (!isClosed(after)) await giveWay(ledger, after)
}

/** What was read before the lock may be outdated, so the lease and then the service are read again. */
function cancelSigning(ledger: Ledger, stale: LeaseRecord, locked: Locked): Promise<void> {
  return locked(async () => {
    const lease = await reread(ledger, stale)
    refuseFor(whyNoWidget(lease), ledger, lease)
    const after = isClosed(lease) ? lease : await unsigned(ledger, lease)
    if (isClosed(after)) return
    try {
      await cancelContract(ledger, after, SHOPPER, { cause: "other_way" })
    } catch (error) {
      throw error instanceof LedgerRefusal ? inShoppersWords(ledger, after, error) : error
    }
  })
}

/** Reads the lease at the service. Throws LedgerRefusal if its contract was signed meanwhile, in a frame that is still open. */
async function unsigned(ledger: Ledger, lease: LeaseRecord): Promise<LeaseRecord> {
  const { lease: after } = await checkStatus(ledger, lease, { reader: "shopper" })
  refuseFor(whyNoWidget(after), ledger, after)
  return after
}

/** A cancellation's text is for merchants, so this replaces it. */
function inShoppersWords(ledger: Ledger, lease: LeaseRecord, { code, kind }: LedgerRefusal): LedgerRefusal {
  if (code === "busy" || code === "service_busy") return new LedgerRefusal(code, {}, { kind })
  if (code === "cancel_before_accepted") return new LedgerRefusal("contract_not_closed", textParams(ledger, lease))
  if (kind === "unavailable") return new LedgerRefusal("service_unreachable", {}, { kind })
  if (kind === "unknown") return new LedgerRefusal("answer_lost", {}, { kind })
  return new LedgerRefusal("contract_not_closed", textParams(ledger, lease))
}
