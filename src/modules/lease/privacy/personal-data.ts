import { ago, type LedgerDeps, SYSTEM } from "../accounts/deps"
import { erased, type Hindrance, whyKept } from "../rules/erasure"
import { isWithoutContract } from "../rules/lease-predicates"
import { DAY_MS, HOUR_MS } from "../rules/moments"
import type { Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import type { LeaseStore } from "../tables/lease-store"
import type { ExportedRow, ExportPart, HeldCounts, LeaseWithOpenCalls, Person } from "../tables/person-store"

/** How long an application's network and mailbox are kept. */
export const ORIGIN_KEPT_MS = 7 * DAY_MS

/** How long codes are kept. A code counts toward the limits for a day, and its grant lasts for a day after the code was entered. */
const CODES_KEPT_MS = 25 * HOUR_MS

/** The maximum number of rows of each kind to delete per run, so that a full table doesn't block anything else. */
const ROWS_A_RUN = 500
const ERASED_AT_ONCE = 100
/** How many rows an export keeps in memory at a time. */
const PART = 200

/** A lease that can't be erased yet, and why. */
export type KeptLease = Pick<LeaseRecord, "reference" | "status"> & { why: Hindrance }

/** `leases` is how many leases were erased, or would be. `kept` lists the leases that prevent the erasure. If there are any, nothing is erased. */
export type Erasure = { leases: number; kept: KeptLease[] }

/** `includeDelivered` is set if the operator has confirmed that the person's delivered leases have ended. */
type EraseInput = { includeDelivered?: boolean; actor: Actor }

/** How many rows {@link exportPerson} will return. */
export function countPerson({ store }: LedgerDeps, person: Person): Promise<HeldCounts> {
  return store.persons.count(person)
}

/** All data about a person, in parts: each lease, then its history, calls and applications. Excludes hashes, keys, one-time URLs and staff IDs. */
export async function* exportPerson({ store: { persons } }: LedgerDeps, person: Person): AsyncGenerator<ExportedRow> {
  for await (const lease of inParts("id", "", (part) => persons.leases(person, part))) {
    yield lease
    const id = String(lease.id)
    yield* inParts("seq", 0, (part) => persons.rows("lease_event", id, part))
    yield* inParts("id", "", (part) => persons.rows("lease_pending_call", id, part))
    yield* inParts("id", "", (part) => persons.rows("lease_submission", id, part))
  }
}

/** All rows in the order of column `by`, starting after `first`. */
async function* inParts(by: string, first: string | number, next: (part: ExportPart) => Promise<ExportedRow[]>) {
  for (let after = first; ; ) {
    const rows = await next({ by, after, limit: PART })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PART) return
    after = last[by] as string | number
  }
}

/** Returns what {@link erasePerson} would do, without changing anything. */
export function planErasure(deps: LedgerDeps, person: Person, input: Omit<EraseInput, "actor">): Promise<Erasure> {
  return deps.store.transaction(async (store) => {
    const { free, kept } = splitErasable(deps, await store.persons.lock(person), input.includeDelivered)
    return { leases: free.length, kept }
  })
}

/**
 * Erases a person's identifying data from leases, histories and applications. All or nothing: a single unfinished lease blocks the whole erasure.
 * Safe to repeat.
 */
export function erasePerson(deps: LedgerDeps, person: Person, input: EraseInput): Promise<Erasure> {
  return deps.store.transaction(async (store) => {
    const { free, kept } = splitErasable(deps, await store.persons.lock(person), input.includeDelivered)
    if (kept.length) return { leases: 0, kept }
    return { leases: await erase(deps, store, free, { cause: "request", actor: input.actor }), kept }
  })
}

/** The job's cleanup: deletes old networks, codes and counts, and erases leases that are older than the `retentionDays` option. Never throws. */
export async function cleanUp(deps: LedgerDeps): Promise<void> {
  const { store, options, log } = deps
  const work: Record<string, () => Promise<unknown>> = {
    "the networks of old applications could not be deleted": () =>
      store.persons.forgetRequesters(ago(deps, ORIGIN_KEPT_MS), ROWS_A_RUN),
    "old counts of requests could not be deleted": () => store.requestCounts.forget(),
    "old one-time codes could not be deleted": () => store.codes.forget(ago(deps, CODES_KEPT_MS), ROWS_A_RUN),
    "old leases could not be erased": async () => {
      if (options.retentionDays) await eraseAged(deps, options.retentionDays)
    },
  }
  for (const [failure, step] of Object.entries(work))
    await step().catch((error) => log.warn(`lease-to-own: ${failure}: ${error}`))
}

/** How many leases are older than `days` and would be erased. */
export function countAged(deps: LedgerDeps, days: number): Promise<number> {
  return deps.store.persons.countAged(ago(deps, days * DAY_MS))
}

/** Erases leases that ended or were abandoned over `days` ago, oldest first. Delivered leases count from delivery. Returns how many were erased. */
export function eraseAged(deps: LedgerDeps, days: number, limit = ERASED_AT_ONCE): Promise<number> {
  return deps.store.transaction(async (store) => {
    const found = await store.persons.lockAged(ago(deps, days * DAY_MS), limit)
    const { free } = splitErasable(deps, found, true)
    return erase(deps, store, free, { cause: "age", actor: SYSTEM })
  })
}

/** Splits leases into those that may be erased and the rest. If `delivered` is true, delivered leases may be erased as well. */
function splitErasable({ now }: LedgerDeps, found: LeaseWithOpenCalls[], delivered = false) {
  const free: LeaseRecord[] = []
  const kept: KeptLease[] = []
  for (const { lease, openCalls } of found) {
    const why = whyKept({ lease, openCalls, delivered }, now())
    if (why) kept.push({ reference: lease.reference, status: lease.status, why })
    else free.push(lease)
  }
  return { free, kept }
}

/** Erases leases that this transaction has locked. Returns how many were erased. */
async function erase(
  { now }: LedgerDeps,
  store: LeaseStore,
  leases: LeaseRecord[],
  { cause, actor }: { cause: "request" | "age"; actor: Actor },
): Promise<number> {
  const history: HistoryEntry[] = [{ type: "erased", detail: { cause } }]
  for (const lease of leases) {
    const set = erased(lease, now())
    if (isWithoutContract(lease)) await store.move(lease.id, "lease_superseded", { set, history, actor })
    else await store.set(lease.id, set, { history, actor })
  }
  if (leases.length) await store.persons.emptyRest(leases.map(({ id }) => id))
  return leases.length
}
