import type { OutageRecord } from "../rules/records"
import { NOT_REACHED } from "../rules/tasks"
import { Table } from "./table"

/* Tables with one row for each name: all processes of a store count together. */

/** Rows older than this are of no use to anybody (ms), and this many are taken away at once. */
const FORGOTTEN_AFTER_MS = 24 * 3600_000
const FORGOTTEN_AT_ONCE = 100

/** Counts how often somebody has the service asked, in windows of time. */
export class AskingStore extends Table {
  /** Counts one more of `asker`. Answers the count in this window and its start. A new window begins with the first one after the last has ended. */
  async count(asker: string, windowMs: number): Promise<{ asked: number; since: Date }> {
    const now = this.now()
    const ended = new Date(now.getTime() - windowMs)
    const [counted] = await this.sql<{ asked: number; since: Date }>(
      `insert into lease_asking (id, since, asked, created_at, updated_at) values (:asker, :now, 1, :now, :now)
       on conflict (id) do update set
         asked = case when lease_asking.since <= :ended then 1 else lease_asking.asked + 1 end,
         since = case when lease_asking.since <= :ended then :now else lease_asking.since end,
         updated_at = :now
       returning asked, since`,
      { asker, now, ended },
    )
    if (counted?.asked === 1) await this.forget()
    return counted as { asked: number; since: Date }
  }

  /** Takes some of the counts away that are of no use to anybody. */
  async forget(): Promise<void> {
    const before = new Date(this.now().getTime() - FORGOTTEN_AFTER_MS)
    await this.unlocked("lease_asking", FORGOTTEN_AT_ONCE, (counts) => counts.where("since", "<", before)).delete()
  }
}

/** No more are kept: where each contract has a host of its own, so many show it. */
const KEPT = 50

/** The origins from which contracts were shown so far. */
export class OriginStore extends Table {
  /** Keeps the origin of an address, and nothing else of it. */
  async keep(url: string): Promise<void> {
    await this.sql(
      `insert into lease_origin (id, created_at, updated_at)
       select :origin, :now, :now where (select count(*) from lease_origin) < :kept
       on conflict (id) do nothing`,
      { origin: new URL(url).origin, now: this.now(), kept: KEPT },
    )
  }

  /** In the order of the alphabet. */
  async all(): Promise<string[]> {
    return this.live("lease_origin").orderBy("id").pluck("id")
  }
}

/**
 * One more call without an answer. Before an outage is declared, failures by `forgetUntil` are forgotten, and `limit` of them declare one (null: not
 * this one). Probes begin at `probeAt`, never before `notBefore`.
 */
type Failure = { forgetUntil: Date; limit: number | null; probeAt: Date; notBefore: Date }

/** Some accounts, of which one has no name; null: all. */
type SomeAccounts = readonly (string | null)[] | null

/** The outages of the accounts' services. Only one process goes to look whether one is over. */
export class OutageStore extends Table {
  async read(account: string): Promise<OutageRecord | null> {
    return (await this.readAll([account])).get(account) ?? null
  }

  async readAll(accounts: readonly string[]): Promise<Map<string, OutageRecord>> {
    const known = this.live("lease_outage").whereIn("id", [...new Set(accounts)])
    const rows: (OutageRecord & { id: string })[] = await known
    return new Map(rows.map((row) => [row.id, row]))
  }

  async failed(account: string, failure: Failure): Promise<OutageRecord> {
    const [row] = await this.sql<OutageRecord>(
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
      { account, now: this.now(), ...failure },
    )
    return row as OutageRecord
  }

  /** Takes the probe that is due, and sets when the next one is; null when it is not due, or another process took it. */
  async takeProbe(account: string, nextAt: Date): Promise<OutageRecord | null> {
    const now = this.now()
    const [row] = await this.live("lease_outage")
      .where({ id: account })
      .where("probe_at", "<=", now)
      .update({ probe_at: nextAt, probes: this.knex.raw("probes + 1"), updated_at: now })
      .returning("*")
    return row ?? null
  }

  /** Makes due now what an outage has put off, unless it goes on. */
  release(account: string, of: SomeAccounts = null): Promise<void> {
    const goesOn = "select from lease_outage where id = :account and probe_at is not null"
    return this.makeDue("", `not exists (${goesOn})`, account, of)
  }

