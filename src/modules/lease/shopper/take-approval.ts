import type { CartInput } from "../../../lease-cart"
import { type AccountDeps, currentLease, type LedgerDeps, ofLease, reread, SERVICE, SHOPPER } from "../accounts/deps"
import { accountOfCartOrRefuse } from "../cart/account-of-cart"
import { mapCartOrRefuse } from "../cart/cart"
import { refuseHeld } from "../lease-service/errors"
import { whyNotMove } from "../rules/approval"
import { hashLeaseKey, newReference } from "../rules/keys"
import { isApproved, isHosted, isNew } from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { whyNot } from "../rules/state-machine"
import type { LeasePatch } from "../tables/table"
import { LedgerRefusal } from "../texts/messages"
import { enterCode, heldElsewhere } from "./approval-elsewhere"
import { openLease, refuseHeldWidget, whyNotApiFlow } from "./cart-lease"
import { type ClaimedLease, type Priced, released, sendCart } from "./offer"
import { bindingFor, countRequest, isFree, refuseFor, refuseStranger, type Shopper } from "./owner"

/**
 * Moves an approval to this cart without a new application. Sends the cart for the same application (spec 1.2). Then, in one transaction, ends the
 * other cart's lease and gives this cart's lease the approval and an offer. The other cart's unsigned contract becomes void once the service has this
 * cart, as after any change to a cart (reference 4).
 *
 * `code` is a guest's one-time code. It is entered first (`enterCode`) and stays valid for a day, even if the move fails.
 * Throws LedgerRefusal without moving anything if there is no approval to use, the approval is signed, ended or in use, the cart can't be leased, or
 * the service refuses it or is unreachable. Safe to repeat: returns the lease if it already has the approval.
 */
export async function takeApproval(
  deps: LedgerDeps,
  cart: CartInput,
  shopper: Shopper,
  code?: string,
): Promise<LeaseRecord> {
  const own = await currentLease(deps, cart.id)
  if (own && !isFree(own)) {
    // The cart has its own application, or got the approval through an earlier request whose response was lost.
    const ownAccount = ofLease(deps, own)
    refuseStranger(own, shopper)
    refuseFor(whyNotApiFlow(own) ?? (isApproved(own) ? null : whyNot("contract", own.status)), ownAccount, own)
    return own
  }
  const cartAccount = accountOfCartOrRefuse(deps, cart, bindingFor(deps, own, shopper))
  if (own) refuseHeldWidget(cartAccount, own, shopper)
  if (code !== undefined) await enterCode(cartAccount, cart, shopper, code)
  const holder = await heldElsewhere(cartAccount, cart, shopper)
  if (!holder) throw new LedgerRefusal("no_approval")
  const accountDeps = ofLease(cartAccount, holder)
  await refuseHeld(accountDeps, holder, "shopper")
  refuseUnmovable(accountDeps, holder)
  const continues = own !== null && isNew(own) && !isHosted(own) && own.account_id === holder.account_id
  const reference = continues ? own.reference : newReference()
  const mapped = mapCartOrRefuse(accountDeps, cart, reference)
  await countRequest(accountDeps, holder, shopper)
  return sendCart(accountDeps, holder, { cart, mapped }, async (claimed, price) => {
    try {
      return await move(accountDeps, claimed, { cart, shopper, reference, priced: await price() })
    } catch (error) {
      // The service may have reported in the meantime that the lease is signed or has ended. Prefer that reason.
      refuseUnmovable(accountDeps, await reread(accountDeps, holder))
      throw error
    }
  })
}

function refuseUnmovable(accountDeps: AccountDeps, holder: LeaseRecord): void {
  refuseFor(whyNotMove(holder, accountDeps.now()), accountDeps, holder)
}

/** Moves a claimed lease's approval to this cart's lease, under the reference sent to the service. */
async function move(
  accountDeps: AccountDeps,
  claimed: ClaimedLease,
  { cart, shopper, reference, priced }: { cart: CartInput; shopper: Shopper; reference: string; priced: Priced },
): Promise<LeaseRecord> {
  const consent = await accountDeps.store.histories.consent(claimed.id)
  return accountDeps.store.transaction(async (store) => {
    // The cart may have a lease to replace, so lock both leases before writing to either.
    const own = await store.ofCart(cart.id)
    await store.lock([claimed.id, ...(own ? [own.id] : [])])
    if ((await store.ofCart(cart.id))?.id !== own?.id) throw new LedgerRefusal("busy")
    // Keep an application for this cart that was sent to another account in the meantime.
    const refuse = (lease: LeaseRecord) => {
      if (!isFree(lease)) throw new LedgerRefusal("busy")
    }
    const { id } = (await openLease({ ...accountDeps, store }, cart, { flow: "api", shopper, reference, refuse })).lease
    // A signature may have been recorded in the meantime, so check again.
    refuseUnmovable(accountDeps, await reread({ store }, claimed))
    const left = await store.move(claimed.id, "approval_moved", {
      actor: SHOPPER,
      guard: { claim_token: claimed.claim_token },
      set: released,
      history: [{ type: "approval_moved", detail: { to: reference } }],
    })
    const taken =
      left &&
      (await store.move(id, "approval_taken", {
        actor: SHOPPER,
        guard: { unclaimed: true },
        set: approvalOf(left, shopper),
        history: [{ type: "approval_taken", detail: { from: left.reference, ...consent } }],
      }))
    const offered = taken && (await store.move(id, "offer_made", { ...priced, actor: SERVICE }))
    // Refuse if another request for this cart or this approval came first.
    if (offered?.reference !== reference) throw new LedgerRefusal("busy")
    return offered
  })
}

/**
 * Returns the columns that move with the approval, including `contract_at`, because that contract may be signed. Other browsers' keys stay with their
 * cart. This browser's key is added only if a code was entered with it, because a logged-in browser may send any key.
 */
function approvalOf(left: LeaseRecord, { leaseKey, customerId }: Shopper): LeasePatch {
  const { email, application_id, idempotency_key_hash, approval_amount, approved_until, contract_at } = left
  const isByLogin = customerId !== undefined && left.customer_id === customerId
  return {
    email,
    application_id,
    idempotency_key_hash,
    approval_amount,
    approved_until,
    contract_at,
    customer_id: left.customer_id ?? customerId ?? null,
    lease_key_hashes: leaseKey && !isByLogin ? [hashLeaseKey(leaseKey)] : [],
  }
}
