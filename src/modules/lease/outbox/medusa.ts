import type { MedusaCall } from "../calls"
import type { MedusaFacts } from "../decide/decision"
import type { PendingCall } from "../rules/pending-calls"
import type { LeaseRecord } from "../rules/records"

/**
 * `template` and `data` are for providers with their own templates, and `content` is for all others. Medusa stores `data` and shows it to everybody
 * who may read notifications, so codes and signing links go only into `content`.
 */
export type Mail = {
  to: string
  key: string
  template: string
  data: Record<string, string>
  content: { subject: string; text: string; html: string }
}

/** A dashboard notification about a lease. `link` is the text of the link to the lease's page. All staff see it, so omit personal data. */
export type FeedEntry = { leaseId: string; key: string; title: string; description: string; link: string }

export type MedusaSide = {
  /** Medusa's facts by lease ID. Leases whose cart or order changed during the read are missing. */
  factsOf(leases: LeaseRecord[]): Promise<Map<string, MedusaFacts>>
  /** Throws LedgerRefusal `unavailable` while Medusa would refuse the cancellation or refund that follows this call to the service. */
  checkFollowUp(lease: LeaseRecord, call: Pick<PendingCall, "kind" | "detail">): Promise<void>
  /** The calls to Medusa, by kind. Each throws Medusa's or the ledger's refusal. */
  call: Record<MedusaCall, (lease: LeaseRecord) => Promise<void>>
  /** Sends an email through Medusa's notification module, once per key. Throws if that fails. */
  mail(mail: Mail): Promise<void>
  /** Adds an entry to the notifications of everybody who may see leases, once per key. Throws if that fails. */
  feed(entry: FeedEntry): Promise<void>
  /** Runs `work` while the cart is locked against completion in all processes. */
  lockCart<T>(cartId: string, work: () => Promise<T>): Promise<T>
}
