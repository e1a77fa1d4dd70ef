import type { Desk } from "../status/ledger"
import type { ExportedRow, Held, Part, Person } from "../tables/person-store"

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
  for await (const lease of inParts("id", "", (part) => persons.leases(person, part))) {
    yield lease
    const id = String(lease.id)
    yield* inParts("seq", 0, (part) => persons.rows("lease_event", id, part))
    yield* inParts("id", "", (part) => persons.rows("lease_task", id, part))
    yield* inParts("id", "", (part) => persons.rows("lease_attempt", id, part))
  }
}

/** All rows, in the order of column `by`, whose values come after `first`. */
async function* inParts(by: string, first: string | number, next: (part: Part) => Promise<ExportedRow[]>) {
  for (let after = first; ; ) {
    const rows = await next({ by, after, limit: PART })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PART) return
    after = last[by] as string | number
  }
}
