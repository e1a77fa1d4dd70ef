import { DAY_MS } from "../rules/moments"
import { NOT_REACHED } from "../rules/pending-calls"
import type { OutageRecord } from "../rules/records"
import { Table } from "./table"

const USELESS_AFTER_MS = DAY_MS
const DELETED_AT_ONCE = 100

/** Counts the calls to the service that one network causes for one application within a time window. */
export class RequestCountStore extends Table {
  /** Adds one to `id`'s count. Returns the count and the window's start. The first request after a window ends starts a new window. */
  async count(id: string, windowMs: number): Promise<{ requests: number; since: Date }> {
    const now = this.now()
    const ended = new Date(now.getTime() - windowMs)
    const hasEnded = "lease_request_count.since <= :ended or lease_request_count.since >= :ahead"
    const [counted] = await this.sql<{ requests: number; since: Date }>(
      `insert into lease_request_count (id, since, requests, created_at, updated_at) values (:id, :now, 1, :now, :now)
       on conflict (id) do update set
         requests = case when ${hasEnded} then 1 else lease_request_count.requests + 1 end,
         since = case when ${hasEnded} then :now else lease_request_count.since end,
         updated_at = :now
       returning requests, since`,
      { id, now, ended, ahead: this.asLongAfter(ended) },
    )
    if (counted?.requests === 1) await this.forget()
    return counted as { requests: number; since: Date }
  }

  async forget(): Promise<void> {
    const before = new Date(this.now().getTime() - USELESS_AFTER_MS)
    await this.lockSkipLocked("lease_request_count", DELETED_AT_ONCE, (counts) =>
      counts.where("since", "<", before),
    ).delete()
  }
}

/** Enough origins to show that each contract has its own host. */
const KEPT = 50

export class OriginStore extends Table {
  async keep(url: string): Promise<void> {
    await this.sql(
      `insert into lease_origin (id, created_at, updated_at)
       select :origin, :now, :now where (select count(*) from lease_origin) < :kept
       on conflict (id) do nothing`,
      { origin: new URL(url).origin, now: this.now(), kept: KEPT },
    )
  }

  async all(): Promise<string[]> {
    return this.notDeleted("lease_origin").orderBy("id").pluck("id")
  }
}

/**
 * An unanswered call to count. Before an outage, a count that began no later than `forgetUntil` starts over, and `limit` failures declare an outage
 * with its first probe at `probeAt`. If `limit` is null, this failure can't declare one. During an outage, the next probe is postponed until
 * `notBefore`.
 */
type Failure = { forgetUntil: Date; limit: number | null; probeAt: Date; notBefore: Date }

/** The IDs of some accounts (null for the top-level account), or null for all accounts. */
type SomeAccounts = readonly (string | null)[] | null

/** Stores each account's outage. Only one process probes a service at a time. */
export class OutageStore extends Table {
  async read(account: string): Promise<OutageRecord | null> {
    return (await this.readAll([account])).get(account) ?? null
  }

  async readAll(accounts: readonly string[]): Promise<Map<string, OutageRecord>> {
    const known = this.notDeleted("lease_outage").whereIn("id", [...new Set(accounts)])
    const rows: (OutageRecord & { id: string })[] = await known
    return new Map(rows.map((row) => [row.id, row]))
  }

  async failed(account: string, failure: Failure): Promise<OutageRecord> {
    const isOld = "known.since <= :forgetUntil or known.since >= :ahead"
    const [row] = await this.sql<OutageRecord>(
      `insert into lease_outage as known (id, failures, since, probes, created_at, updated_at)
       values (:account, 1, :now, 0, :now, :now)
       on conflict (id) do update set
         failures = case when known.probe_at is null and (${isOld}) then 1 else known.failures + 1 end,
         since = case when known.probe_at is null and (${isOld}) then excluded.since else known.since end,
         probe_at = case
           when known.probe_at is not null then greatest(known.probe_at, cast(:notBefore as timestamptz))
           when not (${isOld}) and known.failures + 1 >= :limit then cast(:probeAt as timestamptz)
         end,
         updated_at = :now
       returning *`,
      { account, now: this.now(), ahead: this.asLongAfter(failure.forgetUntil), ...failure },
    )
    return row as OutageRecord
  }

  /**
   * Claims the probe if it is due or scheduled after `latest`, and schedules the next one. Returns null if it isn't due or another process claimed
   * it.
   */
  async takeProbe(account: string, { nextAt, latest }: { nextAt: Date; latest: Date }): Promise<OutageRecord | null> {
    const now = this.now()
    const [row] = await this.notDeleted("lease_outage")
      .where({ id: account })
      .where((probe) => probe.where("probe_at", "<=", now).orWhere("probe_at", ">", latest))
      .update({ probe_at: nextAt, probes: this.knex.raw("probes + 1"), updated_at: now })
      .returning("*")
    return row ?? null
  }

