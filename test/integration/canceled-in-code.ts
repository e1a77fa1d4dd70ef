import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { cancelLeaseOfOrder } from "../../src/medusa"
import { type LeaseRecord } from "../support/ledger"
import { eventually } from "./support/eventually"
import { storeRules } from "./support/lease-store"

const CANCEL = "DELETE /application/contract"

/** Orders that code cancels, past the route on which the contract is canceled first. */
export const canceledInCode = storeRules("orders canceled in code", (store) => {
  async function placed() {
    const { order } = await store.ordered()
    return { orderId: order.id, total: order.total }
  }
  const cancelInCode = (orderId: string) =>
    store.andWait("order.canceled", () => cancelOrderWorkflow(store.container).run({ input: { order_id: orderId } }))
  const leaseOf = async (orderId: string) => (await store.ledger.ofOrder(orderId)) as LeaseRecord
  const deletes = () => store.calls().filter((call) => call === CANCEL)
  const until = (orderId: string, wanted: LeaseRecord["status"]) =>
    eventually(
      () => leaseOf(orderId),
      ({ status }) => status === wanted,
    )
  /** Minutes later: the contract first, then, when Medusa has had its time, what its books still hold. */
  async function jobLater() {
    await store.pass("3 minutes")
    await store.runJob()
  }
  async function books(orderId: string) {
    const sum = async (table: string, where: string, id: string) => {
      const [row] = await store.sql(
        `select coalesce(sum(amount), 0) as sum from ${table} where ${where} and deleted_at is null`,
        [id],
      )
      return Number(row?.sum)
    }
    const { id } = await store.merchant.payment(orderId)
    return {
      transactions: await sum("order_transaction", "order_id = ?", orderId),
      captured: await sum("capture", "payment_id = ?", id),
      refunded: await sum("refund", "payment_id = ?", id),
    }
  }

  it("cancel the contract and give the money back once, with the service at hand", async () => {
    const { orderId, total } = await placed()
    await cancelInCode(orderId)
    expect((await until(orderId, "cancelled")).status).toBe("cancelled")
    await jobLater()
    await jobLater()
    expect(deletes()).toHaveLength(1)
    expect(await books(orderId)).toEqual({ transactions: 0, captured: total, refunded: total })
    expect((await leaseOf(orderId)).attention).toEqual([])
  })

  it.each(["503", "401", "drop-before"] as const)(
    "are found by the job when the service could not be asked (%s): contract, payment and books, each once",
    async (fault) => {
      const { orderId, total } = await placed()
      store.sandbox.fault({ route: CANCEL, fault, times: 2 })
      await cancelInCode(orderId)
      // Medusa has canceled the order all the same, and hides that nothing was refunded.
      expect((await store.merchant.order(orderId)).status).toBe("canceled")
      expect(await books(orderId)).toMatchObject({ refunded: 0 })
      await fetch(`${store.sandbox.controlUrl}/faults`, { method: "DELETE" })

      await jobLater()
      expect((await until(orderId, "cancelled")).status).toBe("cancelled")
      await jobLater()
      await jobLater()
      expect(store.sandbox.leases()).toMatchObject([{ state: "Approved" }])
      expect(await books(orderId)).toEqual({ transactions: 0, captured: total, refunded: total })
      expect((await leaseOf(orderId)).attention).toEqual([])
    },
  )

  it("are read back when the answer to the cancellation was lost, and not canceled twice", async () => {
    const { orderId, total } = await placed()
    store.sandbox.fault({ route: CANCEL, fault: "drop-after" })
    await cancelInCode(orderId)
    expect((await leaseOf(orderId)).status).toBe("cancelling")
    await jobLater()
    expect((await leaseOf(orderId)).status).toBe("cancelled")
    await jobLater()
    expect(deletes()).toHaveLength(1)
    expect(await books(orderId)).toEqual({ transactions: 0, captured: total, refunded: total })
  })

  it("are found without their event", async () => {
    const { orderId } = await placed()
    await store.container.resolve(Modules.ORDER).cancel(orderId)
    await store.look()
    expect((await leaseOf(orderId)).status).toBe("cancelled")
    expect(deletes()).toHaveLength(1)
  })

  it("after the contract, by a process that died in between, are found by their cart when they were not recorded", async () => {
    const { orderId, total } = await placed()
    const { id } = await leaseOf(orderId)
    await store.sql("update lease set status = 'signed', order_id = null, order_display_id = null, placed_at = null")
    await store.sql("delete from lease_task")
    await store.pass("10 minutes")
    const [ledger, query] = [store.ledger, store.container.resolve(ContainerRegistrationKeys.QUERY)]
    const lease = (await ledger.byId(id)) as LeaseRecord
    await cancelLeaseOfOrder({ ledger, query }, lease, { by: "merchant", id: "user_1" }, { cancel_order: true })
    expect((await store.merchant.order(orderId)).status).toBe("pending")

    await jobLater()
    await jobLater()
    expect((await store.merchant.order(orderId)).status).toBe("canceled")
    expect(await books(orderId)).toEqual({ transactions: 0, captured: total, refunded: total })
    expect(await ledger.byId(id)).toMatchObject({ status: "cancelled", attention: [] })
    expect(deletes()).toHaveLength(1)
  })

  it("are canceled once by many processes that look at once", async () => {
    const { orderId } = await placed()
    await store.container.resolve(Modules.ORDER).cancel(orderId)
    await store.sql("update lease set look_at = now()")
    await Promise.all([store.runJob(), store.runJob(), store.runJob()])
    expect((await until(orderId, "cancelled")).status).toBe("cancelled")
    expect(deletes()).toHaveLength(1)
  })

  it("whose contract the service does not let go are shown to a person, and the order stays canceled", async () => {
    const { orderId } = await placed()
    store.sandbox.fault({ route: CANCEL, fault: "409", times: 2 })
    await cancelInCode(orderId)
    await jobLater()
    const { status, attention } = await leaseOf(orderId)
    expect({ status, codes: attention.map(({ code }) => code) }).toEqual({ status: "placed", codes: ["cancel_failed"] })
    await jobLater()
    expect(deletes()).toHaveLength(2)
  })

  it("whose goods have left are shown to a person, and nothing is sent", async () => {
    const { orderId } = await placed()
    await store.merchant.send(orderId)
    await store.container.resolve(Modules.ORDER).cancel(orderId)
    await store.look()
    // A handler of the parcel's event may still be looking at the lease.
    const codes = async () => (await leaseOf(orderId)).attention.map(({ code }) => code)
    expect(await eventually(codes, ({ length }) => length > 0)).toContain("order_cancelled_lease_alive")
    expect(deletes()).toEqual([])
  })
})
