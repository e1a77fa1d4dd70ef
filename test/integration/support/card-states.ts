import type { LeaseStore } from "./lease-store"

/** What becomes of a placed, verified and captured lease order. `lease`: columns; `contact`: type of a call's entry in the history. */
type Turn = { lease?: Record<string, unknown>; canceled?: true; uncaptured?: true; contact?: string }

const raised = (code: string, order_id?: string) => ({
  attention: JSON.stringify([{ code, params: order_id ? { order_id } : {}, since: "2026-11-18T15:12:00.000Z" }]),
})
const LONG_AGO = new Date("2026-11-18T15:12:00.000Z")
const inAMinute = () => new Date(Date.now() + 60_000)

/** How each fixture of the order card comes about, as long as nothing is shipped. */
export const turns = (orderId: string): Record<string, Turn> => ({
  accepted: {},
  "accepted-attested": { lease: { test: true, evidence: "attested" } },
  "not-recorded": { lease: { status: "placing", order_id: null, status_at: new Date() }, uncaptured: true },
  "record-lost": { lease: { status: "placing", order_id: null }, uncaptured: true },
  awaiting: { lease: { evidence: "reported" }, uncaptured: true },
  "not-confirmed": { lease: raised("lease_dead") },
  delivered: { lease: { status: "delivered" } },
  capturing: { lease: { status_at: new Date() }, uncaptured: true },
  "capture-open": { uncaptured: true },
  sending: { lease: { status: "cancelling", claim_token: "somebody", claimed_until: inAMinute() } },
  "cancel-unknown": { lease: { status: "cancelling" }, contact: "cancel_unanswered" },
  "cancel-unknown-order-canceled": { lease: { status: "cancelling" }, contact: "cancel_unanswered", canceled: true },
  cancelled: { lease: { status: "cancelled" }, canceled: true },
  "cancelled-order-open": { lease: { status: "cancelled" } },
  returned: { lease: { status: "returned" } },
  "order-cancelled-lease-alive": { canceled: true },
  "amount-differs": { lease: { amount: 1 } },
  "cart-mismatch": { lease: { amount: 1, ...raised("cart_mismatch", orderId) }, uncaptured: true },
  "second-order": { lease: { order_id: "order_first", ...raised("second_order", orderId) }, uncaptured: true },
  "paid-otherwise": {
    lease: { status: "signed", order_id: null, ...raised("paid_otherwise", orderId) },
    uncaptured: true,
  },
  "invoice-differs": { lease: raised("invoice_differs") },
  "service-unreachable": { contact: "cancel_not_sent" },
})

/** Once everything is delivered. */
export const turnsOfDelivered: Record<string, Turn> = {
  "delivery-due": {},
  "return-unknown": { lease: { status: "returning" } },
}

/** Writes a turn into the database, for a live lease of long ago; does `work`; writes back what was there. It is the only lease order. */
export async function during<T>(store: LeaseStore, turn: Turn, work: () => Promise<T>): Promise<T> {
  const columns: Record<string, unknown> = { test: false, status_at: LONG_AGO, ...turn.lease }
  const names = Object.keys(columns)
  const [lease = {}] = await store.sql("select * from lease")
  const [payment = {}] = await store.sql("select captured_at from payment")
  const [event = {}] = await store.sql("select max(seq) as last from lease_event")
  const set = (values: Record<string, unknown>) =>
    store.sql(
      `update lease set ${names.map((name) => `${name} = ?`).join(", ")}`,
      names.map((name) =>
        name === "attention" && typeof values[name] !== "string" ? JSON.stringify(values[name]) : values[name],
      ),
    )
  await set(columns)
  if (turn.canceled) await store.sql(`update "order" set status = 'canceled'`)
  if (turn.uncaptured) await store.sql("update payment set captured_at = null")
  if (turn.contact)
    await store.sql(
      "insert into lease_event (id, lease_id, type, actor, detail) values ('leaseev_turn', ?, ?, 'system', '{}')",
      [lease.id, turn.contact],
    )
  try {
    return await work()
  } finally {
    await set(lease)
    await store.sql(`update "order" set status = 'pending'`)
    await store.sql("update payment set captured_at = ?", [payment.captured_at])
    await store.sql("delete from lease_event where seq > ?", [event.last])
  }
}
