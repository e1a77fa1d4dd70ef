import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Query } from "../../../../medusa/read/carts"
import { type ReceivedReturn, readLastReturn } from "../../../../medusa/read/orders"
import { type Desk, deskOf } from "../../../../modules/lease"
import type { Order } from "../../../../modules/lease/rules/order"
import type { HistoryRecord, LeaseRecord } from "../../../../modules/lease/rules/records"
import { isClosed } from "../../../../modules/lease/rules/standing"
import type { TaskRecord } from "../../../../modules/lease/rules/tasks"
import { NEEDED_ENTRIES, type NewestEntries } from "./lease-facts"

/** So many entries of its history does a card show. */
const SHOWN = 10

/** Everything from which a lease is shown and judged. */
export type Sources = {
  lease: LeaseRecord
  /** The order of the lease, or one that was placed on its cart; null when there is none. */
  order: Order | null
  /** Newest first. */
  tasks: TaskRecord[]
  /** The newest entries of the history, newest first, and the newest of each needed type. */
  recent: HistoryRecord[]
  newest: NewestEntries
  returnCheck: { eligible: boolean; at: Date } | null
  /** The last return that the store received. */
  lastReturn: ReceivedReturn | null
  /** The leases of the same order before and after this one, where an edit of it replaced a contract. */
  former: LeaseRecord | null
  next: LeaseRecord | null
  /** Names of dashboard users, by id. */
  names: ReadonlyMap<string, string>
  /** Whether the person who asks may change orders. */
  permitted: boolean
}

/** Reads what the card of a lease is made of. Reads the ledger and Medusa, never the service, and changes nothing. */
export async function readSources(
  scope: MedusaContainer,
  { lease: found, order }: { lease: LeaseRecord; order: Order | null },
  permitted: boolean,
): Promise<Sources> {
  const desk = deskOf(scope)
  const query: Query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const [tasks, recent, entries, lastReturn] = await Promise.all([
    desk.store.tasks.ofLease(found.id),
    desk.store.histories.page(found.id, { limit: SHOWN }),
    desk.store.histories.newestOf([found.id], NEEDED_ENTRIES),
    order?.returned ? readLastReturn(query, order.id) : null,
  ])
  // Last: a call that ended meanwhile is then seen as in progress, never as one that left the lease where it was.
  const lease = (await desk.store.byId(found.id)) ?? found
  const newest = new Map(entries.map((entry) => [entry.type, entry]))
  const names = await readNames(query, [...recent, ...entries, ...tasks])
  const { former, next } = await readNeighbors(desk, lease, newest)
  const returnCheck = returnCheckOf(newest.get("return_checked"))
  return { lease, order, tasks, recent, newest, lastReturn, former, next, names, returnCheck, permitted }
}

/** Most orders have one lease: nothing is read for those. */
async function readNeighbors(
  desk: Desk,
  lease: LeaseRecord,
  newest: NewestEntries,
): Promise<Pick<Sources, "former" | "next">> {
  const mayHave = isClosed(lease) || newest.has("contract_replaced")
  const all = lease.order_id && mayHave ? await desk.store.allOfOrder(lease.order_id) : []
  const place = all.findIndex(({ id }) => id === lease.id)
  return { former: all[place - 1] ?? null, next: all[place + 1] ?? null }
}

/** The answer to "may it be returned?" in an entry of the history. */
export function returnCheckOf(entry: HistoryRecord | undefined): Sources["returnCheck"] {
  return entry ? { eligible: entry.detail.eligible === true, at: entry.created_at } : null
}

/** Who acted in the dashboard, by user id. An API key has no name. */
export async function readNames(
  query: Query,
  acts: readonly { actor_id: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(acts.flatMap(({ actor_id }) => actor_id ?? []))]
  if (!ids.length) return new Map()
  const fields = ["id", "first_name", "last_name", "email"]
  const { data } = await query.graph({ entity: "user", fields, filters: { id: ids } })
  const users = data as { id: string; first_name: string | null; last_name: string | null; email: string }[]
  return new Map(
    users.map((user) => [user.id, [user.first_name, user.last_name].filter(Boolean).join(" ") || user.email]),
  )
}
