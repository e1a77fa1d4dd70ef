import { FailingDatabase } from "./support/database-away"
import { eventually } from "./support/eventually"
import type { Answer } from "./support/http"
import { LeaseDesk } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"

const IN_WORDS = { code: "store_unavailable", message: expect.stringContaining("Nothing is lost. Try again") }
/** Errors of our own routes, and of Medusa's, which have a form of their own. */
const OURS = { status: 503, body: { type: "unavailable", ...IN_WORDS } }
const CORES = { status: 500, body: { type: "unexpected_state", ...IN_WORDS } }
const DEAD = ["store_unavailable", "unknown_error"]

export const databaseAway = storeRules("a database that is gone for a moment", (store) => {
  const desk = new LeaseDesk(store)
  const database = new FailingDatabase(store)

  /** The connection is cut in the middle of a step, and the person is told so; then the same goes through. */
  async function twice(step: () => Promise<Answer>, told = OURS): Promise<Answer> {
    expect(await database.cutDuring(step)).toMatchObject(told)
    for (;;) {
      const again = await step()
      // The pool may hand out more connections that are dead; core, which asks first who it is, has no words for them.
      if (again.status >= 500 && DEAD.includes(again.body.code)) continue
      expect(again).toMatchObject({ status: 200 })
      return again
    }
  }

  it("is told to a shopper, whose offer and contract go through once it is back", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.apply()
    await twice(() => shopper.offer())
    await twice(() => shopper.contract())
    expect(desk.count("POST /application/cart")).toBe(1)
  })

  it("is told at the dashboard, and what was asked for is done once afterward", async () => {
    const orderId = await desk.placed()
    await twice(() => store.admin.get(`/admin/lease-to-own/orders/${orderId}`))
    await twice(() => store.merchant.cancel(orderId), CORES)
    expect(desk.count("DELETE /application/contract")).toBe(1)
    const list = () => store.admin.get("/admin/lease-to-own/leases")
    expect(await database.whileAway(list)).toMatchObject(OURS)
    // A connection that the pool began to make while it was away may still fail.
    expect((await eventually(list, ({ status }) => status === 200)).status).toBe(200)
  })
})
