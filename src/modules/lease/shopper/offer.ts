import { randomUUID } from "node:crypto"
import { LeaseServiceError, type Pricing } from "../../../client"
import { type CartInput, invoiceTotalAgrees, type MappedCart } from "../../../lease-cart"
import { type AccountDeps, claimMs, type LedgerDeps, SERVICE, SHOPPER, SYSTEM, textParams } from "../accounts/deps"
import { applicationOf } from "../calls/service-call"
import { mapCartOrRefuse } from "../cart/cart"
import { isSameRecipient, recipientHash } from "../cart/recipient"
import { serviceFailure } from "../lease-service/errors"
import { applyReading, expire, readStatus } from "../lease-service/read-status"
import { endOfApproval, limitOf, overLimit } from "../rules/approval"
import {
  isBrowserReported,
  isByLink,
  isForExistingOrder,
  isOffered,
  isPending,
  isSigning,
} from "../rules/lease-predicates"
import { isTotalMissing } from "../rules/offer-summary"
import { type HistoryEntry, type LeaseRecord, snapshotOf } from "../rules/records"
import { whyNot } from "../rules/state-machine"
import type { LeasePatch } from "../tables/table"
import { LedgerRefusal } from "../texts/messages"
import { enter } from "./cart-lease"
import { countRequest, type Shopper } from "./owner"

/**
 * Sends the cart to the service and fetches its lease's price (spec 4.1, POST cart, GET pricing). Makes no call if the service already has this exact
 * cart and has stated the total that option `requireTotal` requires. For a `pending` application, the response shows whether the service has decided.
 * `upToDate` returns the cart at the store's current prices. It isn't called for an existing order, or once a contract was handed out. Safe to
 * repeat. Throws LedgerRefusal if the shopper doesn't own the lease, the lease's status allows no offer, the cart can't be leased, or the service
 * refuses, returns a total other than the one sent, or is unreachable.
 */
export async function offer(
  deps: LedgerDeps,
  given: CartInput,
  shopper: Shopper,
  upToDate: () => Promise<CartInput> = async () => given,
): Promise<LeaseRecord> {
  return enter(deps, { cartId: given.id, shopper, action: "offer" }, async (accountDeps, lease) => {
    const cart = isSigning(lease) || isForExistingOrder(lease) ? given : await upToDate()
    const mapped = mapCartOrRefuse(accountDeps, cart, lease.reference)
    // Resend the cart for a new recipient, too: the service refuses it if the contract was signed in the meantime.
    const isSame = lease.fingerprint === mapped.fingerprint && isSameRecipient(accountDeps, lease, cart)
    if (isOffered(lease) && isSame && !isTotalMissing(accountDeps, lease)) return lease

    await countRequest(accountDeps, lease, shopper)
    return sendCart(accountDeps, lease, { cart, mapped }, async (claimed, price) => {
      const guard = { claim_token: claimed.claim_token }
      const offered = await accountDeps.store.move(lease.id, "offer_made", {
        ...(await price()),
        actor: SERVICE,
        guard,
      })
      if (!offered) throw new LedgerRefusal("busy")
      return accountDeps.store.clear(offered, "invoice_differs", "mixed_up_answer")
    })
  })
}

export type ClaimedLease = LeaseRecord & { claim_token: string }

export const released = { claim_token: null, claimed_until: null } as const

export type Priced = { set: LeasePatch; history: HistoryEntry[] }

/** Claims a lease while `work` runs. `work` calls `price` to send the cart and fetch its price. Throws LedgerRefusal. */
export async function sendCart(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  { cart, mapped }: { cart: CartInput; mapped: MappedCart },
  work: (claimed: ClaimedLease, price: () => Promise<Priced>) => Promise<LeaseRecord>,
): Promise<LeaseRecord> {
  const claim = {
    claim_token: randomUUID(),
    claimed_until: new Date(accountDeps.now().getTime() + claimMs(accountDeps)),
  }
  // Clear the fingerprint before the call: until the response arrives, it's unclear which cart the service has.
  const set = { ...claim, fingerprint: null, sent: snapshotOf(mapped) }
  // If two tabs send a cart at the same time, this guard stops the second one.
  const guard = { status: [lease.status], unclaimed: true, fingerprint: lease.fingerprint ?? undefined }
  const taken = await accountDeps.store.set(lease.id, set, { guard, history: [{ type: "cart_sent" }], actor: SHOPPER })
  if (!taken) throw new LedgerRefusal("busy")
  const claimed = { ...taken, claim_token: claim.claim_token }
  try {
    return await work(claimed, async () => {
      await record(accountDeps, claimed, lease.fingerprint, mapped)
      return priceOf(accountDeps, claimed, cart, mapped)
    })
  } finally {
    await accountDeps.store.set(lease.id, released, { guard: { claim_token: claimed.claim_token }, actor: SYSTEM })
  }
}

