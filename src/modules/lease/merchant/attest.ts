import type { Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import { isSigning, isVerified } from "../rules/standing"
import { whyNot } from "../rules/state-machine"
import { checkStatus } from "../status/check-status"
import { type Ledger, staffParams } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"
import { checkNote } from "./note"

/**
 * A merchant says that the contract is signed, where the service gives no status. What the service does say counts more: a "not signed" is
 * not overruled. Throws LedgerRefusal.
 */
export async function attest(
  ledger: Ledger,
  lease: LeaseRecord,
  { note, actor }: { note: unknown; actor: Actor },
): Promise<LeaseRecord> {
  const text = checkNote(note)
  const reason = whyNot("attest", lease.status)
  if (reason) throw new LedgerRefusal(reason, staffParams(ledger, lease))
  if (isVerified(lease)) throw new LedgerRefusal("already_confirmed")
  const { lease: seen, reading } = await checkStatus(ledger, lease)
  if (isVerified(seen)) return seen
  if (reading.kind !== "no_status") throw new LedgerRefusal("attest_overruled")
  const set = { evidence: "attested" as const, signed_at: seen.signed_at ?? ledger.now() }
  const history: HistoryEntry[] = [{ type: "attested", detail: { note: text } }]
  const after = isSigning(seen)
    ? await ledger.store.move(seen.id, "signature_reported", { actor, set, history })
    : await ledger.store.set(seen.id, set, { actor, history, guard: { status: [seen.status] } })
  if (!after) throw new LedgerRefusal("state_changed")
  await ledger.store.wake(lease.id)
  return after
}
