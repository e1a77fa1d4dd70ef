import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { CANCEL, LeaseDesk } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"

/** Orders that code cancels, past the route on which the contract is canceled first. */
export const canceledInCode = storeRules("orders canceled in code", (store) => {
  const desk = new LeaseDesk(store)
  const cancelInCode = (orderId: string) =>
    store.andWait("order.canceled", () => cancelOrderWorkflow(store.container).run({ input: { order_id: orderId } }))
  /** Minutes later: the contract first, then, when Medusa has had its time, what its books still hold. */
  async function jobLater() {
    await store.pass("3 minutes")
    await store.runJob()
  }
  async function books(orderId: string) {
    const sum = async (table: string, column: string, id: string) => {
      const [row] = await store.sql(
        `select coalesce(sum(amount), 0) as sum from ${table} where ${column} = ? and deleted_at is null`,
        [id],
      )
      return Number(row?.sum)
    }
    const { id } = await store.merchant.payment(orderId)
    return {
      transactions: await sum("order_transaction", "order_id", orderId),
      captured: await sum("capture", "payment_id", id),
      refunded: await sum("refund", "payment_id", id),
    }
  }

  it.each([
    ["with the service at hand", undefined, 1],
    ["found by the job when the service could not be asked", "503", 2],
  ] as const)("cancel the contract and give the money back once, %s", async (_, fault, calls) => {
    const { order } = await store.ordered()
    if (fault) store.sandbox.fault({ route: CANCEL, fault })
    await cancelInCode(order.id)
    // Medusa has canceled the order all the same, and hides that nothing was refunded.
    expect((await store.merchant.order(order.id)).status).toBe("canceled")
    if (fault) expect(await books(order.id)).toMatchObject({ refunded: 0 })
    for (const _minutes of [3, 6, 9]) await jobLater()
    expect(await desk.lease(order.id)).toMatchObject({ status: "cancelled", attention: [] })
    expect(desk.count(CANCEL)).toBe(calls)
    expect(store.sandbox.leases()).toMatchObject([{ state: "Approved" }])
    expect(await books(order.id)).toEqual({ transactions: 0, captured: order.total, refunded: order.total })
  })

  it("are found without their event, and shown to a person where goods have left: nothing is sent then", async () => {
    const [orderId, shipped] = [await desk.placed(), await desk.placed()]
    await store.merchant.send(shipped)
    for (const id of [orderId, shipped]) await store.container.resolve(Modules.ORDER).cancel(id)
    await store.look()
    expect((await desk.lease(orderId)).status).toBe("cancelled")
    // A handler of the parcel's event may still be looking at the lease.
    const card = await desk.cardWhen(shipped, ({ attention }) => attention.length > 0)
    expect(card.attention).toMatchObject([{ code: "order_cancelled_lease_alive" }])
    expect(desk.count(CANCEL)).toBe(1)
  })
})
