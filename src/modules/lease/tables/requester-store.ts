import { generateEntityId } from "@medusajs/framework/utils"
import type { CodeRecord, LeaseRecord } from "../rules/records"
import type { Requester } from "../rules/requester"
import { Table, type Where } from "./table"

/** SQL for recent rows. Excludes rows dated in the future, so that a limit doesn't last longer if the clock is set back. */
const LATELY = "created_at > :since and created_at < :until"

/** Counts of sent applications: all of them for a cart, otherwise only recent ones. `ofPerson` counts those from this mailbox and this network. */
export type SubmissionCounts = Record<"ofCart" | "ofCartFromHere" | "ofPerson" | "ofNetwork" | "ofMailbox", number>

export class SubmissionStore extends Table {
  /** Allows one transaction at a time per network and per mailbox, so that two applications aren't counted before either is added. */
  async lock({ network, mailbox }: Requester): Promise<void> {
    // Always lock in this order, to avoid deadlocks.
    for (const name of [network, mailbox])
      await this.knex.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [name])
  }

  /** Counts an application that is about to be sent. Throws a unique violation if its idempotency key was already counted. */
  async add(sent: {
    leaseId: string
    cartId: string
    idempotencyKeyHash: string
    requester: Requester
  }): Promise<void> {
    const { leaseId: lease_id, cartId: cart_id, idempotencyKeyHash: idempotency_key_hash, requester } = sent
    const id = generateEntityId("", "leasesub")
    await this.insert("lease_submission", { id, lease_id, cart_id, idempotency_key_hash, ...requester })
  }

  /** Removes an application that is known not to have reached the service, so that it may be sent again. */
  async remove(cartId: string, idempotencyKeyHash: string): Promise<void> {
    await this.notDeleted("lease_submission")
      .where({ cart_id: cartId, idempotency_key_hash: idempotencyKeyHash })
      .delete()
  }

  /** The lease whose application was sent with this idempotency key; null if there is none. */
  async leaseOf(cartId: string, idempotencyKeyHash: string): Promise<LeaseRecord | null> {
    const sent = this.notDeleted("lease_submission")
      .select("lease_id")
      .where({ cart_id: cartId, idempotency_key_hash: idempotencyKeyHash })
    return (await this.notDeleted("lease").whereIn("id", sent).first()) ?? null
  }

  async count(cartId: string, { network, mailbox }: Requester, since: Date): Promise<SubmissionCounts> {
    const lately = (where: string) => `count(*) filter (where ${LATELY} and ${where})::int`
    const [counts] = await this.sql<SubmissionCounts>(
      `select count(*) filter (where cart_id = :cartId)::int as "ofCart",
         count(*) filter (where cart_id = :cartId and network = :network)::int as "ofCartFromHere",
         ${lately("network = :network and mailbox = :mailbox")} as "ofPerson",
         ${lately("network = :network")} as "ofNetwork",
         ${lately("mailbox = :mailbox and mailbox <> ''")} as "ofMailbox"
       from lease_submission
       where deleted_at is null
         and (cart_id = :cartId or (${LATELY} and (network = :network or (mailbox = :mailbox and mailbox <> ''))))`,
      { cartId, network, mailbox, since, until: this.asLongAfter(since) },
    )
    return counts as SubmissionCounts
  }

  /** The highest number of distinct mailboxes, and of applications or code requests, for any one network after `since`. */
  async busiest(since: Date): Promise<{ mailboxes: number; requests: number }> {
    const each = (table: string) =>
      `select count(distinct nullif(mailbox, ''))::int as mailboxes, count(*)::int as requests from ${table}
       where deleted_at is null and created_at > :since and network <> '' group by network`
    const [most] = await this.sql<{ mailboxes: number; requests: number }>(
      `select coalesce(max(mailboxes), 0) as mailboxes, coalesce(max(requests), 0) as requests
       from (${each("lease_submission")} union all ${each("lease_code")}) as networks`,
      { since },
    )
    return most ?? { mailboxes: 0, requests: 0 }
  }
}

/**
 * Counts of recent code requests, by mailbox and network together (`ofPerson`) and by each alone. `isUsedHere` is true if this mailbox recently
 * applied or entered a code from this network.
 */
export type CodeCounts = Record<"ofPerson" | "ofNetwork" | "ofMailbox", number> & { isUsedHere: boolean }

export class CodeStore extends Table {
  async count({ network, mailbox }: Requester, since: Date): Promise<CodeCounts> {
    const [counts] = await this.sql<CodeCounts>(
      `select count(*) filter (where network = :network and mailbox = :mailbox)::int as "ofPerson",
         count(*) filter (where network = :network)::int as "ofNetwork",
         count(*) filter (where mailbox = :mailbox)::int as "ofMailbox",
         count(used_at) filter (where network = :network and mailbox = :mailbox) > 0 or exists (
           select from lease_submission where deleted_at is null and network = :network and mailbox = :mailbox
         ) as "isUsedHere"
       from lease_code where deleted_at is null and ${LATELY} and (network = :network or mailbox = :mailbox)`,
      { network, mailbox, since, until: this.asLongAfter(since) },
    )
    return counts as CodeCounts
  }

  /** Records a request for a code. A code is sent only if there is a lease. */
  async add(request: Requester & { cartId: string; leaseId: string | null; keyHash: string }): Promise<void> {
    const { cartId: cart_id, leaseId: lease_id, keyHash: key_hash, network, mailbox } = request
    const send_at = lease_id ? this.now() : null
    const id = generateEntityId("", "leasecd")
    await this.insert("lease_code", { id, cart_id, lease_id, key_hash, network, mailbox, send_at })
  }

  /** Claims a code that is due to be sent; null if there is none. The claim expires after `ms`. */
  async takeToSend(ms: number): Promise<CodeRecord | null> {
    const where: Where = (codes) => codes.whereNull("used_at").orderBy("send_at")
    const [taken] = await this.takeDue<CodeRecord>("lease_code", "send_at", { limit: 1, ms, where })
    return taken ?? null
  }

  async set(id: string, set: Partial<Pick<CodeRecord, "code_hash" | "send_at" | "tries" | "used_at">>): Promise<void> {
    await this.notDeleted("lease_code")
      .where({ id })
      .update({ ...set, updated_at: this.now() })
  }

  /** The code that this browser requested for this cart, locked for this transaction. */
  async lock(cartId: string, keyHash: string): Promise<CodeRecord | null> {
    return (await this.requests(cartId, keyHash).forUpdate().first()) ?? null
  }

  /** The lease whose approval this browser may use for this cart with a code entered after `since`. */
  async leaseOf(cartId: string, keyHash: string, since: Date): Promise<string | null> {
    const used = this.requests(cartId, keyHash)
      .where("used_at", ">", since)
      .where("used_at", "<", this.asLongAfter(since))
    return (await used.first())?.lease_id ?? null
  }

  /** Deletes up to `limit` code requests made before `before`. Returns how many were deleted. */
  forget(before: Date, limit: number): Promise<number> {
    return this.lockSkipLocked("lease_code", limit, (codes) => codes.where("created_at", "<", before)).delete()
  }

  private requests(cartId: string, keyHash: string) {
    return this.notDeleted("lease_code").where({ cart_id: cartId, key_hash: keyHash })
  }
}
