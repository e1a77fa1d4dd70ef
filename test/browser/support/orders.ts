import type { LeaseStore } from "../../integration/support/lease-store"

type Order = { id: string; display_id: number; total: number; payment_status: string; email: string }

/** The store's orders, newest first, as its dashboard would list them. */
export async function ordersOf({ admin }: LeaseStore): Promise<Order[]> {
  const { body } = await admin.get("/admin/orders?fields=id,display_id,total,email,payment_status&order=-created_at")
  return body.orders
}

/** Whether the store has done everything that follows an order automatically: its payment is captured. */
export async function isBooked({ sql }: LeaseStore): Promise<boolean> {
  const waiting = await sql(`
    select 1 from order_cart join lease on lease.cart_id = order_cart.cart_id
    where order_cart.deleted_at is null and lease.flow = 'api' and lease.signed_at is not null and not exists (
      select 1 from lease_event where lease_id = lease.id and type = 'payment_captured')`)
  return waiting.length === 0
}
