import type { LeaseRecord } from "../../modules/lease/ledger"
import { type Query, readRows } from "./carts"

type Person = { first_name?: string | null; last_name?: string | null }
type Row = { id: string; shipping_address?: Person | null; customer?: Person | null }

const FIELDS = ["id", ...["shipping_address", "customer"].flatMap((who) => [`${who}.first_name`, `${who}.last_name`])]

/** Returns the name of each lease's recipient by lease ID, from its order or cart, or else the customer's name. Leases without a name are omitted. */
export async function readCustomerNames(
  query: Query,
  leases: readonly Pick<LeaseRecord, "id" | "order_id" | "cart_id">[],
): Promise<Map<string, string>> {
  const orderIds = leases.flatMap(({ order_id }) => order_id ?? [])
  const cartIds = leases.flatMap(({ order_id, cart_id }) => (order_id ? [] : cart_id))
  const [orders, carts] = await Promise.all([
    readRows<Row>(query, "order", orderIds, FIELDS),
    readRows<Row>(query, "cart", cartIds, FIELDS),
  ])
  const rows = new Map([...orders, ...carts].map((row) => [row.id, row]))
  return new Map(
    leases.flatMap(({ id, order_id, cart_id }): [string, string][] => {
      const row = rows.get(order_id ?? cart_id)
      const name = nameOf(row?.shipping_address) || nameOf(row?.customer)
      return name ? [[id, name]] : []
    }),
  )
}

function nameOf(person: Person | null | undefined): string {
  return [person?.first_name, person?.last_name].filter(Boolean).join(" ").trim()
}
