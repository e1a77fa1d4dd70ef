import { randomUUID } from "node:crypto"
import { LeaseServiceError, type Pricing } from "../../../client"
import { type CartInput, invoiceTotalAgrees, type MappedCart } from "../../../lease-cart"
import { applicationOf } from "../calls/service-call"
import { mapCartOrRefuse } from "../cart/cart"
import { endOfApproval, limitOf, overLimit } from "../rules/approval"
import { type HistoryEntry, type LeaseRecord, snapshotOf } from "../rules/records"
import { isByLink, isForExistingOrder, isOffered, isPending, isSigning } from "../rules/standing"
import { whyNot } from "../rules/state-machine"
import { claimMs, type Desk, type Ledger, SERVICE, SHOPPER, SYSTEM, textParams } from "../status/ledger"
import { applyReading, expire, readStatus } from "../status/read-status"
import { isSameRecipient, recipientHash } from "../status/recipient"
import { serviceFailure } from "../status/service-failure"
import type { LeasePatch } from "../tables/table"
import { LedgerRefusal } from "../texts/messages"
import { enter } from "./cart-lease"
import { countAsking, type Shopper } from "./owner"

/**
 * Records the cart at the service and asks for the price of its lease (spec 4.1, POST cart, GET pricing). Makes no call if the service holds this
 * very cart. From `pending` it asks whether there is a decision now. A contract that is out, and an order that exists, keep their prices. `upToDate`:
 * the cart at the store's prices now, so that the offer can be signed.
 * Throws LedgerRefusal: a stranger, no offer in this status, cart not leasable, refused by the service, priced differently from what was sent, or
 * service not reached. Asking again is safe.
 */
export async function offer(
  desk: Desk,
  asked: CartInput,
  shopper: Shopper,
  upToDate: () => Promise<CartInput> = async () => asked,
): Promise<LeaseRecord> {
  return enter(desk, { cartId: asked.id, shopper, action: "offer" }, async (ledger, lease) => {
    const cart = isSigning(lease) || isForExistingOrder(lease) ? asked : await upToDate()
    const mapped = mapCartOrRefuse(ledger, cart, lease.reference)
    // Another recipient asks the service again, too, because it refuses a cart whose contract was signed meanwhile.
    if (isOffered(lease) && lease.fingerprint === mapped.fingerprint && isSameRecipient(ledger, lease, cart))
      return lease

    await countAsking(ledger, lease, shopper)
    return sendCart(ledger, lease, { cart, mapped }, async (claimed, price) => {
      const guard = { claim_token: claimed.claim_token }
      const offered = await ledger.store.move(lease.id, "offer_made", { ...(await price()), actor: SERVICE, guard })
      if (!offered) throw new LedgerRefusal("busy")
      return ledger.store.lower(offered, "invoice_differs", "mixed_up_answer")
    })
  })
}

/** A lease that this process holds for its calls to the service. */
export type ClaimedLease = LeaseRecord & { claim_token: string }

/** Columns that give a claim back. */
export const released = { claim_token: null, claimed_until: null } as const

/** The columns that an offer writes. */
export type Priced = { set: LeasePatch; history: HistoryEntry[] }

/** Claims a lease to send a cart for its application, until `work` ends. `price` sends the cart and reads its price. Throws LedgerRefusal. */
export async function sendCart(
  ledger: Ledger,
  lease: LeaseRecord,
  { cart, mapped }: { cart: CartInput; mapped: MappedCart },
  work: (claimed: ClaimedLease, price: () => Promise<Priced>) => Promise<LeaseRecord>,
): Promise<LeaseRecord> {
  const claim = { claim_token: randomUUID(), claimed_until: new Date(ledger.now().getTime() + claimMs(ledger)) }
  // The fingerprint is cleared before the call: until the answer arrives, nobody knows which cart the service holds.
  const set = { ...claim, fingerprint: null, sent: snapshotOf(mapped) }
  // If two tabs ask at once, the later one finds another status and sends nothing.
  const guard = { status: [lease.status], unclaimed: true, fingerprint: lease.fingerprint ?? undefined }
  const taken = await ledger.store.set(lease.id, set, { guard, history: [{ type: "cart_sent" }], actor: SHOPPER })
  if (!taken) throw new LedgerRefusal("busy")
  const claimed = { ...taken, claim_token: claim.claim_token }
  try {
    return await work(claimed, async () => {
      await record(ledger, claimed, lease.fingerprint, mapped)
      return priceOf(ledger, claimed, cart, mapped)
    })
  } finally {
    await ledger.store.set(lease.id, released, { guard: { claim_token: claimed.claim_token }, actor: SYSTEM })
  }
}

