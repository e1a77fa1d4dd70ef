import { Modules } from "@medusajs/framework/utils"
import { withLock } from "../../src/medusa/lock"
import { storeRules } from "./support/lease-store"

/** Medusa's own locks in PostgreSQL, if a store uses them. */
export const postgresLocks = storeRules("locks kept in PostgreSQL", (store) => {
  it("the plugin and Medusa's completion wait for each other's lock", async () => {
    const shopper = await store.filled()
    await shopper.readyToOrder()
    const payments = store.container.resolve(Modules.PAYMENT)
    const authorize = payments.authorizePaymentSession.bind(payments)
    let waiting: Promise<unknown> | undefined
    let free = false
    const asked = jest.spyOn(payments, "authorizePaymentSession").mockImplementationOnce(async (...args) => {
      waiting = withLock(store.container, shopper.cartId, async () => {
        free = true
        return (await store.sql("select order_id from order_cart")).length
      })
      const locking = store.container.resolve(Modules.LOCKING)
      const taken = locking.acquire([shopper.cartId], { ownerId: "lease-to-own" })
      await expect(taken).rejects.toThrow("Failed to acquire")
      const locks = await store.sql("select id from locking")
      expect({ free, locks }).toEqual({ free: false, locks: [{ id: shopper.cartId }] })
      return authorize(...args)
    })
    await store.order(shopper)
    expect(await waiting).toBe(1)
    asked.mockRestore()
  })
})