/** Sends the cart. If the service is known not to have accepted it, restores the fingerprint of the previous cart, which the service still has. */
async function record(
  accountDeps: AccountDeps,
  lease: ClaimedLease,
  before: string | null,
  mapped: MappedCart,
): Promise<void> {
  try {
    await accountDeps.service.recordCart(applicationOf(lease), mapped.cart)
  } catch (error) {
    const refused = refusal(accountDeps, error)
    if (!(error instanceof LeaseServiceError) || error.effect === "unknown") throw refused
    const sums = refused.code === "cart_refused" && overLimit(lease, mapped)
    const failure = sums
      ? new LedgerRefusal("over_limit", { ...textParams(accountDeps, lease), ...sums }, { cause: error })
      : refused
    const guard = { claim_token: lease.claim_token }
    const kept = await accountDeps.store.set(lease.id, { fingerprint: before, sent: null }, { guard, actor: SYSTEM })
    if (error.httpStatus === 409) throw await wrongState(accountDeps, { ...lease, ...kept }, failure)
    await accountDeps.store.append(lease.id, SERVICE, [{ type: "offer_refused", detail: { reason: failure.code } }])
    throw failure
  }
}

/** Returns the columns for an offer at the service's price. Throws LedgerRefusal if the service's total differs from the one sent. */
async function priceOf(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  cart: CartInput,
  mapped: MappedCart,
): Promise<Priced> {
  let pricing: Pricing
  try {
    pricing = await accountDeps.service.getPricing(applicationOf(lease))
  } catch (error) {
    throw refusal(accountDeps, error)
  }
  if (!invoiceTotalAgrees(mapped, pricing.invoiceTotal)) {
    await accountDeps.store.raise(lease.id, "invoice_differs")
    await accountDeps.store.append(lease.id, SERVICE, [
      { type: "offer_refused", detail: { reason: "invoice_differs" } },
    ])
    throw new LedgerRefusal("invoice_differs", textParams(accountDeps, lease))
  }
  warnOfLeftOut(accountDeps, pricing.leftOut)
  const now = accountDeps.now()
  const { appStatus } = pricing
  const until = { reported: appStatus?.approvedUntil, earlier: lease.approved_until }
  return {
    set: {
      ...released,
      amount: mapped.total,
      currency_code: mapped.currency,
      fingerprint: mapped.fingerprint,
      recipient_hash: recipientHash(accountDeps, cart),
      snapshot: snapshotOf(mapped),
      sent: null,
      contracts_received_at: null,
      // A signature reported before this cart was sent was for an earlier contract. One reported since then may be for this cart.
      ...(isBrowserReported(lease) && { evidence: "none" as const }),
      pricing: pricing.lines,
      approval_amount: limitOf(appStatus?.approvalAmount) ?? lease.approval_amount,
      // For a pending application, this records the approval.
      approved_until: endOfApproval(until, { ...accountDeps.options, now }),
      priced_at: now,
      service_status: appStatus?.statusText ?? "",
      checked_at: now,
    },
    history: [
      { type: "offer_made", detail: { amount: mapped.total, currency_code: mapped.currency } },
      ...(isTotalMissing(accountDeps, { pricing: pricing.lines, snapshot: mapped })
        ? [{ type: "total_missing" } as const]
        : []),
    ],
  }
}

/** Accounts whose omitted fields were logged. Once is enough, because all prices of an account omit the same fields. */
const warned = new WeakSet<AccountDeps["options"]>()

function warnOfLeftOut({ options, account_id, log }: AccountDeps, fields: Pricing["leftOut"]): void {
  if (!fields || warned.has(options)) return
  warned.add(options)
  const whose = account_id === null ? "" : ` of ${account_id}`
  log.warn(
    `lease-to-own: the price${whose} holds fields that are not shown, because they are too long, too deep, or more than 200: ${fields.join(", ")}.`,
  )
}

function refusal(accountDeps: AccountDeps, error: unknown): LedgerRefusal {
  return serviceFailure(accountDeps, error, { reader: "shopper", refused: "cart_refused" })
}

/**
 * Reads the status to find out why the service no longer accepts a cart. If the service has no contract, the approval has expired (reference 9), with
 * two exceptions: a contract that was handed out may be signed by now, and for an order's new contract, the service may still be canceling the former
 * one. In the second case, the shopper can try again, and staff get an alert.
 */
async function wrongState(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  refused: LedgerRefusal,
): Promise<LedgerRefusal> {
  if (isPending(lease)) return new LedgerRefusal("pending", textParams(accountDeps, lease))
  const reading = await readStatus(accountDeps, lease)
  const none = reading.kind === "no_contract"
  if (none && isForExistingOrder(lease) && !isByLink(lease)) {
    await accountDeps.store.append(lease.id, SERVICE, [{ type: "offer_refused", detail: { reason: refused.code } }])
    await accountDeps.store.raise(lease.id, "replacement_ended")
    return refused
  }
  const expired = none && !lease.contract_at ? await expire(accountDeps, lease) : null
  const after = expired ?? (await applyReading(accountDeps, lease, reading))
  const reason = whyNot("offer", after.status) ?? (none ? undefined : "signature_pending")
  return reason ? new LedgerRefusal(reason, textParams(accountDeps, after)) : refused
}
