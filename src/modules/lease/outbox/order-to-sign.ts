import { hashLeaseKey, newReference, signingKey } from "../rules/keys"
import type { Actor, LeaseRecord } from "../rules/records"
import { AWAITING_SIGNATURE, orderAwaitsSignature } from "../rules/standing"
import { WITHOUT_CONTRACT } from "../rules/state-machine"
import type { Desk } from "../status/ledger"
import type { LeaseStore } from "../tables/lease-store"
import { LedgerRefusal } from "../texts/messages"

/** Opens the lease of an edited order's new contract in the transaction that ends `former`. Throws LedgerRefusal if the cart has another lease. */
export async function openReplacement(store: LeaseStore, former: LeaseRecord, actor: Actor): Promise<void> {
  const { cart_id, email, sales_channel_id, way, test, account, currency_code, customer_id } = former
  const { order_id, order_display_id, application_id, attempt_hash, approval_amount, approved_until } = former
  // It still waits for its first payment.
  const linked_at = former.placed_at ? null : former.linked_at
  // A browser in which an account applied is not that account: the new contract is for the login and the link.
  const lease_key_hashes = customer_id ? [] : former.lease_key_hashes
  const opened = await store.open(
    { reference: newReference(), cart_id, email, sales_channel_id, way, test, account, currency_code, customer_id },
    actor,
  )
  const approval = { application_id, attempt_hash, approval_amount, approved_until, lease_key_hashes }
  const consent = await store.histories.consent(former.id)
  const replaced = await store.move(opened.id, "contract_replaced", {
    actor,
    set: { order_id, order_display_id, linked_at, ...approval },
    history: [{ type: "contract_replaced", detail: { from: former.reference, ...consent } }],
  })
  if (!replaced) throw new LedgerRefusal("busy")
}

/**
 * Lets go of the order that waits for this lease. A lease by link ends, so that the next link is another's; an edited order's approval is free for
 * another cart. So is one whose earlier contract may still be signed, because it is read on. Null if the lease moved on or a contract is out.
 */
export function releaseOrder(store: LeaseStore, { id }: LeaseRecord, actor: Actor): Promise<LeaseRecord | null> {
  return store.transaction(async (within) => {
    const [lease] = await within.lock([id])
    const history = [{ type: lease?.linked_at ? ("lease_link_withdrawn" as const) : ("replacement_dropped" as const) }]
    const change = { guard: { status: WITHOUT_CONTRACT, unclaimed: true }, history, actor }
    if (lease?.linked_at && !lease.contract_at) return within.move(id, "lease_superseded", change)
    const released = await within.set(id, { order_id: null, order_display_id: null, linked_at: null }, change)
    return released && within.lower(released, "replacement_ended")
  })
}

/** The link with which an order's shopper signs, and before that applies: `contractLink` with a lease key after `#`, unseen by servers. Throws LedgerRefusal. */
export async function signingLink(
  { store, options, secret }: Desk,
  { id }: LeaseRecord,
  actor: Actor,
): Promise<string> {
  const { contractLink } = options
  if (!contractLink) throw new LedgerRefusal("signing_link_option")
  const lease = await store.byId(id)
  if (!lease || !orderAwaitsSignature(lease)) throw new LedgerRefusal("signing_link_none")
  const key = signingKey(id, secret)
  const hash = hashLeaseKey(key)
  if (!lease.lease_key_hashes.includes(hash)) {
    if (!(await store.addLeaseKey(id, hash, { status: AWAITING_SIGNATURE })))
      throw new LedgerRefusal("signing_link_none")
    await store.append(id, actor, [{ type: "signing_link_made" }])
  }
  return `${contractLink.replaceAll("{cartId}", encodeURIComponent(lease.cart_id))}#lease-key=${key}`
}
