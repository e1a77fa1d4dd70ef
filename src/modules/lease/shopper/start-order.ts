import { provesSignature } from "../../../client"
import { type CartInput, parseAmount } from "../../../lease-cart"
import {
  type AccountDeps,
  currentLease,
  type LedgerDeps,
  ofLease,
  SHOPPER,
  SYSTEM,
  textParams,
  underWay,
} from "../accounts/deps"
import { refusedDifferenceOf } from "../cart/cart"
import { refuseHeld } from "../lease-service/errors"
import { checkStatus, isJustRead, isVoid } from "../lease-service/read-status"
import {
  awaitsOrder,
  isAttested,
  isBrowserReported,
  isEnded,
  isHosted,
  isMaybeSigned,
  isPlacing,
  isReported,
  isSigning,
  isSure,
} from "../rules/lease-predicates"
import { isRecent, MINUTE_MS } from "../rules/moments"
import { isRunning } from "../rules/pending-calls"
import type { Actor, Completion, LeaseRecord } from "../rules/records"
import { whyNot } from "../rules/state-machine"
import { isMessageCode, LedgerRefusal, type MessageCode, type MessageParams, type RefusalKind } from "../texts/messages"
import { because } from "../texts/reasons"
import { whyNotApiFlow } from "./cart-lease"
import { adopt, countRequest, isFree, isOwner, refuseFor, type Shopper } from "./owner"

/** The maximum age of a verified signature to place the order without another call (ms). */
const VERIFIED_FRESH_MS = MINUTE_MS

/**
 * A request to place an order. Each completion is checked twice: by its guard, with the shopper but before the cart is read, and by the payment
 * provider, with the cart. `sessionId` is Medusa's ID for the payment session, and `amount` is the session's amount in cents. `shopper` is omitted
 * for Medusa and the job. `cart` must have just been read by Medusa's query, with its totals.
 */
type Placing<Cart = CartInput> = { cart: Cart; sessionId: string; amount?: number; shopper?: Shopper }

/**
 * Checks that this cart may become an order now: its contract must be signed, according to the service, for this exact cart and amount. Reads and
 * records the status if the last reading is older than `VERIFIED_FRESH_MS` or the lease is still `signing`. A null `cart` isn't compared with the
 * signed one.
 * Throws LedgerRefusal, worded for the shopper, who can complete the cart again.
 */
export async function checkPlaceable(
  deps: LedgerDeps,
  cartId: string,
  placing: Placing<CartInput | null>,
): Promise<LeaseRecord> {
  const lease = await currentLease(deps, cartId)
  if (!lease) throw new LedgerRefusal("no_application")
  return ensureSigned(ofLease(deps, lease), lease, placing)
}

/** Throws LedgerRefusal unless the lease is signed for this session, amount and cart. Records the refusal if the lease is signed. */
async function ensureSigned(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  { sessionId, amount, shopper, cart }: Placing<CartInput | null>,
): Promise<LeaseRecord> {
  // Anyone with the cart may complete it once the lease is signed, but only the owner may learn an unsigned lease's status.
  const isOrderable = !isHosted(lease) && (awaitsOrder(lease) || isMaybeSigned(lease))
  if (shopper && !isOwner(lease, shopper) && !isOrderable)
    throw new LedgerRefusal(isFree(lease) ? "no_application" : "order_not_ready")
  refuseFor(whyNotApiFlow(lease), accountDeps, lease)
  await refuseHeld(accountDeps, lease, shopper ? "shopper" : "merchant")
  try {
    const checked = await signedLease(accountDeps, shopper ? await adopt(accountDeps, lease, shopper) : lease, shopper)
    if (amount !== undefined && amount !== checked.amount)
      throw new LedgerRefusal("contract_mismatch", textParams(accountDeps, checked))
    if (cart) refuseOtherCart(accountDeps, checked, cart)
    if (isPlacing(checked) && checked.session_id !== sessionId) throw new LedgerRefusal("placing_elsewhere")
    return checked
  } catch (error) {
    if (error instanceof LedgerRefusal && lease.signed_at)
      await orderRefused(accountDeps, lease.id, error, await whoPlaces(accountDeps, lease.id, shopper))
    throw error
  }
}

