import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Requester } from "../rules/requester"

/** A row of table `lease_code`. */
export type CodeRecord = {
  id: string
  cart_id: string
  lease_id: string | null
  key_hash: string
  network: string
  mailbox: string
  code_hash: string | null
  send_at: Date | null
  tries: number
  used_at: Date | null
  created_at: Date
}

/** Codes that were asked for since a moment: of the mailbox from this network, and of each alone. */
export type CodeCounts = {
  ofPerson: number
  ofNetwork: number
  ofMailbox: number
  /** Somebody has applied with the mailbox from this network lately, or has entered its code there since. */
  isUsedHere: boolean
}

/** One-time codes. Part of `LeaseStore`, and of its transactions. */
export class CodeStore {
  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
  ) {}

  async count({ network, mailbox }: Requester, since: Date): Promise<CodeCounts> {
    const { rows } = await this.knex.raw(
      `select count(*) filter (where network = :network and mailbox = :mailbox)::int as "ofPerson",
         count(*) filter (where network = :network)::int as "ofNetwork",
         count(*) filter (where mailbox = :mailbox)::int as "ofMailbox",
         count(used_at) filter (where network = :network and mailbox = :mailbox) > 0 or exists (
           select from lease_attempt where deleted_at is null and network = :network and mailbox = :mailbox
         ) as "isUsedHere"
       from lease_code where deleted_at is null and created_at > :since and (network = :network or mailbox = :mailbox)`,
      { network, mailbox, since },
    )
    return rows[0]
  }

  /** Writes down that a code was asked for; one is sent only where there is a lease. */
  async add(asked: Requester & { cartId: string; leaseId: string | null; keyHash: string }): Promise<void> {
    const now = this.now()
    await this.knex("lease_code").insert({
      id: generateEntityId("", "leasecd"),
      cart_id: asked.cartId,
      lease_id: asked.leaseId,
      key_hash: asked.keyHash,
      network: asked.network,
      mailbox: asked.mailbox,
      send_at: asked.leaseId ? now : null,
      tries: 0,
      created_at: now,
      updated_at: now,
    })
  }

  /** Takes a code that is to be sent, for `ms`: another process does not get it meanwhile. Null: none is. */
  async takeToSend(ms: number): Promise<CodeRecord | null> {
    const now = this.now()
    const waiting = this.codes()
      .select("id")
      .where("send_at", "<=", now)
      .whereNull("used_at")
      .orderBy("send_at")
      .limit(1)
      .forUpdate()
      .skipLocked()
    const [taken] = await this.knex("lease_code")
      .whereIn("id", waiting)
      .update({ send_at: new Date(now.getTime() + ms), updated_at: now })
      .returning("*")
    return taken ?? null
  }

  async set(id: string, set: Partial<Pick<CodeRecord, "code_hash" | "send_at" | "tries" | "used_at">>): Promise<void> {
    await this.knex("lease_code")
      .where({ id })
      .update({ ...set, updated_at: this.now() })
  }

  /** The code that this browser asked for on this cart, locked for this transaction. */
  async lock(cartId: string, keyHash: string): Promise<CodeRecord | null> {
    const row = await this.codes().where({ cart_id: cartId, key_hash: keyHash }).forUpdate().first()
    return row ?? null
  }

  /** The lease whose approval this browser may bring to this cart, by a code that it has entered since `since`. */
  async leaseOf(cartId: string, keyHash: string, since: Date): Promise<string | null> {
    const row = await this.codes().where({ cart_id: cartId, key_hash: keyHash }).where("used_at", ">", since).first()
    return row?.lease_id ?? null
  }

  /** Deletes some of what was asked for before `before`. */
  forget(before: Date, limit: number): Promise<number> {
    const old = this.codes().select("id").where("created_at", "<", before).limit(limit)
    return this.knex("lease_code").whereIn("id", old.forUpdate().skipLocked()).delete()
  }

  private codes() {
    return this.knex<CodeRecord>("lease_code").whereNull("deleted_at" as never)
  }
}
