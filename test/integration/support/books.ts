import type { LeaseStore } from "./lease-store"

/** Returns what Medusa recorded for an order: each capture and refund, and the balance of its transactions. */
export async function books({ sql }: LeaseStore, orderId: string) {
  const amounts = async (table: "capture" | "refund") => {
    const rows = await sql(
      `select booked.amount from ${table} booked join payment on payment.id = booked.payment_id
       join order_payment_collection link on link.payment_collection_id = payment.payment_collection_id
       where link.order_id = ? and booked.deleted_at is null order by booked.created_at`,
      [orderId],
    )
    return rows.map(({ amount }) => Number(amount))
  }
  const transactions = "select sum(amount) as sum from order_transaction where order_id = ? and deleted_at is null"
  const [row] = await sql(transactions, [orderId])
  return { captured: await amounts("capture"), refunded: await amounts("refund"), held: Number(row?.sum) }
}
