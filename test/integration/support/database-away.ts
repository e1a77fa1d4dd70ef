import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { withConnection } from "../../../demo/database-server.mjs"
import { eventually } from "./eventually"
import type { LeaseStore } from "./lease-store"

/** No machine that runs tests listens on this port. */
const CLOSED_PORT = "9"
/** Medusa's pool waits a minute for a connection, and no test does (ms). */
const POOL_WAITS_MS = 300

const CUT_WAITING = "select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'lease'::regclass"

type Client = { connectionSettings: { connectionString: string }; pool: { acquireTimeoutMillis: number } }

/** The database of a store, as a failover leaves it. */
export class FailingDatabase {
  constructor(private readonly store: LeaseStore) {}

  /** Cuts every connection, and has new ones refused until `work` has ended. */
  async whileAway<T>(work: () => Promise<T>): Promise<T> {
    const { connectionSettings, pool } = this.client
    const { connectionString } = connectionSettings
    const { acquireTimeoutMillis } = pool
    const away = new URL(connectionString)
    away.port = CLOSED_PORT
    connectionSettings.connectionString = away.href
    pool.acquireTimeoutMillis = POOL_WAITS_MS
    try {
      await cut(connectionString)
      return await work()
    } finally {
      connectionSettings.connectionString = connectionString
      pool.acquireTimeoutMillis = acquireTimeoutMillis
    }
  }

  /** Cuts each connection that waits for a lease, until `work` has ended, and then every other. Answers what `work` answers. */
  async cutDuring<T>(work: () => Promise<T>): Promise<T> {
    const { connectionString } = this.client.connectionSettings
    return withConnection(connectionString, async (holder) => {
      await holder.query("begin")
      await holder.query("lock table lease in access exclusive mode")
      let ended = false
      let times = 0
      const working = work().finally(() => {
        ended = true
      })
      // Other work of the store may wait for a lease as well, and before this one.
      await eventually(
        async () => {
          times += (await holder.query(CUT_WAITING)).rowCount ?? 0
          return ended
        },
        (over) => over,
      )
      if (times === 0) throw new Error("no lease was requested")
      await cut(connectionString)
      return working
    })
  }

  private get client(): Client {
    return this.store.container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION).client
  }
}

function cut(connectionString: string): Promise<void> {
  return withConnection(connectionString, async (client) => {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  })
}
