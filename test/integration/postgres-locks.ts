import { Modules } from "@medusajs/framework/utils"
import { withLock } from "../../src/medusa/lock"
import { eventually } from "./support/eventually"
import { idleTransactions } from "./support/idle-transactions"
import { CANCEL, LeaseDesk } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"

/** Medusa's own locks in PostgreSQL, where a store has chosen them. */
export const postgresLocks = storeRules("locks kept in PostgreSQL", (store) => {
  const desk = new LeaseDesk(store)
  const locking = () => store.container.resolve(Modules.LOCKING)
  const locks = async () => (await store.sql("select id from locking")).map(({ id }) => id)

  async function signed() {
    const shopper = await store.filled()
    await shopper.readyToOrder()
    return shopper
  }

  it("a lock in PostgreSQL holds the cart during a cancellation, without an open transaction", async () => {
    const shopper = await signed()
    const lease = await store.ledger.leftOfCart(shopper.cartId)
    store.sandbox.fault({ route: CANCEL, fault: "slow" })
    const press = store.admin.post(`/admin/lease-to-own/leases/${lease?.id}/actions/cancel_contract`)
    await eventually(
      async () => desk.count(CANCEL),
      (asked) => asked > 0,
    )
    expect(await idleTransactions(store.sql)).toEqual([])
    expect(await locks()).toEqual([shopper.cartId])
    expect((await press).body).toMatchObject({ result: "done" })
    expect(await locks()).toEqual([])
  })

  it("the plugin and Medusa's completion wait for each other's lock", async () => {
    const shopper = await signed()
    const payments = store.container.resolve(Modules.PAYMENT)
    const authorize = payments.authorizePaymentSession.bind(payments)
    let waiting: Promise<unknown> | undefined
    let free = false
    const asked = jest.spyOn(payments, "authorizePaymentSession").mockImplementationOnce(async (...args) => {
      waiting = withLock(store.container, shopper.cartId, async () => {
        free = true
        return (await store.sql("select order_id from order_cart")).length
      })
      const taken = locking().acquire([shopper.cartId], { ownerId: "lease-to-own" })
      await expect(taken).rejects.toThrow("Failed to acquire")
      expect({ free, held: await locks() }).toEqual({ free: false, held: [shopper.cartId] })
      return authorize(...args)
    })
    await store.order(shopper)
    expect(await waiting).toBe(1)
    asked.mockRestore()
  })

  it("the lock of a dead completion lasts until its row is deleted, as the setup checklist says", async () => {
    const shopper = await signed()
    const key = [shopper.cartId]
    await locking().acquire(key, { expire: 120 })
    await store.sql("update locking set expiration = expiration - interval '1 hour'")
    await expect(locking().acquire(key, { expire: 120 })).rejects.toThrow("Failed to acquire lock")
    await store.sql("delete from locking where expiration < now()")
    await store.order(shopper)
  })
})
