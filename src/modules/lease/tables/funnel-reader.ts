import { CONTINUING, type CountedLeases, ENDED_UNPRICED, FUNNEL_STEPS, type FunnelStep } from "../rules/funnel"
import { listed } from "../rules/state-machine"
import { Table } from "./table"

const place = (step: FunnelStep) => FUNNEL_STEPS.indexOf(step)

/** SQL for a lease's furthest step, or `rest` for a lease that may have been approved before it ended unpriced. */
const stepOr = (rest: string) => `case
  when delivered_at is not null then ${place("delivered")}
  when placed_at is not null then ${place("ordered")}
  when signed_at is not null then ${place("signed")}
  when flow = 'hosted' then ${place("started")}
  when priced_at is not null then ${place("priced")}
  when status = 'approved' then ${place("approved")}
  when status = 'open' then ${place("started")}
  when status in ('submitting', 'undecided', 'pending', 'denied') then ${place("applied")}
  else ${rest} end`

/** An erased lease has no `approved_until`, and a lease may have been superseded in any status. Then only the history has the step. */
const STEP = stepOr(`case when approved_until is not null then ${place("approved")} else coalesce((
    select case
      when type = 'application_not_taken' then ${place("started")}
      when type = 'application_answered' and detail->>'status' = 'approved' then ${place("approved")}
      else ${place("applied")} end
    from lease_event where deleted_at is null and lease_id = lease.id
      and type in ('application_sent', 'application_answered', 'application_not_taken')
    order by seq desc limit 1
  ), ${place("started")}) end`)

/** SQL for the whole days between two times, 0 if the clock was set back. Most leases are signed within a day, and comparing is the fastest. */
const days = (start: string, end: string) =>
  `case when ${end} - ${start} < interval '1 day' then 0 else date_part('day', ${end} - ${start})::int end`
const DAYS = days("created_at", "signed_at")

const IN_WEEK = "created_at >= monday and created_at < next_monday"

/**
 * Each week has its own aggregate, because PostgreSQL sorts all leases otherwise. Leases that ended unpriced have a small index, so that only they look
 * up their history.
 *
 * `parts` are the leases that go on under another reference, because their approval moved to another cart or their contract was replaced. Such a
 * lease counts once, so its parts are subtracted, and the whole is added: in the week of its first part, with the furthest step of all parts and the
 * newest amount.
 */
const COUNTED = `with recursive
  weeks as materialized (
    select place::int - 1 as week, day::timestamp at time zone :timeZone as monday, (day + 7)::timestamp at time zone :timeZone as next_monday
    from unnest(cast(:mondays as date[])) with ordinality as mondays (day, place)
  ),
  followed as materialized (
    select former.id as former, event.lease_id as next
    from lease_event event join lease former on former.deleted_at is null and former.reference = event.detail->>'from'
    where event.deleted_at is null and event.type in (${listed(CONTINUING)})
      and event.created_at >= (select min(monday) from weeks) - interval '1 day'
  ),
  chains (first, id, place) as (
    select former, former, 0 from followed where former not in (select next from followed)
    union all
    select first, next, place + 1 from chains join followed on former = id
  ),
  parts as materialized (
    select first, place, week, account_id, flow, currency_code, ${STEP} as step, ${DAYS} as days, created_at, signed_at, amount
    from lease join chains using (id) left join weeks on ${IN_WEEK}
    where deleted_at is null and test = :test and id = any(array(select id from chains))
  ),
  counted (week, account_id, flow, currency_code, step, days, count, amount) as (
    select week, leases.* from weeks cross join lateral (
      select account_id, flow, currency_code, ${stepOr(`${place("started")}`)}, ${DAYS}, count(*), sum(amount)
      from lease where deleted_at is null and test = :test and ${IN_WEEK} and not (${ENDED_UNPRICED})
      group by 1, 2, 3, 4, 5
    ) leases
    union all
    select week, account_id, flow, currency_code, ${STEP}, ${DAYS}, 1, amount
    from weeks join lease on ${IN_WEEK} where deleted_at is null and test = :test and ${ENDED_UNPRICED}
    union all
    select week, account_id, flow, currency_code, step, days, -1, -amount from parts where week is not null
    union all
    select max(week) filter (where place = 0), max(account_id), max(flow), (array_agg(currency_code order by place desc))[1], max(step),
      ${days("min(created_at) filter (where place = 0)", "min(signed_at)")}, 1,
      (array_agg(amount order by place desc) filter (where amount is not null))[1]
    from parts group by first having max(week) filter (where place = 0) is not null
  )
  select week, account_id, flow, currency_code, step, days, sum(count)::int as count, coalesce(sum(amount), 0) as amount
  from counted group by week, account_id, flow, currency_code, step, days having sum(count) <> 0`

export class FunnelReader extends Table {
  /** Counts the leases that started in these weeks, each named by its Monday (`YYYY-MM-DD`) in the store's time zone. */
  async count(weeks: { mondays: readonly string[]; timeZone: string; test: boolean }): Promise<CountedLeases[]> {
    const rows = await this.sql<CountedLeases & { amount: string }>(COUNTED, weeks)
    return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
  }
}
