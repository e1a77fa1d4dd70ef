import type { MedusaCall } from "../calls"
import type { MedusaFacts } from "../decide/decision"
import type { PendingCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"

/**
 * An e-mail. `template` and `data` are for providers with their own templates, `content` is for the others. Medusa stores `data` and shows it to
 * everybody who may read notifications, so a code or a signing link is in `content` alone.
 */
export type Mail = {
  to: string
  key: string
  template: string
  data: Record<string, string>
  content: { subject: string; text: string; html: string }
}

/** An entry of the dashboard's notifications, about a lease (`leaseId`), and the words of the link to its page. For all staff, so without personal data. */
export type FeedEntry = { leaseId: string; key: string; title: string; description: string; link: string }

/** What the ledger needs from Medusa to find and do what is due. */
export type MedusaSide = {
  /** Medusa's facts by lease id. A lease is missing if its cart and order changed during the read, so nothing may be concluded. */
  factsOf(leases: LeaseRecord[]): Promise<Map<string, MedusaFacts>>
  /** Throws LedgerRefusal `unavailable` while Medusa would refuse what follows this call to the service: its order's cancellation, or its refund. */
  checkFollowUp(lease: LeaseRecord, call: Pick<PendingCall, "kind" | "detail">): Promise<void>
  /** Makes one call. Throws the refusal of Medusa or the ledger. */
  call: Record<MedusaCall, (lease: LeaseRecord) => Promise<void>>
  /** Sends an e-mail through Medusa's notification module, once per key. Throws if it could not be sent. */
  mail(mail: Mail): Promise<void>
  /** Puts an entry into the notifications of everybody who may see leases, once per key. Throws if that could not be done. */
  feed(entry: FeedEntry): Promise<void>
  /** Locks the cart against completion in all processes meanwhile. */
  lockCart<T>(cartId: string, work: () => Promise<T>): Promise<T>
}
