import type { LedgerDeps } from "../accounts/deps"
import { hashLeaseKey, newNonce, newReference, signingKey } from "../rules/keys"
import { AWAITING_SIGNATURE, orderAwaitsSignature } from "../rules/lease-predicates"
import type { Actor, LeaseRecord } from "../rules/records"
import { WITHOUT_CONTRACT } from "../rules/state-machine"
import type { LeaseStore } from "../tables/lease-store"
import { LedgerRefusal } from "../texts/messages"

/** Opens the lease for an edited order's new contract in the transaction that ends `former`. Throws LedgerRefusal if the cart has another lease. */
export async function openReplacement(store: LeaseStore, former: LeaseRecord, actor: Actor): Promise<void> {
  const { cart_id, email, sales_channel_id, flow, test, account_id, currency_code, customer_id } = former
  const { order_id, order_display_id, application_id, idempotency_key_hash, approval_amount, approved_until } = former
  // The order still awaits its first payment by link, so the new lease is signed by link as well.
  const linked_at = former.placed_at ? null : former.linked_at
  // Another customer may use the same browser, so if the applicant was logged in, the new contract opens only with that login or the link.
  const lease_key_hashes = customer_id ? [] : former.lease_key_hashes
  const opened = await store.open(
    { reference: newReference(), cart_id, email, sales_channel_id, flow, test, account_id, currency_code, customer_id },
    actor,
  )
  const approval = { application_id, idempotency_key_hash, approval_amount, approved_until, lease_key_hashes }
  const signing_link_nonce = newNonce()
  const consent = await store.histories.consent(former.id)
  const replaced = await store.move(opened.id, "contract_replaced", {
    actor,
    set: { order_id, order_display_id, linked_at, signing_link_nonce, ...approval },
    history: [{ type: "contract_replaced", detail: { from: former.reference, ...consent } }],
  })
  if (!replaced) throw new LedgerRefusal("busy")
}

/**
 * Detaches a lease from the order that awaits it. The order's link stops working. A lease by link ends, unless an earlier contract may still be
 * signed and its status must be read. A lease that continues can use its approval for another cart. Returns null if the lease moved on or its
 * contract was handed out.
 */
export function releaseOrder(store: LeaseStore, { id }: LeaseRecord, actor: Actor): Promise<LeaseRecord | null> {
  return store.transaction(async (within) => {
    const [lease] = await within.lock([id])
    const history = [{ type: lease?.linked_at ? ("lease_link_withdrawn" as const) : ("replacement_dropped" as const) }]
    const change = { guard: { status: WITHOUT_CONTRACT, unclaimed: true }, history, actor }
    if (lease?.linked_at && !lease.contract_at) return within.move(id, "lease_superseded", change)
    const ended = { signing_link_nonce: null, signing_link_hash: null }
    const released = await within.set(id, { order_id: null, order_display_id: null, linked_at: null, ...ended }, change)
    return released && within.clear(released, "replacement_ended")
  })
}

/**
 * The link where an order's shopper applies and signs: `contractLink` with a key after `#`, which browsers never send to servers. If the application
 * is older than the link, the key is omitted, because the link may be for somebody else. The applicant then continues in their own browser or
 * account. Throws LedgerRefusal if the option is missing or no signature is awaited.
 */
export async function signingLink(
  { store, options, secret }: LedgerDeps,
  { id }: LeaseRecord,
  actor: Actor,
): Promise<string> {
  const { contractLink } = options
  if (!contractLink) throw new LedgerRefusal("signing_link_option")
  const lease = await store.byId(id)
  if (!lease || !orderAwaitsSignature(lease)) throw new LedgerRefusal("signing_link_none")
  const page = contractLink.replaceAll("{cartId}", encodeURIComponent(lease.cart_id))
  const { signing_link_nonce: nonce } = lease
  if (nonce === null) return page
  const key = signingKey(nonce, secret)
  const hash = hashLeaseKey(key)
  if (lease.signing_link_hash !== hash) {
    const guard = { status: AWAITING_SIGNATURE, signing_link_nonce: nonce }
    const change = { guard, actor, history: [{ type: "signing_link_made" } as const] }
    if (!(await store.set(id, { signing_link_hash: hash }, change))) throw new LedgerRefusal("signing_link_none")
  }
  return `${page}#lease-key=${key}`
}
