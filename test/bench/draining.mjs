import { Pool, request } from "undici"
import { fillDue } from "./fill-leases.mjs"
import { compare } from "./ratio.mjs"

/** The size of the delivery lane. */
const AT_ONCE = 8
const ROUNDS = { rounds: 3, warmUp: 1 }

/** @typedef {import("./bench-ledger.mjs").BenchLedger} BenchLedger */
/** @typedef {{ id: string, amount: number | null }} Lease */

/**
 * How fast the job makes many due calls, over the minimum that makes the same calls and records them: a SELECT of the lease and an UPDATE of the
 * call's row before it, and an UPDATE of the lease after it. Same tables, same driver, same service; both begin with the same leases and end
 * with all of them delivered.
 *
 * @param {BenchLedger} bench @param {string} baseUrl @param {number} count @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 */
export async function compareDraining(bench, baseUrl, count, cleanup) {
  const pool = new Pool(baseUrl, { connections: 64 })
  cleanup.add(() => pool.close())
  const timed = (/** @type {() => Promise<number>} */ work) => async () => {
    // Medusa isn't measured here.
    await fillDue(bench.knex, count, "merchant")
    const ms = await work()
    await allDelivered(bench, count)
    return ms
  }
  const bare = () => drainBare(bench, pool, `${baseUrl}/api/v1/application/cart/delivery`)
  return 1 / (await compare({ ...ROUNDS, ours: timed(() => drain(bench)), theirs: timed(bare) }))
}

/** @param {BenchLedger} bench @returns {Promise<number>} ms until the last call was made and recorded */
async function drain({ accountDeps, runPending }) {
  const { store } = accountDeps
  const { claimForReconcile } = store
  // The bare statements check nothing.
  store.claimForReconcile = async () => []
  const started = performance.now()
  await runPending(accountDeps, medusaOf(delivered))
  const ms = performance.now() - started
  store.claimForReconcile = claimForReconcile
  return ms
}

/** @param {BenchLedger} bench @param {Pool} pool @param {string} url @returns {Promise<number>} ms */
async function drainBare({ knex }, pool, url) {
  /** @type {{ rows: { id: string, lease_id: string, application_id: string, detail: { delivery_date: string } }[] }} */
  const { rows } = await knex.raw(
    "select call.id, lease_id, application_id, detail from lease_pending_call call join lease on lease.id = lease_id",
  )
  const authorization = `Basic ${Buffer.from("bench:bench-password").toString("base64")}`
  const headers = { authorization, accept: "application/json", "content-type": "application/json" }
  const started = performance.now()
  const waiting = rows.values()
  const work = async () => {
    for (const { id, lease_id, application_id, detail } of waiting) {
      const day = detail.delivery_date
      await knex.raw("select * from lease where id = ?", [lease_id])
      await knex.raw("update lease_pending_call set sent = true, updated_at = ? where id = ?", [new Date(), id])
      const sent = JSON.stringify({ applicationId: application_id, deliveryDate: day })
      const { body } = await request(url, { dispatcher: pool, method: "POST", headers, body: sent })
      JSON.parse(await body.text())
      const now = new Date()
      await knex.raw(
        `update lease set status = 'delivered', status_at = ?, delivery_date = ?, delivered_at = ?, reconcile_at = ?, updated_at = ? where id = ?`,
        [now, day, now, now, now, lease_id],
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return performance.now() - started
}

/** @param {BenchLedger} bench @param {number} count */
async function allDelivered({ knex }, count) {
  const { rows } = await knex.raw("select count(*)::int from lease where status = 'delivered'")
  if (rows[0].count !== count) throw new Error(`Of ${count} pending calls ${rows[0].count} were made.`)
}

/** A Medusa with these leases' orders. @param {(lease: Lease) => object | null} orderOf */
export function medusaOf(orderOf) {
  const factsOf = async (/** @type {Lease[]} */ leases) =>
    new Map(leases.map((lease) => [lease.id, { order: orderOf(lease), recipientDiffers: false, cart: null }]))
  const medusa = { factsOf, checkFollowUp: async () => {}, call: {} }
  return /** @type {import("../../src/modules/lease/outbox/medusa.js").MedusaSide} */ (/** @type {unknown} */ (medusa))
}

/** The order of a lease, captured and delivered. @param {Lease} lease */
export function delivered({ id, amount }) {
  const at = new Date()
  const money = { captured: amount, refunded: 0, canceled: false, capturedAt: at, leaseId: id }
  return {
    ...{
      id: "order_1",
      status: "pending",
      canceled: false,
      cancelable: false,
      createdAt: at,
      canceledAt: null,
      total: amount,
    },
    ...{
      sessions: [{ id: "payses_1", status: "captured", leaseId: id }],
      payments: [{ id: "pay_1", ...money }],
      others: [],
    },
    ...{ heldByOthers: false, heldElsewhere: 0, lines: [], asCart: {} },
    ...{ pieces: 1, delivered: 1, returned: 0, shipped: true, shippedAt: at, deliveredAt: at },
  }
}
