import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { books } from "./support/books"
import { CANCEL, LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"

let failBehindCancel = false
// The hook exists, but is missing from the workflow's type.
const { orderCanceled } = cancelOrderWorkflow.hooks as unknown as { orderCanceled(handler: () => void): void }
orderCanceled(() => {
  if (failBehindCancel) throw new Error("a step of the store's own fails")
})

/** The effect of Medusa's cancellation on the lease, and calls to the provider at the wrong time. */
export const afterOrder = storeRules("canceling an order", (store) => {
  const dashboard = new LeaseDashboard(store)
  const orderStatus = async (id: string) => (await store.merchant.order(id)).status
  const leaseStatus = async (orderId: string) => (await dashboard.lease(orderId)).status

  it("the order stays open, with the reason, when the service refuses the cancellation", async () => {
    const orderId = await dashboard.placed()
    store.sandbox.fault({ route: CANCEL, fault: "409" })
    const message = expect.stringContaining("The order was not canceled")
    expect(await store.merchant.cancel(orderId)).toMatchObject({
      status: 400,
      body: { type: "not_allowed", code: "cancel_refused", message },
    })
    expect([await orderStatus(orderId), await leaseStatus(orderId)]).toEqual(["pending", "placed"])
  })

  it("Medusa refuses to cancel a completed or packed order without a call, and allows it once the fulfillment is canceled", async () => {
    const [completed, orderId] = [await dashboard.placed(), await dashboard.placed()]
    await store.admin.post(`/admin/orders/${completed}/complete`)
    const parcel = await store.merchant.packed(orderId)
    for (const id of [completed, orderId]) expect((await store.merchant.cancel(id)).status).toBe(400)
    expect(dashboard.count(CANCEL)).toBe(0)
    await store.merchant.cancelParcel(orderId, parcel)
    expect((await store.merchant.cancel(orderId)).status).toBe(200)
    expect(dashboard.count(CANCEL)).toBe(1)
  })

  it("canceling an order never cancels another order's lease", async () => {
    const orderId = await dashboard.placed()
    // A second completion without a shared lock leaves an order that isn't the lease's own.
    await store.sql("update lease set order_id = 'order_first'")
    const refusal = { status: 400, body: { code: "cancel_second_order" } }
    expect(await store.merchant.cancel(orderId)).toMatchObject(refusal)
    expect([dashboard.count(CANCEL), await orderStatus(orderId)]).toEqual([0, "pending"])
  })

  it.each([
    ["whose lease has ended at the service makes no call", "expired", 0],
    ["whose event was lost finds its lease", "placing", 1],
  ])("canceling an order %s, and corrects Medusa's books", async (_, status, calls) => {
    const orderId = await dashboard.placed()
    await store.sql("update lease set status = ?, order_id = null, placed_at = null", [status])
    expect((await store.merchant.cancel(orderId)).status).toBe(200)
    expect([dashboard.count(CANCEL), (await books(store, orderId)).held]).toEqual([calls, 0])
  })

  it("the job finishes a cancellation whose Medusa part failed after the contract's", async () => {
    const orderId = await dashboard.placed()
    failBehindCancel = true
    const answer = await store.merchant.cancel(orderId)
    failBehindCancel = false
    expect(answer.status).toBe(500)
    expect([await orderStatus(orderId), await leaseStatus(orderId)]).toEqual(["pending", "canceled"])
    await store.jobAfter("2 minutes")
    expect([await orderStatus(orderId), dashboard.count(CANCEL)]).toEqual(["canceled", 1])
    const { captured, refunded, held } = await books(store, orderId)
    expect({ refunded, held }).toEqual({ refunded: captured, held: 0 })
  })

  it("an order whose lease alone was canceled ships once another method has paid it, and not before", async () => {
    const orderId = await dashboard.placed()
    const lease = await dashboard.lease(orderId)
    await store.ledger.cancelContract(lease, { by: "merchant", id: "user_1" }, { cause: "by_hand" })
    await store.jobAfter("3 minutes")
    expect(await orderStatus(orderId)).toBe("pending")
    expect(await store.merchant.pack(orderId)).toMatchObject({ status: 400, body: { code: "ship_over" } })
    expect((await store.merchant.refund(orderId)).status).toBe(200)
    const money = { currency_code: "usd", amount: 491.46 }
    const payments = store.container.resolve(Modules.PAYMENT)
    const collection = await payments.createPaymentCollections(money)
    await store.container.resolve(ContainerRegistrationKeys.LINK).create({
      [Modules.ORDER]: { order_id: orderId },
      [Modules.PAYMENT]: { payment_collection_id: collection.id },
    })
    const session = { ...money, provider_id: "pp_system_default", data: {} }
    await payments.authorizePaymentSession((await payments.createPaymentSession(collection.id, session)).id, {})
    expect((await store.merchant.pack(orderId)).status).toBe(200)
  })

  it("the provider refuses to cancel, capture and refund before the order of a signed contract is placed", async () => {
    const payments = store.container.resolve(Modules.PAYMENT)
    const shopper = await store.filled()
    await shopper.readyToOrder()
    const [session] = await payments.listPaymentSessions({})
    await payments.authorizePaymentSession(session?.id ?? "", {})
    const [{ id: payment_id } = { id: "" }] = await payments.listPayments({})
    await expect(payments.cancelPayment(payment_id)).rejects.toThrow("cancel its order or refund it in full")
    await expect(payments.capturePayment({ payment_id })).rejects.toThrow("not placed yet")
    await store.sql(
      `insert into capture (id, amount, raw_amount, payment_id, created_at) select 'capt_x', amount, raw_amount, id, now() from payment`,
    )
    await expect(payments.refundPayment({ payment_id })).rejects.toThrow("no placed order yet")
    expect(dashboard.count(CANCEL)).toBe(0)
  })
})