  /** The service has answered: calls that an outage has put off are due now. */
  end(account: string, of: SomeAccounts = null): Promise<void> {
    const ended = "with ended as (delete from lease_outage where id = :account returning probe_at)"
    return this.makeDue(ended, "exists (select from ended where probe_at is not null)", account, of)
  }

  private async makeDue(first: string, where: string, account: string, of: SomeAccounts): Promise<void> {
    const theirs = of ? "lease_id in (select id from lease where coalesce(account, '') = any(:accounts))" : "true"
    await this.sql(
      `${first} update lease_task set due_at = :now, updated_at = :now
       where deleted_at is null and state = 'due' and due_at > :now and last_error->>'code' = any(:codes)
         and ${theirs} and ${where}`,
      { account, now: this.now(), codes: [...NOT_REACHED], accounts: of?.map((one) => one ?? "") },
    )
  }
}

/** A call that asks for its turn: its name, and its `rank`, lower the more urgent. */
export type Asking = {
  call: string
  rank: number
  /** Time between two calls (ms), 0 where only their number at once is limited. */
  intervalMs: number
  /** Its turn must not come later. */
  latest: Date
  /** So many calls at once; null: no limit, and no slot is kept. Its slot is free again by `until`. */
  room: number | null
  until: Date
  /** Until then, a call that gets no turn has those of higher rank wait for it; null: it does not. */
  waitsUntil: Date | null
}

/** `goes`: its turn is at `turn`. Otherwise the next turn that is free is then. */
export type Answer = { goes: boolean; turn: Date }

const NO_LIMIT = 2 ** 31 - 1
const NOW = "cast(:now as timestamptz)"
const INTERVAL = "cast(:intervalMs as float8) * interval '1 millisecond'"
const TURN = `greatest(next_at, ${NOW})`
const LIVE = `(select coalesce(jsonb_agg(slot), '[]') from jsonb_array_elements(slots) slot
  where cast(slot->>'until' as timestamptz) > ${NOW})`
const FIRST = `(waits_until <= ${NOW} or waits_rank >= :rank)`
const GOES = `(next_at <= :latest and jsonb_array_length(${LIVE}) < :room and ${FIRST})`
const WAITS = `(not ${GOES} and ${FIRST} and cast(:waitsUntil as timestamptz) is not null)`

/** The turns of one account's calls. */
export class RateStore extends Table {
  /** Takes the next turn and a slot, in one statement, or says when there may be one. */
  async take(account: string, asking: Asking): Promise<Answer> {
    const taken = await this.ask(account, asking)
    if (taken) return taken
    const past = new Date(0)
    const unused = { id: account, next_at: past, slots: "[]", taken_by: "", waits_rank: 0, waits_until: past }
    await this.insert("lease_rate", unused).onConflict().ignore()
    return (await this.ask(account, asking)) as Answer
  }

  /** Undefined where the account has no row yet. */
  private async ask(account: string, asking: Asking): Promise<Answer | undefined> {
    const slot = JSON.stringify(asking.room === null ? [] : [{ id: asking.call, until: asking.until.toISOString() }])
    const [answer] = await this.sql<Answer>(
      `update lease_rate set
         next_at = case when ${GOES} then ${TURN} + ${INTERVAL} else next_at end,
         slots = ${LIVE} || case when ${GOES} then cast(:slot as jsonb) else '[]' end,
         taken_by = case when ${GOES} then :call else taken_by end,
         waits_rank = case when ${WAITS} then :rank else waits_rank end,
         waits_until = case when ${WAITS} then :waitsUntil else waits_until end,
         updated_at = :now
       where id = :account
       returning taken_by = :call as goes, case when taken_by = :call then next_at - ${INTERVAL} else next_at end as turn`,
      { ...asking, account, now: this.now(), slot, room: asking.room ?? NO_LIMIT },
    )
    return answer
  }

  /** The call has ended: its slot is free. */
  async leave(account: string, call: string): Promise<void> {
    await this.sql(
      `update lease_rate set updated_at = :now, slots =
         (select coalesce(jsonb_agg(slot), '[]') from jsonb_array_elements(slots) slot where slot->>'id' <> :call)
       where id = :account`,
      { account, call, now: this.now() },
    )
  }
}
