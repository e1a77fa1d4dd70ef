import { readsSigned } from "../../../client"
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

/** The maximum age of a verified signature (ms) for placing the order without another call. */
const VERIFIED_FRESH_MS = MINUTE_MS

/**
 * A request to place an order. A completion is checked twice: for a shopper, by the completion's guard before the cart is read; and for Medusa, by
 * the provider with the cart. `sessionId` is Medusa's id of the payment session, and `amount` is the session's amount in cents. `shopper` is omitted
 * for Medusa itself and the job. `cart` was just read by Medusa's query, with its totals.
 */
type Placing<Cart = CartInput> = { cart: Cart; sessionId: string; amount?: number; shopper?: Shopper }

/**
 * Checks that this cart may become an order now: its contract must be signed at the service, for this exact cart and amount. Reads the service if the
 * last reading is older than `VERIFIED_FRESH_MS`, or if the lease is still `signing`. Changes the status only to what was read. If `cart` is null, it
 * hasn't been read yet and isn't compared with the signed one. Throws LedgerRefusal, worded for the shopper, who can complete the cart again.
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

/** Checks that a lease is signed for this session, amount and cart, and records a refusal of a signed lease for the shopper and staff. */
async function ensureSigned(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  { sessionId, amount, shopper, cart }: Placing<CartInput | null>,
): Promise<LeaseRecord> {
  // Anyone with the cart may complete it if the lease is signed. Only the owner may learn the status of an unsigned lease.
  const isOrderable = !isHosted(lease) && (awaitsOrder(lease) || isMaybeSigned(lease))
  if (shopper && !isOwner(lease, shopper) && !isOrderable)
    throw new LedgerRefusal(isFree(lease) ? "no_application" : "order_not_ready")
  refuseFor(whyNotApiFlow(lease), accountDeps, lease)
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
 * Authorizes the payment: `signed → placing`, for one session. A repeated request for the session gets the same response.
 *
 * `awaiting` is true if only a browser reported the signature, while the service's responses contain no status. The order may be placed, but its
 * payment stays open until the service or a merchant confirms the signature; Medusa then calls this again.
 *
 * `authorized` is set if Medusa doesn't call the provider, because the lease named in `by` has already authorized the session. `token` distinguishes
 * this completion from others of the cart. A session left over from an earlier lease could pay for this lease's order but could never be captured, so
 * `payment_closing` is thrown, and the job closes the session.
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

/** Reads the service for the open payment of a placed order, unless the signature is already certain. Refusals are worded for staff. */
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
 * Records why the order for a signed cart was refused, for the shopper and staff, but not the same reason twice in a row. A reason that may be
 * temporary is recorded without parameters.
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

/** Ends a failed completion by its token (`startOrder`). The lease can be placed again immediately unless it is placed or another completion runs. */
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

/** The completions in progress, except the one with this token. */
function othersThan(token: string, lease: LeaseRecord, now: Date): Completion[] {
  return underWay(lease, now).filter((other) => other.token !== token)
}

/** Who is completing the cart, which Medusa doesn't pass on: the job if it is placing the order and `shopper` is omitted, otherwise the shopper. */
async function whoPlaces({ store, now }: LedgerDeps, leaseId: string, shopper?: Shopper): Promise<Actor> {
  if (shopper) return SHOPPER
  const pendingCalls = await store.pendingCalls.ofLease(leaseId)
  return pendingCalls.some((call) => call.kind === "place_order" && isRunning(call, now())) ? SYSTEM : SHOPPER
}

/** Returns the lease if its signature is certain enough to place the order. Reads the service if necessary. Throws LedgerRefusal otherwise. */
async function signedLease(accountDeps: AccountDeps, lease: LeaseRecord, shopper?: Shopper): Promise<LeaseRecord> {
  const refused = (code: MessageCode) => new LedgerRefusal(code, textParams(accountDeps, lease))
  const known = awaitsOrder(lease)
  if (!known && !isSigning(lease)) throw refused(whyNot("place", lease.status) ?? "not_signed")
  const isFresh = (at: Date | null) => at !== null && isRecent(at, accountDeps.now(), VERIFIED_FRESH_MS)
  // One completion reaches this code twice, so don't read the service again right after a response without a status.
  const isSureEnough =
    isAttested(lease) || isFresh(lease.verified_at) || (isReported(lease) && isFresh(lease.checked_at))
  if (known && isSureEnough) return lease
  // Don't reread an unsigned contract that was just read, so that completing the cart in a loop causes no calls.
  if (!known && isJustRead(accountDeps, lease)) {
    if (lease.service_status) throw refused(whyNot("place", lease.status) ?? "not_signed")
    return reportedOnly(accountDeps, lease)
  }
  await countRequest(accountDeps, lease, shopper)
  const { lease: after, reading } = await checkStatus(accountDeps, lease, { reader: "shopper" })
  if (readsSigned(reading) && !whyNot("place", after.status)) return after
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
 * Refuses a cart that changed while its total stayed the same, by fingerprint and recipient, because Medusa emits no event for such a change
 * (`docs/adr/0010-cart-and-recipient-hashes.md`).
 */
function refuseOtherCart(accountDeps: AccountDeps, lease: LeaseRecord, cart: CartInput): void {
  const difference = refusedDifferenceOf(accountDeps, lease, cart)
  const total = cart.total == null ? undefined : parseAmount(cart.total)
  const params = textParams(accountDeps, lease)
  if (difference === "cart" || lease.amount !== total) throw new LedgerRefusal("contract_mismatch", params)
  if (difference) throw new LedgerRefusal("recipient_mismatch", { ...params, ...because(`recipient_${difference}`) })
}

/** Why the order for a signed lease could not be placed, if that is the last entry in its history. Otherwise null. */
export async function orderFailure(
  { store }: LedgerDeps,
  lease: LeaseRecord,
): Promise<{ code: MessageCode; params: MessageParams } | null> {
  const last = await store.histories.last(lease.id)
  if (last?.type !== "order_refused") return null
  const { code, ...params } = last.detail
  return { code: isMessageCode(code) ? code : "completion_failed", params: params as MessageParams }
}
