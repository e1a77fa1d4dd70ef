import { RAISED_ALERT_CODES, type RaisedAlertCode } from "../rules/alert-codes"
import { OPEN, UNDER_WAY } from "../rules/pending-calls"
import type { Actor } from "../rules/records"
import { LEASE_STATUSES, listed, whyNotRead } from "../rules/state-machine"
import { HELD } from "./hold-store"
import { type Sum, toSums, WITH_ALERT } from "./lease-list"
import { NEWER, NOT_HELD } from "./newer"
import { Table } from "./table"

/** SQL for a reading that a check added, of a call in `lease_pending_call`. */
export const OF_CHECK = "(kind = 'read_status' and detail->'check' is not null)"

const READABLE_STATUSES = LEASE_STATUSES.filter((status) => whyNotRead(status) === null)

/** SQL for a reading of a check under way. That of a held or newer lease waits for staff, so it doesn't keep the check from ending. */
const STILL_READING = `deleted_at is null and state in (${listed(UNDER_WAY)}) and ${OF_CHECK} and ${NOT_HELD}`

/** SQL for a lease whose status may be read, at one of the accounts bound to `live` and `test`, by mode. */
const READABLE = `(flow = 'api' and application_id is not null and not ${HELD} and status in (${listed(READABLE_STATUSES)})
  and coalesce(account_id, '') = any(case when lease.test then cast(:test as text[]) else cast(:live as text[]) end))`

/** SQL for what is left of a lease's amount, in cents, like `restOf`. */
const REST = `coalesce(amount, 0) - case when jsonb_typeof(reductions) = 'array'
  then (select coalesce(sum((reduction->>'amount')::int), 0) from jsonb_array_elements(reductions) as reduction) else 0 end`

const NOW = "cast(:now as timestamptz)"

/** An account whose leases can be checked: "" is the top-level one. A reading of its leases is due every `everyMs`. */
export type CheckedAccount = { account_id: string; test: boolean; everyMs: number }

/** The leases with a raised alert. `sums` has only those of the requested mode, and `readable` counts those that a check would read. */
export type AlertGroup = { code: RaisedAlertCode; count: number; readable: number; sums: Sum[] }

/** A check under way: of `of` leases, `open` ones still have to be read. `until` is when the last one is due. */
export type Check = { code: RaisedAlertCode; of: number; open: number; until: Date | null }

/** The leases in one currency that have exactly these alerts. PostgreSQL returns large numbers as text. */
type GroupRow = { codes: string[]; currency_code: string } & Record<Counted, number | string>
type Counted = "leases" | "readable" | "summed" | "rest"

/**
 * Groups the leases that need attention by alert, and has the status of a whole group read. Such a check has no row of its own: it's the readings
 * that it added to `lease_pending_call`.
 */
export class CheckStore extends Table {
  /** The alerts that any lease has, in the order of their codes. `sumsTest` is whether to sum the test leases or the live ones. */
  async groups(accounts: readonly CheckedAccount[], sumsTest: boolean): Promise<AlertGroup[]> {
    const rows = await this.sql<GroupRow>(
      `select jsonb_path_query_array(alerts, '$[*].code') as codes, currency_code, count(*) as leases,
         count(*) filter (where ${READABLE}) as readable, count(*) filter (where lease.test = :sumsTest) as summed,
         coalesce(sum(${REST}) filter (where lease.test = :sumsTest), 0) as rest
       from lease where deleted_at is null and alerts <> '[]'
       group by 1, 2`,
      { sumsTest, ...byMode(accounts) },
    )
    const total = (of: readonly GroupRow[], column: Counted) => of.reduce((sum, row) => sum + Number(row[column]), 0)
    return RAISED_ALERT_CODES.flatMap((code) => {
      const own = rows.filter(({ codes }) => codes.includes(code))
      const summed = own.filter(({ summed }) => Number(summed) > 0)
      const sums = [...new Set(summed.map(({ currency_code }) => currency_code))].map((currency_code) => {
        const some = summed.filter((row) => row.currency_code === currency_code)
        return { currency_code, count: total(some, "summed"), amount: total(some, "rest") }
      })
      return own.length
        ? { code, count: total(own, "leases"), readable: total(own, "readable"), sums: toSums(sums) }
        : []
    })
  }

  underWay(): Promise<Check[]> {
    return this.sql<Check>(
      `select detail->'check'->>'code' as code, max((detail->'check'->>'of')::int) as of, count(*)::int as open,
         max(due_at) filter (where state = 'due') as until
       from lease_pending_call where ${STILL_READING}
       group by 1`,
      {},
    )
  }

  /**
   * Adds a reading for every lease with this alert that can be read and has none, unless a check of the alert is under way. Spreads them out, so that
   * the service, its rate and the job are left free for people's calls.
   */
  async start(code: RaisedAlertCode, accounts: readonly CheckedAccount[], { by, id }: Actor): Promise<void> {
    const alert = JSON.stringify([{ code }])
    const [ids, every] = [accounts.map(({ account_id }) => account_id), accounts.map(({ everyMs }) => everyMs)]
    await this.knex.transaction(async (trx) => {
      // One check at a time is added, so that two people who start the same one get one.
      await trx.raw("select pg_advisory_xact_lock(hashtextextended('lease_check', 0))")
      const isOpen = `${STILL_READING} and detail->'check'->>'code' = :code`
      await trx.raw(
        `with account as (select * from unnest(cast(:ids as text[]), cast(:every as int[])) as one (id, every_ms)),
           found as (
             select lease.id, count(*) over () as of, every_ms
               * (row_number() over (partition by account_id order by status_at desc, lease.id desc) - 1) as wait_ms
             from lease join account on account.id = coalesce(account_id, '')
             where deleted_at is null and ${WITH_ALERT.replace("?", ":alert")} and ${READABLE} and not ${NEWER}
               and not exists (select from lease_pending_call where lease_id = lease.id and kind = 'read_status'
                 and deleted_at is null and state in (${listed(OPEN)}))
               and not exists (select from lease_pending_call where ${isOpen}))
         insert into lease_pending_call (id, lease_id, kind, state, attempts, due_at, sent, detail, actor, actor_id, created_at, updated_at)
         select 'leasecall_' || replace(gen_random_uuid()::text, '-', ''), id, 'read_status', 'due', 0,
           ${NOW} + wait_ms * interval '1 millisecond', false,
           jsonb_build_object('check', jsonb_build_object('code', cast(:code as text), 'of', of)), :by, :actorId,
           greatest(${NOW}, (select max(created_at) + interval '1 millisecond' from lease_pending_call
             where lease_id = found.id and deleted_at is null)), ${NOW}
         from found order by id
         on conflict do nothing`,
        { code, alert, ids, every, ...byMode(accounts), now: this.now(), by, actorId: id ?? null } as never,
      )
    })
  }

  /** Drops a check's readings. One that is being made ends by itself, and its result still counts. */
  async stop(code: RaisedAlertCode): Promise<void> {
    await this.notDeleted("lease_pending_call")
      .whereIn("state", [...UNDER_WAY])
      .whereRaw(`${OF_CHECK} and detail->'check'->>'code' = ?`, [code])
      .delete()
  }
}

/** The IDs of the accounts in each mode. */
function byMode(accounts: readonly CheckedAccount[]): { test: string[]; live: string[] } {
  const idsOf = (wanted: boolean) => accounts.filter(({ test }) => test === wanted).map(({ account_id }) => account_id)
  return { test: idsOf(true), live: idsOf(false) }
}
