import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Rows older than this are of no use to anybody (ms), and this many are taken away at once. */
const FORGOTTEN_AFTER_MS = 24 * 3600_000
const FORGOTTEN_AT_ONCE = 100

/** Counts how often somebody has the service asked, in windows of time. In PostgreSQL, so that all processes count together. */
export class AskingStore {
  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
  ) {}

  /** Counts one more of `asker`; answers how many there were in this window, and since when. A window begins with the first one after the last has ended. */
  async count(asker: string, windowMs: number): Promise<{ asked: number; since: Date }> {
    const now = this.now()
    const ended = new Date(now.getTime() - windowMs)
    const { rows } = await this.knex.raw(
      `insert into lease_asking (id, since, asked, created_at, updated_at) values (:asker, :now, 1, :now, :now)
       on conflict (id) do update set
         asked = case when lease_asking.since <= :ended then 1 else lease_asking.asked + 1 end,
         since = case when lease_asking.since <= :ended then :now else lease_asking.since end,
         updated_at = :now
       returning asked, since`,
      { asker, now, ended },
    )
    const [counted] = rows as { asked: number; since: Date }[]
    if (!counted) throw new Error("A row that was just written was not answered.")
    if (counted.asked === 1) await this.forget(new Date(now.getTime() - FORGOTTEN_AFTER_MS))
    return counted
  }

  /** Takes some of the counts away whose window began before `before`. */
  async forget(before: Date): Promise<void> {
    const old = this.knex("lease_asking").select("id").where("since", "<", before).limit(FORGOTTEN_AT_ONCE)
    await this.knex("lease_asking").whereIn("id", old.forUpdate().skipLocked()).delete()
  }
}
