import { eventually } from "./eventually"

type Sql = (query: string, bindings?: unknown[]) => Promise<Record<string, unknown>[]>

/** Other work passes through this state between two statements; a transaction that waits for the service stays in it. */
const PASSES_WITHIN_MS = 2000

/** Transactions that are open in this database and have nothing to do: their last statements. */
export async function idleTransactions(sql: Sql): Promise<unknown[]> {
  const rows = await eventually(
    () =>
      sql(`select query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`),
    (open) => open.length === 0,
    PASSES_WITHIN_MS,
  )
  return rows.map(({ query }) => query)
}
