import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { LeaseRecord } from "../rules/records"
import type { Requester } from "../rules/requester"

/** Sent applications: of one cart in all, and from this network; the others within the time that was asked for. */
export type AttemptCounts = {
  ofCart: number
  ofCartFromHere: number
  /** Attempts of this mailbox from this network. */
  ofPerson: number
  ofNetwork: number
  /** Attempts of this mailbox from anywhere; none without a mailbox. */
  ofMailbox: number
}

/**
 * The table of sent applications: counts them, and knows which attempt was sent already. Part of `LeaseStore`, and of its transactions. An attempt
 * is named by its hash.
 */
export class AttemptStore {
  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
  ) {}

  /** Lets one at a time through of a network, and of a mailbox, until this transaction ends: counting and adding belong together. */
  async lock({ network, mailbox }: Requester): Promise<void> {
    // In this order always, so that no two wait for each other.
    for (const name of [network, mailbox])
      await this.knex.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [name])
  }

  /** Counts an application that is about to be sent. Throws a unique violation when this attempt was counted before. */
  async add(attempt: { leaseId: string; cartId: string; attempt: string; requester: Requester }): Promise<void> {
    const now = this.now()
    await this.knex("lease_attempt").insert({
      id: generateEntityId("", "leaseat"),
      lease_id: attempt.leaseId,
      cart_id: attempt.cartId,
      attempt_hash: attempt.attempt,
      ...attempt.requester,
      created_at: now,
      updated_at: now,
    })
  }

  /** An attempt that surely never reached the service is not counted, and may be sent again. */
  async remove(cartId: string, attempt: string): Promise<void> {
    await this.attempts().where({ cart_id: cartId, attempt_hash: attempt }).delete()
  }

  /** The lease for which this attempt was sent, if it was. */
  async leaseOf(cartId: string, attempt: string): Promise<LeaseRecord | null> {
    const row = await this.knex("lease")
      .whereNull("deleted_at")
      .whereIn("id", this.attempts().select("lease_id").where({ cart_id: cartId, attempt_hash: attempt }))
      .first()
    return row ?? null
  }

  /** How many applications were sent, each counted with what it shares with this one. */
  async count(cartId: string, { network, mailbox }: Requester, since: Date): Promise<AttemptCounts> {
    const lately = (where: string) => `count(*) filter (where created_at > :since and ${where})::int`
    const { rows } = await this.knex.raw(
      `select count(*) filter (where cart_id = :cartId)::int as "ofCart",
         count(*) filter (where cart_id = :cartId and network = :network)::int as "ofCartFromHere",
         ${lately("network = :network and mailbox = :mailbox")} as "ofPerson",
         ${lately("network = :network")} as "ofNetwork",
         ${lately("mailbox = :mailbox and mailbox <> ''")} as "ofMailbox"
       from lease_attempt
       where deleted_at is null
         and (cart_id = :cartId or (created_at > :since and (network = :network or (mailbox = :mailbox and mailbox <> ''))))`,
      { cartId, network, mailbox, since },
    )
    return rows[0]
  }

  /** From how many networks and mailboxes applications came since `since`. */
  async variety(since: Date): Promise<{ networks: number; mailboxes: number }> {
    const row = await this.attempts()
      .where("created_at", ">", since)
      .countDistinct({ networks: "network", mailboxes: "mailbox" })
      .first()
    return { networks: Number(row?.networks ?? 0), mailboxes: Number(row?.mailboxes ?? 0) }
  }

  /** The indexes hold for rows that are not deleted; without saying so the whole table would be read. */
  private attempts() {
    return this.knex("lease_attempt").whereNull("deleted_at")
  }
}
