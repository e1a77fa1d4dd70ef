import type { LeaseStore } from "../../integration/support/lease-store"

type Order = { id: string; display_id: number; total: number; payment_status: string; email: string }

/** What the store has sold, newest first, as its dashboard would list it. */
export async function ordersOf({ admin }: LeaseStore): Promise<Order[]> {
  const { body } = await admin.get("/admin/orders?fields=id,display_id,total,email,payment_status&order=-created_at")
  return body.orders
}

/** How often the service was told something, for example `POST /application`. */
export function countOf({ calls }: LeaseStore, call: string): number {
  return calls().filter((each) => each === call).length
}
