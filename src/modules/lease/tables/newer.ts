import { RAISED_ALERT_CODES } from "../rules/alert-codes"
import { LeaseEvents } from "../rules/announcements"
import { CALL_KINDS, OPEN } from "../rules/pending-calls"
import { EVIDENCE, FLOWS, LEASE_STATUSES, listed } from "../rules/state-machine"
import { HELD } from "./hold-store"
import { Table } from "./table"

const UNKNOWN_ALERT = `select entry->>'code' as code from jsonb_array_elements(lease.alerts) as alert (entry)
  where entry->>'code' not in (${listed(RAISED_ALERT_CODES)})`

/** SQL for a lease that {@link isNewer}, apart from calls in an unknown state, which have no index. */
export const NEWER = `(lease.status not in (${listed(LEASE_STATUSES)}) or lease.evidence not in (${listed(EVIDENCE)})
  or lease.flow not in (${listed(FLOWS)}) or (lease.alerts <> '[]' and exists (${UNKNOWN_ALERT}))
  or exists (select from lease_pending_call as waiting where waiting.lease_id = lease.id and waiting.deleted_at is null
    and waiting.state in (${listed(OPEN)}) and waiting.kind not in (${listed(CALL_KINDS)})))`

/** SQL for a call in `lease_pending_call` whose lease is neither held nor newer. */
export const NOT_HELD = `not exists (select from lease where lease.id = lease_pending_call.lease_id and (${HELD} or ${NEWER}))`

/** SQL for an announcement that this version can send. An alert's announcement needs its title. */
export const ANNOUNCED = `(lease_announcement.name in (${listed(Object.values(LeaseEvents))})
  and coalesce(lease_announcement.alert in (${listed(RAISED_ALERT_CODES)}), true))`

/** A value that only a newer version knows, in work that is due: the column, and an example. */
export type UnknownValue = { what: string; value: string; lease_id: string }

export class NewerReader extends Table {
  /** The unknown values in the work that is due now, each once. */
  due(): Promise<UnknownValue[]> {
    const column = (name: string, known: readonly string[]) =>
      `select '${name}', ${name}, id from late where ${name} not in (${listed(known)})`
    return this.sql(
      `with late as materialized (select * from lease where deleted_at is null and reconcile_at <= :now and ${NEWER})
       select distinct on (what, value) what, value, lease_id from (
         ${column("status", LEASE_STATUSES)} union all ${column("evidence", EVIDENCE)} union all ${column("flow", FLOWS)}
         union all select 'alert', code, lease.id from late as lease, lateral (${UNKNOWN_ALERT}) as alert
         union all select 'call', kind, lease_id from lease_pending_call where deleted_at is null and state in ('due', 'running')
           and due_at <= :now and kind not in (${listed(CALL_KINDS)})
         union all select 'event', coalesce(name || ' ' || alert, name), lease_id from lease_announcement
           where deleted_at is null and (bus_at <= :now or mail_at <= :now or feed_at <= :now) and not ${ANNOUNCED}
       ) as found (what, value, lease_id)`,
      { now: this.now() },
    )
  }
}
