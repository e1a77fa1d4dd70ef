import { hashLeaseKey, signingKey } from "../rules/keys"
import type { Actor, LeaseRecord } from "../rules/records"
import { awaitsSignature, UNSIGNED } from "../rules/standing"
import type { Desk } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"

/**
 * The address at which the shopper of an edited order signs its new contract: the page of option `contractLink`, with a lease key behind `#`, which
 * browsers send to no server. Whichever browser has it may sign; the ledger keeps only the key's hash. Throws LedgerRefusal where the option is missing, or
 * nothing waits for a signature now.
 */
export async function signingLink({ store, options, secret }: Desk, lease: LeaseRecord, actor: Actor): Promise<string> {
  const { contractLink } = options
  if (!contractLink) throw new LedgerRefusal("signing_link_option")
  const key = signingKey(lease.id, secret)
  const hash = hashLeaseKey(key)
  const now = await store.byId(lease.id)
  if (!now || !awaitsSignature(now)) throw new LedgerRefusal("signing_link_none")
  if (!now.lease_key_hashes.includes(hash)) {
    if (!(await store.addLeaseKey(lease.id, hash, { status: UNSIGNED }))) throw new LedgerRefusal("signing_link_none")
    await store.append(lease.id, actor, [{ type: "signing_link_made" }])
  }
  return `${contractLink.replaceAll("{cartId}", encodeURIComponent(lease.cart_id))}#lease-key=${key}`
}