/** If the service certainly did not take the cart, it still holds the previous one, which is recorded again. */
async function record(ledger: Ledger, lease: ClaimedLease, before: string | null, mapped: MappedCart): Promise<void> {
  try {
    await ledger.service.recordCart(applicationOf(lease), mapped.cart)
  } catch (error) {
    const refused = refusal(ledger, error)
    if (!(error instanceof LeaseServiceError) || error.effect === "unknown") throw refused
    const sums = refused.code === "cart_refused" && overLimit(lease, mapped)
    const failure = sums
      ? new LedgerRefusal("over_limit", { ...textParams(ledger, lease), ...sums }, { cause: error })
      : refused
    const guard = { claim_token: lease.claim_token }
    const kept = await ledger.store.set(lease.id, { fingerprint: before, sent: null }, { guard, actor: SYSTEM })
    if (error.httpStatus === 409) throw await wrongState(ledger, { ...lease, ...kept }, failure)
    await ledger.store.append(lease.id, SERVICE, [{ type: "offer_refused", detail: { reason: failure.code } }])
    throw failure
  }
}

async function priceOf(ledger: Ledger, lease: LeaseRecord, cart: CartInput, mapped: MappedCart): Promise<Priced> {
  let pricing: Pricing
  try {
    pricing = await ledger.service.getPricing(applicationOf(lease))
  } catch (error) {
    throw refusal(ledger, error)
  }
  if (!invoiceTotalAgrees(mapped, pricing.invoiceTotal)) {
    await ledger.store.raise(lease.id, "invoice_differs")
    await ledger.store.append(lease.id, SERVICE, [{ type: "offer_refused", detail: { reason: "invoice_differs" } }])
    throw new LedgerRefusal("invoice_differs", textParams(ledger, lease))
  }
  tellLeftOut(ledger, pricing.leftOut)
  const now = ledger.now()
  const { appStatus } = pricing
  const until = { told: appStatus?.approvedUntil, earlier: lease.approved_until }
  return {
    set: {
      ...released,
      amount: mapped.total,
      currency_code: mapped.currency,
      fingerprint: mapped.fingerprint,
      recipient_hash: recipientHash(ledger, cart),
      snapshot: snapshotOf(mapped),
      sent: null,
      contracts_received_at: null,
      // A browser's report meant another contract.
      evidence: "none",
      pricing: pricing.lines,
      approval_amount: limitOf(appStatus?.approvalAmount) ?? lease.approval_amount,
      // Of a pending application, this is the decision.
      approved_until: endOfApproval(until, { ...ledger.options, now }),
      priced_at: now,
      service_status: appStatus?.statusText ?? "",
      checked_at: now,
    },
    history: [{ type: "offer_made", detail: { amount: mapped.total, currency_code: mapped.currency } }],
  }
}

/** The accounts whose field names this process has logged: they are the same with every price. */
const warned = new WeakSet<Ledger["options"]>()

function tellLeftOut({ options, account, log }: Ledger, fields: Pricing["leftOut"]): void {
  if (!fields || warned.has(options)) return
  warned.add(options)
  const whose = account === null ? "" : ` of ${account}`
  log.warn(
    `lease-to-own: the price${whose} holds fields that are not shown, because they are too long, too deep, or more than 200: ${fields.join(", ")}.`,
  )
}

function refusal(ledger: Ledger, error: unknown): LedgerRefusal {
  return serviceFailure(ledger, error, { reader: "shopper", refused: "cart_refused" })
}

/**
 * The service no longer accepts a cart, and its view of the lease decides the answer. An approval is over if its cart is refused and the service has
 * no contract for it (reference 9). Not if a contract was handed out, which may be signed by now: then both answers are a fault. And not for an
 * order's new contract, because the service has just canceled the former one and may not be done: it can be asked again, and staff get an alert.
 */
async function wrongState(ledger: Ledger, lease: LeaseRecord, refused: LedgerRefusal): Promise<LedgerRefusal> {
  if (isPending(lease)) return new LedgerRefusal("pending", textParams(ledger, lease))
  const reading = await readStatus(ledger, lease)
  const none = reading.kind === "no_contract"
  if (none && isForExistingOrder(lease) && !isByLink(lease)) {
    await ledger.store.append(lease.id, SERVICE, [{ type: "offer_refused", detail: { reason: refused.code } }])
    await ledger.store.raise(lease.id, "replacement_ended")
    return refused
  }
  const over = none && !lease.contract_at ? await expire(ledger, lease) : null
  const after = over ?? (await applyReading(ledger, lease, reading))
  const reason = whyNot("offer", after.status) ?? (none ? undefined : "signature_pending")
  return reason ? new LedgerRefusal(reason, textParams(ledger, after)) : refused
}
