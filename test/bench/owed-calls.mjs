import { Pool, request } from "undici"
import { BenchLedgers } from "./bench-ledger.mjs"
import { BenchProcess } from "./bench-process.mjs"
import { fillLeases, fillOwed, oweDelivery } from "./fill-leases.mjs"
import { compare } from "./ratio.mjs"

const SIZES = { calls: 10_000, few: 1000, many: 1_000_000 }
/** The size of the delivery lane. */
const AT_ONCE = 8
const DRAINING = { rounds: 3, warmUp: 1 }
const FINDING = { rounds: 15, warmUp: 3, turns: 5 }
const LISTING = { rounds: 15, warmUp: 3, turns: 5 }
const PAGE = { limit: 20 }

/**
 * Owed calls and the list of leases: how fast many calls are made, and how much a search for one lease or for a page costs among a million.
 *
 * @typedef {import("./bench-ledger.mjs").BenchLedger} BenchLedger
 *
 * @param {string} root
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @param {(line: string) => void} say
 * @param {typeof SIZES} [sizes]
 * @returns {Promise<Record<keyof typeof import("./measures.mjs").MEASURES.owed, number>>}
 */
export async function benchOwedCalls(root, cleanup, say, sizes = SIZES) {
  const server = new BenchProcess("answering-server.mjs")
  cleanup.add(() => server.end())
  server.tell("{}")
  const baseUrl = `http://127.0.0.1:${await server.hear()}`
  const ledgers = new BenchLedgers(root, baseUrl, cleanup)
  say(`Making ${sizes.calls} owed calls …`)
  const draining = await compareDraining(await ledgers.open(), baseUrl, sizes.calls, cleanup)
  say(`Filling a ledger with ${sizes.many} leases …`)
  const [few, many] = [await ledgers.open(), await ledgers.open()]
  await fillLeases(few.knex, sizes.few)
  await fillLeases(many.knex, sizes.many)
  say("Looking for one owed call, and for pages of the list …")
  const finding = await compare({ ...FINDING, ours: () => findOne(many), theirs: () => findOne(few) })
  const listing = (/** @type {import("../../src/modules/lease/tables/lease-list.js").LeaseFilters} */ filters) =>
    compare({ ...LISTING, ours: () => listPage(many, filters), theirs: () => listPage(few, filters) })
  return {
    draining,
    finding,
    page: await listing({}),
    search: await listing({ search: "shopper500@" }),
    filter: await listing({ tab: "needs_attention" }),
  }
}

/**
 * Calls in a second, the job's own run over the least that could make the same calls and know afterward what it did: an UPDATE of the task
 * before the call, and one of the lease after it. Same tables, same driver, same service.
 *
 * @param {BenchLedger} bench @param {string} baseUrl @param {number} count @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 */
async function compareDraining(bench, baseUrl, count, cleanup) {
  const pool = new Pool(baseUrl, { connections: 64 })
  cleanup.add(() => pool.close())
  const theirs = async () => {
    await fillOwed(bench.knex, count)
    const ms = await drainBare(bench, pool, `${baseUrl}/api/v1/application/cart/delivery`)
    await allDelivered(bench, count)
    return ms
  }
  const ours = async () => {
    await fillOwed(bench.knex, count)
    const ms = await drain(bench)
    await allDelivered(bench, count)
    return ms
  }
  return 1 / (await compare({ ...DRAINING, ours, theirs }))
}

/** @param {BenchLedger} bench @returns {Promise<number>} ms until the last call was made and written down */
async function drain({ ledger, runOwed }) {
  const { store } = ledger
  const { takeToLookAt } = store
  // The cost of looks is measured below: the bare statements look at nothing.
  store.takeToLookAt = async () => []
  const started = performance.now()
  await runOwed(ledger, withoutMedusa())
  const ms = performance.now() - started
  store.takeToLookAt = takeToLookAt
  return ms
}

/** @param {BenchLedger} bench @param {Pool} pool @param {string} url @returns {Promise<number>} ms */
async function drainBare({ knex }, pool, url) {
  /** @type {{ rows: { id: string, lease_id: string, application_id: string, detail: { delivery_date: string } }[] }} */
  const { rows } = await knex.raw(
    "select task.id, lease_id, application_id, detail from lease_task task join lease on lease.id = lease_id",
  )
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

/** @param {BenchLedger} bench @param {number} count */
async function allDelivered({ knex }, count) {
  const { rows } = await knex.raw("select count(*)::int from lease where status = 'delivered'")
  if (rows[0].count !== count) throw new Error(`Of ${count} owed calls ${rows[0].count} were made.`)
}

/** One run of the job that finds one call due, makes it, and looks at its lease again. @param {BenchLedger} bench @returns {Promise<number>} ms */
async function findOne({ knex, ledger, runOwed }) {
  const { rows } = await knex.raw("select substr(id, 7)::int as n from lease where status = 'placed' limit 1")
  await oweDelivery(knex, `(values (${rows[0].n})) as one (n)`)
  const started = performance.now()
  const { made } = await runOwed(ledger, withoutMedusa())
  const ms = performance.now() - started
  if (made !== 1) throw new Error(`${made} calls were made instead of one.`)
  return ms
}

/** @param {BenchLedger} bench @param {import("../../src/modules/lease/tables/lease-list.js").LeaseFilters} filters @returns {Promise<number>} ms */
async function listPage({ list }, filters) {
  const started = performance.now()
  const { leases } = await list.page(filters, PAGE)
  const ms = performance.now() - started
  if (!leases.length) throw new Error("The page is empty.")
  return ms
}

/** A Medusa without any facts: these leases' calls need none. */
function withoutMedusa() {
  const medusa = { factsOf: async () => new Map() }
  return /** @type {import("../../src/modules/lease/outbox/medusa-side.js").MedusaSide} */ (
    /** @type {unknown} */ (medusa)
  )
}