/**
 * Authorizes the payment of one session: `signed → placing`. Repeated requests for that session return the same result.
 *
 * `awaiting` is true if only a browser reported the signature, and the service's responses contain no status. The order may be placed, but its
 * payment stays unauthorized until the service or a merchant confirms the signature; Medusa then calls this again.
 *
 * `authorized` is set if the lease named in `by` has already authorized the session, so Medusa doesn't call the provider. `token` identifies this
 * completion of the cart. Throws `payment_closing` if `by` is an earlier lease, because the session's payment could never be captured. The job then
 * closes the session.
 */
export async function startOrder(
  deps: LedgerDeps,
  { authorized, ...placing }: Placing & { authorized?: { by: unknown; token: string } },
): Promise<{ lease: LeaseRecord; awaiting: boolean }> {
  const before = await currentLease(deps, placing.cart.id)
  if (!before) throw new LedgerRefusal("no_application")
  const accountDeps = ofLease(deps, before)
  if (!authorized && before.order_id && before.session_id === placing.sessionId)
    return authorizeOpenPayment(accountDeps, before)
  const lease = await ensureSigned(accountDeps, before, placing)
  if (authorized && authorized.by !== lease.id) throw new LedgerRefusal("payment_closing")
  const { sessionId, shopper } = placing
  // Medusa gives the provider only the session's ID, so that ID serves as the token.
  const token = authorized?.token ?? sessionId
  const now = deps.now()
  const started = await deps.store.transaction(async (store) => {
    const [current] = await store.lock([lease.id])
    // If several completions of the cart are running, the last one to fail frees the lease.
    const others = current && isPlacing(current) ? othersThan(token, current, now) : null
    return store.move(lease.id, "order_started", {
      actor: await whoPlaces({ ...deps, store }, lease.id, shopper),
      guard: { placingSession: sessionId, fingerprint: lease.fingerprint ?? undefined },
      set: { session_id: sessionId, completions: [...(others ?? []), { token, at: now.toISOString() }] },
      history: others ? [] : [{ type: "order_starting" }],
    })
  })
  if (!started) throw new LedgerRefusal("placing_elsewhere")
  return { lease: started, awaiting: isBrowserReported(started) }
}

/** Checks a placed order's signature again to authorize its outstanding payment. Refusals are worded for staff. */
async function authorizeOpenPayment(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
): Promise<{ lease: LeaseRecord; awaiting: boolean }> {
  const reason = whyNot("capture", lease.status)
  if (reason) throw new LedgerRefusal(reason)
  if (isSure(lease)) return { lease, awaiting: false }
  const { lease: after, reading } = await checkStatus(accountDeps, lease)
  if (isSure(after)) return { lease: after, awaiting: false }
  if (reading.kind === "no_status") return { lease: after, awaiting: true }
  throw new LedgerRefusal("not_confirmed", textParams(accountDeps, after))
}

/**
 * Records, for the shopper and staff, why a signed cart's order was refused. Skips a repeat of the last reason. A reason that may be temporary is
 * recorded without parameters.
 */
export async function orderRefused(
  { store }: LedgerDeps,
  leaseId: string,
  { code, params, kind = "not_allowed" }: Pick<LedgerRefusal, "code" | "params"> & { kind?: RefusalKind },
  actor = SYSTEM,
): Promise<void> {
  const detail = { ...(kind === "not_allowed" && params), code }
  await store.appendOnce(leaseId, actor, { type: "order_refused", detail })
}

/** Ends the failed completion with this token (from `startOrder`). If no other completion is running, the cart can be completed again immediately. */
export async function completionFailed(deps: LedgerDeps, leaseId: string, token: string): Promise<void> {
  const history = [{ type: "order_refused", detail: { code: "completion_failed" } } as const]
  await deps.store.transaction(async (store) => {
    const [lease] = await store.lock([leaseId])
    if (!lease || !isPlacing(lease)) return
    const completions = othersThan(token, lease, deps.now())
    if (completions.length) await store.set(leaseId, { completions }, { actor: SYSTEM, history })
    else await store.move(leaseId, "order_start_lapsed", { actor: SYSTEM, history, set: { completions } })
  })
}

function othersThan(token: string, lease: LeaseRecord, now: Date): Completion[] {
  return underWay(lease, now).filter((other) => other.token !== token)
}

