import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { withConnection } from "../../demo/database-server.mjs"
import { eventually } from "./support/eventually"
import type { Answer } from "./support/http"
import { LeaseDesk } from "./support/lease-desk"
import { type LeaseStore, storeRules } from "./support/lease-store"

const CUT_WAITING = "select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'lease'::regclass"
const CUT_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

type Client = { connectionSettings: { connectionString: string } }

/** Cuts each connection that waits for a lease, until `work` has ended, and then every other, as a failover does. Answers what `work` answers. */
async function cutDuring<T>({ container }: LeaseStore, work: () => Promise<T>): Promise<T> {
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

const IN_WORDS = { code: "store_unavailable", message: expect.stringContaining("Nothing is lost. Try again") }
/** Errors of our own routes, and of Medusa's, which have a form of their own. */
const OURS = { status: 503, body: { type: "unavailable", ...IN_WORDS } }
const CORES = { status: 500, body: { type: "unexpected_state", ...IN_WORDS } }
const DEAD = ["store_unavailable", "unknown_error"]

export const databaseAway = storeRules("a database that is gone for a moment", (store) => {
  const desk = new LeaseDesk(store)

  /** The connection is cut in the middle of a step, and the person is told so; then the same goes through. */
  async function twice(step: () => Promise<Answer>, told = OURS): Promise<void> {
    expect(await cutDuring(store, step)).toMatchObject(told)
    for (;;) {
      const again = await step()
      // The pool may hand out more connections that are dead; core, which asks first who it is, has no words for them.
      if (again.status >= 500 && DEAD.includes(again.body.code)) continue
      expect(again).toMatchObject({ status: 200 })
      return
    }
  }

  it("a shopper learns that the database is gone, and the offer works once it is back", async () => {
    const shopper = await store.filled()
    await shopper.apply()
    await twice(() => shopper.offer())
    expect(desk.count("POST /application/cart")).toBe(1)
  })

  it("staff learn that the database is gone, and their action takes effect once afterward", async () => {
    const orderId = await desk.placed()
    await twice(() => store.admin.get(`/admin/lease-to-own/orders/${orderId}`))
    await twice(() => store.merchant.cancel(orderId), CORES)
    expect(desk.count("DELETE /application/contract")).toBe(1)
  })
})
