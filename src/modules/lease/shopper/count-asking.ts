import type { LeaseRecord } from "../rules/records"
import { askerOf } from "../rules/requester"
import type { Desk } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"
import type { Shopper } from "./owner"

/** So often one network may have the service asked about one application within this long (ms). A page that polls every ten seconds stays far below. */
export const ASKED_AT_MOST = 100
export const ASKING_WINDOW_MS = 10 * 60_000

/**
 * Before each call that a shopper can bring about: asking must cost the asker something. Counted for network and application together, whatever
 * cart that is brought to, so that no one uses up another shopper's turns. Who asks from no network, as the job and Medusa itself do, is not counted.
 * Throws `asked_too_often`.
 */
export async function countAsking(ledger: Desk, lease: LeaseRecord, shopper?: Shopper): Promise<void> {
  if (!shopper?.address) return
  const asker = askerOf(shopper.address, lease.application_id ?? lease.cart_id, ledger.secret)
  const { asked, since } = await ledger.store.askings.count(asker, ASKING_WINDOW_MS)
  if (asked <= ASKED_AT_MOST) return
  const leftMs = since.getTime() + ASKING_WINDOW_MS - ledger.now().getTime()
  throw new LedgerRefusal("asked_too_often", { minutes: String(Math.ceil(leftMs / 60_000)) }, { kind: "too_many" })
}
