import { Logger, makeWorkerUtils, runOnce } from "graphile-worker"
import PgBoss from "pg-boss"

/**
 * Job queues that do the same for an owed call: find it, keep it from others, make the two UPDATEs that the bare calls make, and write down that
 * it is done. One job at a time and worker, as each call must be known to have been made or not.
 *
 * @typedef {import("./draining.mjs").DueTask} DueTask
 * @typedef {{ fill(tasks: DueTask[]): Promise<void>, drain(): Promise<void>, end(): Promise<void> }} Queue
 * @typedef {(bench: import("./bench-ledger.mjs").BenchLedger, atOnce: number) => Promise<Queue>} OpenQueue
 */

const QUEUE = "owed-calls"
const SENT = "update lease_task set sent = true, updated_at = now() where id = $1"
const DELIVERED = `update lease set status = 'delivered', status_at = now(), delivery_date = $2, delivered_at = now(), look_at = now(),
  updated_at = now() where id = $1`

/** @type {OpenQueue} */
export async function graphileWorker({ clientUrl, knex }, atOnce) {
  const logger = new Logger(() => () => {})
  const utils = await makeWorkerUtils({ connectionString: clientUrl, logger })
  await utils.migrate()
  /** @type {import("graphile-worker").Task} */
  const task = async (payload, { withPgClient }) => {
    const { id, lease_id, detail } = /** @type {DueTask} */ (payload)
    await withPgClient((client) => client.query(SENT, [id]))
    await withPgClient((client) => client.query(DELIVERED, [lease_id, detail.delivery_date]))
  }
  return {
    fill: async (tasks) => {
      await utils.addJobs(tasks.map((payload) => ({ identifier: QUEUE, payload })))
      await knex.raw("vacuum analyze graphile_worker._private_jobs")
    },
    drain: () => runOnce({ connectionString: clientUrl, concurrency: atOnce, taskList: { [QUEUE]: task }, logger }),
    end: async () => utils.release(),
  }
}

/** @type {OpenQueue} */
export async function pgBoss({ clientUrl, knex }, atOnce) {
  const boss = new PgBoss({ connectionString: clientUrl, supervise: false, schedule: false })
  boss.on("error", console.error)
  await boss.start()
  await boss.createQueue(QUEUE)
  const database = boss.getDb()
  const work = async () => {
    for (;;) {
      /** @type {import("pg-boss").Job<DueTask>[]} */
      const [job] = await boss.fetch(QUEUE, { batchSize: 1 })
      if (!job) return
      const { id, lease_id, detail } = job.data
      await database.executeSql(SENT, [id])
      await database.executeSql(DELIVERED, [lease_id, detail.delivery_date])
      await boss.complete(QUEUE, job.id)
    }
  }
  return {
    fill: async (tasks) => {
      await boss.insert(tasks.map((data) => ({ name: QUEUE, data })))
      await knex.raw("vacuum analyze pgboss.job")
    },
    drain: async () => void (await Promise.all(Array.from({ length: atOnce }, work))),
    end: () => boss.stop({ graceful: false }),
  }
}