/** Returns SYSTEM if the job is placing the order and `shopper` is omitted, otherwise SHOPPER. Medusa doesn't pass on who completes the cart. */
async function whoPlaces({ store, now }: LedgerDeps, leaseId: string, shopper?: Shopper): Promise<Actor> {
  if (shopper) return SHOPPER
  const pendingCalls = await store.pendingCalls.ofLease(leaseId)
  return pendingCalls.some((call) => call.kind === "place_order" && isRunning(call, now())) ? SYSTEM : SHOPPER
}

/** Throws LedgerRefusal unless the signature is reliable enough to place the order. Rereads the status if necessary. */
async function signedLease(accountDeps: AccountDeps, lease: LeaseRecord, shopper?: Shopper): Promise<LeaseRecord> {
  const refused = (code: MessageCode) => new LedgerRefusal(code, textParams(accountDeps, lease))
  const known = awaitsOrder(lease)
  if (!known && !isSigning(lease)) throw refused(whyNot("place", lease.status) ?? "not_signed")
  const isFresh = (at: Date | null) => at !== null && isRecent(at, accountDeps.now(), VERIFIED_FRESH_MS)
  // Each completion gets here twice, so don't reread right after a response without a status.
  const isSureEnough =
    isAttested(lease) || isFresh(lease.verified_at) || (isReported(lease) && isFresh(lease.checked_at))
  if (known && isSureEnough) return lease
  // Don't reread an unsigned contract that was just read, or completing the cart in a loop would cause a call each time.
  if (!known && isJustRead(accountDeps, lease)) {
    if (lease.service_status) throw refused(whyNot("place", lease.status) ?? "not_signed")
    return reportedOnly(accountDeps, lease)
  }
  await countRequest(accountDeps, lease, shopper)
  const { lease: after, reading } = await checkStatus(accountDeps, lease, { reader: "shopper" })
  if (provesSignature(reading) && !whyNot("place", after.status)) return after
  if (reading.kind === "no_status") return reportedOnly(accountDeps, after)
  if (known && isVoid(reading)) {
    if (!isEnded(after)) await accountDeps.store.raise(lease.id, "lease_dead")
    throw refused("lease_dead")
  }
  throw refused(whyNot("place", after.status) ?? "signature_pending")
}

/** Accepts a browser's report of the signature, because the service reports no status. Throws LedgerRefusal if there is no such report. */
async function reportedOnly(accountDeps: AccountDeps, lease: LeaseRecord): Promise<LeaseRecord> {
  if (!isBrowserReported(lease)) throw new LedgerRefusal("no_status", textParams(accountDeps, lease))
  if (!isSigning(lease)) return lease
  const moved = await accountDeps.store.move(lease.id, "signature_reported", {
    actor: SHOPPER,
    guard: { fingerprint: lease.fingerprint ?? undefined, unclaimed: true },
    set: { signed_at: lease.signed_at ?? accountDeps.now() },
  })
  return moved ?? lease
}

/**
 * Throws LedgerRefusal if the cart's contents, total or recipient differ from what was signed. Medusa emits no event for a change that keeps the
 * total (`docs/adr/0010-cart-and-recipient-hashes.md`).
 */
function refuseOtherCart(accountDeps: AccountDeps, lease: LeaseRecord, cart: CartInput): void {
  const difference = refusedDifferenceOf(accountDeps, lease, cart)
  const total = cart.total == null ? undefined : parseAmount(cart.total)
  const params = textParams(accountDeps, lease)
  if (difference === "cart" || lease.amount !== total) throw new LedgerRefusal("contract_mismatch", params)
  if (difference) throw new LedgerRefusal("recipient_mismatch", { ...params, ...because(`recipient_${difference}`) })
}

/** Returns why a signed lease's order could not be placed, or null if that isn't the last entry in its history. */
export async function orderFailure(
  { store }: LedgerDeps,
  lease: LeaseRecord,
): Promise<{ code: MessageCode; params: MessageParams } | null> {
  const last = await store.histories.last(lease.id)
  if (last?.type !== "order_refused") return null
  const { code, ...params } = last.detail
  return { code: isMessageCode(code) ? code : "completion_failed", params: params as MessageParams }
}