  /** If the outage is over, marks the calls that it postponed as due now. */
  release(account: string, of: SomeAccounts = null): Promise<void> {
    const goesOn = "select from lease_outage where id = :account and probe_at is not null"
    return this.makeDue("", `not exists (${goesOn})`, account, of)
  }

  /** Ends the outage and marks the calls that it postponed as due now. */
  end(account: string, of: SomeAccounts = null): Promise<void> {
    const ended = "with ended as (delete from lease_outage where id = :account returning probe_at)"
    return this.makeDue(ended, "exists (select from ended where probe_at is not null)", account, of)
  }

  private async makeDue(first: string, where: string, account: string, of: SomeAccounts): Promise<void> {
    const theirs = of ? "lease_id in (select id from lease where coalesce(account_id, '') = any(:accounts))" : "true"
    await this.sql(
      `${first} update lease_pending_call set due_at = :now, updated_at = :now
       where deleted_at is null and state = 'due' and due_at > :now and last_error->>'code' = any(:codes)
         and ${theirs} and ${where}`,
      { account, now: this.now(), codes: [...NOT_REACHED], accounts: of?.map((one) => one ?? "") },
    )
  }
}

/** A call's request for a turn. A lower `rank` is more urgent. */
export type TurnRequest = {
  call: string
  rank: number
  /** The time between two calls; 0 if only concurrent calls are limited. */
  intervalMs: number
  /** The latest turn that the call accepts. */
  latest: Date
  /** The latest plausible value of a stored time. A later one was written before the clock was set back. */
  farthest: Date
  /** How many calls may run at once. If null, there is no limit, and the call takes no slot. */
  room: number | null
  /** When the slot expires if the call never releases it. */
  until: Date
  /** Less urgent calls wait until this time if this call gets no turn. If null, they don't wait. */
  waitsUntil: Date | null
}

/** If `goes` is true, the call may be sent at `turn`. Otherwise, `turn` is the earliest time at which another turn may be free. */
export type TurnAnswer = { goes: boolean; turn: Date }

const NO_LIMIT = 2 ** 31 - 1
const NOW = "cast(:now as timestamptz)"
const INTERVAL = "cast(:intervalMs as float8) * interval '1 millisecond'"
const TURN = `(case when next_at > :farthest then ${NOW} else greatest(next_at, ${NOW}) end)`
const UNTIL = "cast(slot->>'until' as timestamptz)"
const LIVE = `(select coalesce(jsonb_agg(slot), '[]') from jsonb_array_elements(slots) slot
  where ${UNTIL} > ${NOW} and ${UNTIL} <= cast(:until as timestamptz) + interval '30 seconds')`
const FIRST = `(waits_until <= ${NOW} or waits_until > :farthest or waits_rank >= :rank)`
const GOES = `((next_at <= :latest or next_at > :farthest) and jsonb_array_length(${LIVE}) < :room and ${FIRST})`
const WAITS = `(not ${GOES} and ${FIRST} and cast(:waitsUntil as timestamptz) is not null)`

/** Assigns turns to an account's calls. */
export class RateStore extends Table {
  /** Takes the next turn and a slot in one statement, or returns when the next turn may be free. */
  async take(account: string, request: TurnRequest): Promise<TurnAnswer> {
    const taken = await this.tryTake(account, request)
    if (taken) return taken
    const past = new Date(0)
    const unused = { id: account, next_at: past, slots: "[]", taken_by: "", waits_rank: 0, waits_until: past }
    await this.insert("lease_rate", unused).onConflict().ignore()
    return (await this.tryTake(account, request)) as TurnAnswer
  }

  /** Like `take`, but returns undefined if the account has no row yet. */
  private async tryTake(account: string, request: TurnRequest): Promise<TurnAnswer | undefined> {
    const slot = JSON.stringify(request.room === null ? [] : [{ id: request.call, until: request.until.toISOString() }])
    const [answer] = await this.sql<TurnAnswer>(
      `update lease_rate set
         next_at = case when ${GOES} then ${TURN} + ${INTERVAL} else next_at end,
         slots = ${LIVE} || case when ${GOES} then cast(:slot as jsonb) else '[]' end,
         taken_by = case when ${GOES} then :call else taken_by end,
         waits_rank = case when ${WAITS} then :rank else waits_rank end,
         waits_until = case when ${WAITS} then :waitsUntil else waits_until end,
         updated_at = :now
       where id = :account
       returning taken_by = :call as goes, case when taken_by = :call then next_at - ${INTERVAL} else next_at end as turn`,
      { ...request, account, now: this.now(), slot, room: request.room ?? NO_LIMIT },
    )
    return answer
  }

  async release(account: string, call: string): Promise<void> {
    await this.sql(
      `update lease_rate set updated_at = :now, slots =
         (select coalesce(jsonb_agg(slot), '[]') from jsonb_array_elements(slots) slot where slot->>'id' <> :call)
       where id = :account`,
      { account, call, now: this.now() },
    )
  }
}
