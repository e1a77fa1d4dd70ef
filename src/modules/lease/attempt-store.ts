import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { LeaseRecord } from "./records"

/**
 * The table of sent applications: counts them, and knows which attempt was sent already. Part of `LeaseStore`, and of its transactions. An attempt
 * is named by its hash.
 */
export class AttemptStore {
  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
  ) {}

  /** Lets one requester at a time through until this transaction ends: counting and adding belong together. */
  async lock(requester: string): Promise<void> {
    await this.knex.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [requester])
  }

  /** Counts an application that is about to be sent. Throws a unique violation when this attempt was counted before. */
  async add(attempt: { leaseId: string; cartId: string; attempt: string; requester: string }): Promise<void> {
    const now = this.now()
    await this.knex("lease_attempt").insert({
      id: generateEntityId("", "leaseat"),
      lease_id: attempt.leaseId,
      cart_id: attempt.cartId,
      attempt_hash: attempt.attempt,
      requester: attempt.requester,
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

  /** How many applications were sent for this cart, and by this requester since `since`. */
  async count(cartId: string, requester: string, since: Date): Promise<{ ofCart: number; ofRequester: number }> {
    const row = await this.attempts()
      .select(
        this.knex.raw("count(*) filter (where cart_id = ?)::int as of_cart", [cartId]),
        this.knex.raw("count(*) filter (where requester = ? and created_at > ?)::int as of_requester", [
          requester,
          since,
        ]),
      )
      .where((q) =>
        q.where({ cart_id: cartId }).orWhere((own) => own.where({ requester }).andWhere("created_at", ">", since)),
      )
      .first()
    return { ofCart: row?.of_cart ?? 0, ofRequester: row?.of_requester ?? 0 }
  }

  /** The indexes hold for rows that are not deleted; without saying so the whole table would be read. */
  private attempts() {
    return this.knex("lease_attempt").whereNull("deleted_at")
  }
}
