import { adminRoute, longestOutage } from "../../../admin-route"
import type { HealthAnswer } from "../../../admin-types"

/** How late a call or the job may be, and how long an outage may last, before the status is 503. */
const LATE_MS = 5 * 60_000

/** Returns whether pending calls are made on time, for monitoring: the status is 503 if something is late or the store is held. Makes no call to the service. */
export const GET = adminRoute<HealthAnswer>(async (_req, deps, res) => {
  const [{ oldest_due_at, ...counts }, overdue, stop] = await Promise.all([
    deps.store.pendingCalls.backlog(),
    deps.leases.overdue(deps.now()),
    longestOutage(deps),
  ])
  const held = stop?.held ? { since: stop.since, why: stop.held } : null
  const outage = held ? null : stop
  const oldest = oldest_due_at?.toISOString() ?? null
  const isLate = (since: string | null | undefined) => since != null && Date.now() - Date.parse(since) > LATE_MS
  const ok = !isLate(oldest) && !isLate(outage?.since) && overdue.count === 0 && !held
  if (!ok) res.status(503)
  return { ok, ...counts, oldest_due_at: oldest, overdue_since: overdue.since, outage, held }
})
