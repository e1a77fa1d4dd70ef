import { erased, type Hindrance, isUnmade, whyKept } from "../rules/erasure"
import type { Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import type { Desk } from "../status/ledger"
import type { LeaseStore } from "../tables/lease-store"
import type { Person } from "../tables/person-store"

/** A lease that cannot be erased yet, and why. */
export type Kept = Pick<LeaseRecord, "reference" | "status"> & { why: Hindrance }

/** `leases`: how many were erased, or would be. `kept`: those that stand in the way; then nothing is erased. */
export type Erasure = { leases: number; kept: Kept[] }

type EraseInput = {
  /** A delivered lease runs on at the operator, and only the operator knows when it ends: true when the operator says that it has. */
  includeDelivered?: boolean
  actor: Actor
}

/** Tells what {@link erasePerson} would do. Changes nothing. */
export function planErasure(ledger: Desk, person: Person, input: Omit<EraseInput, "actor">): Promise<Erasure> {
  return ledger.store.transaction(async (store) => planned(await store.persons.lock(person), ledger.now(), input))
}

/**
 * Takes that which names a person out of their leases, histories and applications, all of it or nothing: one lease that has not ended keeps
 * everything. Amounts, goods, references and moments stay, as the store's books. Asked again it finds nothing left to do.
 */
export function erasePerson(ledger: Desk, person: Person, input: EraseInput): Promise<Erasure> {
  return ledger.store.transaction(async (store) => {
    const found = await store.persons.lock(person)
    const plan = planned(found, ledger.now(), input)
    if (plan.kept.length) return { ...plan, leases: 0 }
    await eraseLocked(ledger, store, { leases: found.map(({ lease }) => lease), cause: "request", actor: input.actor })
    return plan
  })
}

/** Erases leases that this transaction has locked. */
export async function eraseLocked(
  ledger: Desk,
  store: LeaseStore,
  { leases, cause, actor }: { leases: LeaseRecord[]; cause: "request" | "age"; actor: Actor },
): Promise<void> {
  const history: HistoryEntry[] = [{ type: "erased", detail: { cause } }]
  for (const lease of leases) {
    const change = { set: erased(lease, ledger.now()), history, actor }
    if (isUnmade(lease)) await store.move(lease.id, "lease_superseded", change)
    else await store.set(lease.id, change.set, change)
  }
  if (leases.length) await store.persons.emptyRest(leases.map(({ id }) => id))
}

type Found = { lease: LeaseRecord; openCalls: number }

function planned(found: Found[], now: Date, { includeDelivered = false }: Omit<EraseInput, "actor">): Erasure {
  const kept = found.flatMap(({ lease, openCalls }) => {
    const why = whyKept({ lease, openCalls, delivered: includeDelivered }, now)
    return why ? [{ reference: lease.reference, status: lease.status, why }] : []
  })
  return { leases: found.length - kept.length, kept }
}
