import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { NOT_REACHED } from "./tasks"

/** A row of table `lease_outage`: what stayed without an answer since the service answered last. */
export type OutageRecord = {
  failures: number
  since: Date
  /** Null while calls still go as always. */
  probe_at: Date | null
  probes: number
}

/** One call more without an answer, and what follows from it. */
export type Failure = {
  /** Calls that failed by then are of another time, as long as the outage was not declared. */
  forgetUntil: Date
  /** So many declare it, with the first probe at `probeAt`; null: this one does not, however many there are. */
  limit: number | null
  probeAt: Date
  /** No later probe goes before. */
  notBefore: Date
}

/** The calls that an outage has put off are due now: of all leases, or those of some accounts, of which the one without a name is "". */
const makeDue = (accounts: unknown) => `update lease_task set due_at = :now, updated_at = :now
  where deleted_at is null and state = 'due' and due_at > :now and last_error->>'code' = any(:codes)
    ${accounts ? "and lease_id in (select id from lease where coalesce(account, '') = any(:accounts))" : ""}`

type SomeAccounts = readonly (string | null)[] | null

/** A row that was read is known for so long (ms). */
export const KNOWN_FOR_MS = 1000

/** The outages of the accounts' services: in PostgreSQL, so that all processes count together, and only one of them goes to look. */
export class OutageStore {
  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
  ) {}

  async read(account: string): Promise<OutageRecord | null> {
    return (await this.readAll([account])).get(account) ?? null
  }

  /** The outages of these accounts, as far as there are any. */
  async readAll(accounts: readonly string[]): Promise<Map<string, OutageRecord>> {
    const rows: (OutageRecord & { id: string })[] = await this.knex("lease_outage").whereIn("id", [
      ...new Set(accounts),
    ])
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Counts a call without an answer. */
  async failed(account: string, { forgetUntil, limit, probeAt, notBefore }: Failure): Promise<OutageRecord> {
    const { rows } = await this.knex.raw(
      `insert into lease_outage as known (id, failures, since, probes, created_at, updated_at)
       values (:account, 1, :now, 0, :now, :now)
       on conflict (id) do update set
         failures = case when known.probe_at is null and known.since <= :forgetUntil then 1 else known.failures + 1 end,
         since = case when known.probe_at is null and known.since <= :forgetUntil then excluded.since else known.since end,
         probe_at = case
           when known.probe_at is not null then greatest(known.probe_at, cast(:notBefore as timestamptz))
           when known.since > :forgetUntil and known.failures + 1 >= :limit then cast(:probeAt as timestamptz)
         end,
         updated_at = :now
       returning *`,
      { account, now: this.now(), forgetUntil, limit, probeAt, notBefore },
    )
    return rows[0]
  }

  /** Takes the probe that is due, and sets when the next one is; null when it is not due, or another process took it. */
  async takeProbe(account: string, nextAt: Date): Promise<OutageRecord | null> {
    const now = this.now()
    const [row] = await this.knex("lease_outage")
      .where({ id: account })
      .where("probe_at", "<=", now)
      .update({ probe_at: nextAt, probes: this.knex.raw("probes + 1"), updated_at: now })
      .returning("*")
    return row ?? null
  }

  /** Makes due now what an outage has put off, unless it goes on. */
  async release(account: string, of: SomeAccounts = null): Promise<void> {
    await this.knex.raw(
      `${makeDue(of)}
         and not exists (select from lease_outage where id = :account and probe_at is not null)`,
      this.bound(account, of),
    )
  }

  /** The service has answered: calls that an outage has put off are due now. */
  async end(account: string, of: SomeAccounts = null): Promise<void> {
    await this.knex.raw(
      `with ended as (delete from lease_outage where id = :account returning probe_at)
       ${makeDue(of)}
         and exists (select from ended where probe_at is not null)`,
      this.bound(account, of),
    )
  }

  private bound(account: string, of: SomeAccounts) {
    const accounts = of && { accounts: of.map((one) => one ?? "") }
    return { account, now: this.now(), codes: [...NOT_REACHED], ...accounts }
  }
}

/** The rows of several accounts, read by one statement a second at most, however many accounts ask. */
export class OutageRows {
  private rows: Promise<Map<string, OutageRecord>> | undefined
  private readAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly store: OutageStore,
    private readonly accounts: readonly string[],
    private readonly now: () => Date,
  ) {}

  async read(account: string): Promise<OutageRecord | null> {
    const now = this.now().getTime()
    // A clock that was set back keeps nothing.
    if (!this.rows || Math.abs(now - this.readAt) >= KNOWN_FOR_MS) {
      this.readAt = now
      this.rows = this.store.readAll(this.accounts)
      // The next one who asks reads again.
      this.rows.catch(() => {
        this.rows = undefined
      })
    }
    return (await this.rows).get(account) ?? null
  }
}
