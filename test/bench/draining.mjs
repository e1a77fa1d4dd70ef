import { Pool, request } from "undici"
import { startAnswering } from "./answering.mjs"
import { fillOwed } from "./fill-leases.mjs"
import { graphileWorker, pgBoss } from "./job-queues.mjs"
import { compare } from "./ratio.mjs"

/** The size of the delivery lane. */
const AT_ONCE = 8
const ROUNDS = { rounds: 3, warmUp: 1 }
/** A service as far away as most, and few enough calls that a run takes seconds. */
const SLOW = { delayMs: 50, calls: 800 }

/**
 * How fast the job makes many owed calls that are due: over the bare calls, and over job queues that make none. Each way begins with the same
 * leases and ends with all of them delivered.
 *
 * @typedef {import("./bench-ledger.mjs").BenchLedger} BenchLedger
 *
 * @param {import("./bench-ledger.mjs").BenchLedgers} ledgers
 * @param {string} service that answers at once
 * @param {{ cleanup: import("../../demo/cleanup.mjs").Cleanup, say: (line: string) => void, calls: number }} tools
 */
export async function benchDraining(ledgers, service, { cleanup, say, calls }) {
  say(`Making ${calls} owed calls …`)
  const draining = await overBareCalls(await ledgers.open(service), service, calls, cleanup)
  say(`Making ${SLOW.calls} owed calls to a service that takes ${SLOW.delayMs} ms …`)
  const slow = await startAnswering({ json: "{}", delayMs: SLOW.delayMs }, cleanup)
  const slowly = await overBareCalls(await ledgers.open(slow), slow, SLOW.calls, cleanup)
  say(`Making ${calls} owed calls that send nothing, and as many jobs of other queues …`)
  const bench = withoutService(await ledgers.open(service))
  const overGraphile = await overQueue(bench, graphileWorker, calls)
  return { draining, slowly, overGraphile, overPgBoss: await overQueue(bench, pgBoss, calls) }
}

/**
 * Calls in a second, the job's own run over the least that could make the same calls and know afterward what it did: an UPDATE of the task
 * before the call, and one of the lease after it. Same tables, same driver, same service.
 *
 * @param {BenchLedger} bench @param {string} baseUrl @param {number} count @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 */
function overBareCalls(bench, baseUrl, count, cleanup) {
  const pool = new Pool(baseUrl, { connections: 64 })
  cleanup.add(() => pool.close())
  return compareDraining(bench, count, () => drainBare(bench, pool, `${baseUrl}/api/v1/application/cart/delivery`))
}

/**
 * The same over a job queue, one job at a time and worker, whose task makes the two UPDATEs. Neither side makes a call.
 *
 * @param {BenchLedger} bench @param {import("./job-queues.mjs").OpenQueue} openQueue @param {number} count
 */
async function overQueue(bench, openQueue, count) {
  const queue = await openQueue(bench, AT_ONCE)
  try {
    return await compareDraining(bench, count, async () => {
      await queue.fill(await tasksOf(bench))
      const started = performance.now()
      await queue.drain()
      return performance.now() - started
    })
  } finally {
    await queue.end()
  }
}

/** @param {BenchLedger} bench @param {number} count @param {() => Promise<number>} other its time (ms) */
async function compareDraining(bench, count, other) {
  const timed = (/** @type {() => Promise<number>} */ way) => async () => {
    await fillOwed(bench.knex, count)
    const ms = await way()
    await allDelivered(bench, count)
    return ms
  }
  return 1 / (await compare({ ...ROUNDS, ours: timed(() => drain(bench)), theirs: timed(other) }))
}

/** @param {BenchLedger} bench @returns {BenchLedger} the same with a service that has answered already */
function withoutService(bench) {
  bench.ledger.service.confirmDelivery = async () => {}
  return bench
}

/** @param {BenchLedger} bench @returns {Promise<number>} ms until the last call was made and written down */
async function drain({ ledger, runOwed }) {
  const { looks } = ledger.store
  const { take } = looks
  // The cost of looks is measured below: the bare statements look at nothing.
  looks.take = async () => []
  const started = performance.now()
  await runOwed(ledger, withoutMedusa())
  const ms = performance.now() - started
  looks.take = take
  return ms
}

/** @param {BenchLedger} bench @param {Pool} pool @param {string} url @returns {Promise<number>} ms */
async function drainBare(bench, pool, url) {
  const { knex } = bench
  const rows = await tasksOf(bench)
  const authorization = `Basic ${Buffer.from("bench:bench-password").toString("base64")}`
  const headers = { authorization, accept: "application/json", "content-type": "application/json" }
  const started = performance.now()
  const waiting = rows.values()
  const work = async () => {
    for (const { id, lease_id, application_id, detail } of waiting) {
      const day = detail.delivery_date
      await knex.raw("update lease_task set sent = true, updated_at = ? where id = ?", [new Date(), id])
      const sent = JSON.stringify({ applicationId: application_id, deliveryDate: day })
      const { body } = await request(url, { dispatcher: pool, method: "POST", headers, body: sent })
      JSON.parse(await body.text())
      const now = new Date()
      await knex.raw(
        `update lease set status = 'delivered', status_at = ?, delivery_date = ?, delivered_at = ?, look_at = ?, updated_at = ? where id = ?`,
        [now, day, now, now, now, lease_id],
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return performance.now() - started
}

/**
 * @typedef {{ id: string, lease_id: string, application_id: string, detail: { delivery_date: string } }} DueTask
 *
 * @param {BenchLedger} bench @returns {Promise<DueTask[]>}
 */
async function tasksOf({ knex }) {
  const { rows } = await knex.raw(
    "select task.id, lease_id, application_id, detail from lease_task task join lease on lease.id = lease_id",
  )
  return rows
}

/** @param {BenchLedger} bench @param {number} count */
async function allDelivered({ knex }, count) {
  const { rows } = await knex.raw("select count(*)::int from lease where status = 'delivered'")
  if (rows[0].count !== count) throw new Error(`Of ${count} owed calls ${rows[0].count} were made.`)
}

/** A Medusa without any facts: these leases' calls need none. */
export function withoutMedusa() {
  const medusa = { factsOf: async () => new Map() }
  return /** @type {import("../../src/modules/lease/outbox/medusa-side.js").MedusaSide} */ (
    /** @type {unknown} */ (medusa)
  )
}
