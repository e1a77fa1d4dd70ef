import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { withConnection } from "../../../demo/database-server.mjs"
import { eventually } from "./eventually"
import type { LeaseStore } from "./lease-store"

const CUT_WAITING = "select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'lease'::regclass"
const CUT_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

type Client = { connectionSettings: { connectionString: string } }

/** Cuts each connection that waits for a lease, until `work` has ended, and then every other, as a failover does. Answers what `work` answers. */
export async function cutDuring<T>({ container }: LeaseStore, work: () => Promise<T>): Promise<T> {
  const { client } = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION) as unknown as { client: Client }
  const { connectionString } = client.connectionSettings
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
    await withConnection(connectionString, (client) => client.query(CUT_ALL))
    return working
  })
}
