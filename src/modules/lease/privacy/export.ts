import type { Desk } from "../status/ledger"
import type { ExportedRow, Held, Person } from "../tables/person-store"

/** Rows that are in memory at once. */
const PART = 200

/** How many rows {@link exportPerson} will answer. */
export function countPerson({ store }: Desk, person: Person): Promise<Held> {
  return store.persons.count(person)
}

/**
 * All that the ledger holds on a person, row by row: each lease, then its history, its calls and its applications. Read a part at a time, so that
 * any number of rows takes the same memory. Holds no hash, no key, no one-time URL and no one of the staff.
 */
export async function* exportPerson({ store: { persons } }: Desk, person: Person): AsyncGenerator<ExportedRow> {
  const leases = inParts((after) => persons.leases(person, { after, limit: PART }), "id", "")
  for await (const lease of leases) {
    yield lease
    const id = String(lease.id)
    const rows = (table: "lease_event" | "lease_task" | "lease_attempt", by: string, first: string | number) =>
      inParts((after) => persons.rows(table, id, { by, after, limit: PART }), by, first)
    yield* rows("lease_event", "seq", 0)
    yield* rows("lease_task", "id", "")
    yield* rows("lease_attempt", "id", "")
  }
}

async function* inParts<Key extends string | number>(
  next: (after: Key) => Promise<ExportedRow[]>,
  by: string,
  first: Key,
): AsyncGenerator<ExportedRow> {
  for (let after = first; ; ) {
    const part = await next(after)
    yield* part
    const last = part.at(-1)
    if (!last || part.length < PART) return
    after = last[by] as Key
  }
}
