import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { historyOf } from "../support/history"
import { type LeaseRecord } from "../support/ledger"
import { storeRules } from "./support/lease-store"

let failBehindCancel = false
// The hook is there, but missing from the workflow's type.
const { orderCanceled } = cancelOrderWorkflow.hooks as unknown as { orderCanceled(handler: () => void): void }
orderCanceled(() => {
  if (failBehindCancel) throw new Error("a step of the store's own fails")
})

/** The effect of Medusa's cancel on the lease, and the provider's answers at the wrong time. Refunds: `refunds.spec.ts`. */
export const afterOrder = storeRules("after the order", (store) => {
  const placed = () => store.ordered()
  const leaseOf = (orderId: string) => store.ledger.ofOrder(orderId) as Promise<LeaseRecord>
  const deletes = () => store.calls().filter((call) => call === "DELETE /application/contract")
  const orderStatus = async (id: string) => (await store.merchant.order(id)).status
  /** The amount left in Medusa's books of an order that was paid. */
  async function held(orderId: string) {
    const [row] = await store.sql("select sum(amount) as sum from order_transaction where order_id = ?", [orderId])
    return Number(row?.sum)
  }

  describe("cancel order, nothing shipped", () => {
    it("leaves the order open and says why when the service refuses", async () => {
      const { order } = await placed()
      store.sandbox.fault({ route: "DELETE /application/contract", fault: "409" })
      expect(await store.merchant.cancel(order.id)).toMatchObject({
        status: 400,
        body: {
          type: "not_allowed",
          code: "cancel_refused",
          message: expect.stringContaining("The order was not canceled"),
        },
      })
      expect(await orderStatus(order.id)).toBe("pending")
      expect((await leaseOf(order.id)).status).toBe("placed")
    })

    it("keeps an unclear answer as such, reads back at the next try, and never cancels twice", async () => {
      const { order } = await placed()
      store.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-after" })
      expect(await store.merchant.cancel(order.id)).toMatchObject({
        status: 500,
        body: { code: "result_unknown" },
      })
      expect((await leaseOf(order.id)).status).toBe("cancelling")
      expect(await orderStatus(order.id)).toBe("pending")

      expect((await store.merchant.cancel(order.id)).status).toBe(200)
      expect(deletes()).toHaveLength(1)
      expect((await leaseOf(order.id)).status).toBe("cancelled")
    })

    it("sends again what surely had no effect", async () => {
      const { order } = await placed()
      store.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-before" })
      await store.merchant.cancel(order.id)
      expect((await store.merchant.cancel(order.id)).status).toBe(200)
      expect((await leaseOf(order.id)).status).toBe("cancelled")
    })

    it("cancels the contract once when clicked many times at once", async () => {
      const { order } = await placed()
      await Promise.all([1, 2, 3].map(() => store.merchant.cancel(order.id)))
      expect(deletes()).toHaveLength(1)
      expect((await leaseOf(order.id)).status).toBe("cancelled")
    })

    it("lets Medusa refuse a completed order, and asks the service nothing", async () => {
      const { order } = await placed()
      expect((await store.admin.post(`/admin/orders/${order.id}/complete`)).status).toBe(200)
      expect((await store.merchant.cancel(order.id)).status).toBe(400)
      expect(deletes()).toEqual([])
      expect((await leaseOf(order.id)).status).toBe("placed")
    })

    it("never cancels another order's lease", async () => {
      const { order } = await placed()
      // A second completion without a shared lock leaves an order behind that is not the lease's own.
      await store.sql("update lease set order_id = 'order_first'")
      expect(await store.merchant.cancel(order.id)).toMatchObject({
        status: 400,
        body: { code: "cancel_second_order" },
      })
      expect(deletes()).toEqual([])
      expect(await orderStatus(order.id)).toBe("pending")
    })

    it("whose lease is over at the service makes no call, and corrects the books", async () => {
      const { order } = await placed()
      await store.sql("update lease set status = 'expired', order_id = null")
      expect((await store.merchant.cancel(order.id)).status).toBe(200)
      expect(deletes()).toEqual([])
      expect(await held(order.id)).toBe(0)
    })

    it("finds the lease of an order whose event was lost", async () => {
      const { order } = await placed()
      await store.sql("update lease set status = 'placing', order_id = null, placed_at = null")
      expect((await store.merchant.cancel(order.id)).status).toBe(200)
      expect(deletes()).toHaveLength(1)
    })

    it("leaves orders without a lease to Medusa", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.startPayment("pp_system_default")
      const { body } = await shopper.complete()
      expect((await store.merchant.cancel(body.order.id)).status).toBe(200)
      expect(store.calls()).toEqual([])
    })

    it("lets Medusa refuse an order that is shipped, and asks the service nothing", async () => {
      const { order } = await placed()
      await store.merchant.send(order.id)
      expect((await store.merchant.cancel(order.id)).status).toBe(400)
      expect(deletes()).toEqual([])
      expect((await leaseOf(order.id)).status).toBe("placed")
    })

    it("lets Medusa refuse an order that is packed, and cancels it once its fulfillment is canceled", async () => {
      const { order } = await placed()
      const parcel = await store.merchant.packed(order.id)
      expect((await store.merchant.cancel(order.id)).status).toBe(400)
      expect(deletes()).toEqual([])
      expect((await leaseOf(order.id)).status).toBe("placed")
      await store.merchant.cancelParcel(order.id, parcel)
      expect((await store.merchant.cancel(order.id)).status).toBe(200)
      expect(deletes()).toHaveLength(1)
    })
  })

  describe("cancel order, cut off between the contract and Medusa's own part", () => {
    const jobLater = async () => {
      await store.pass("2 minutes")
      await store.runJob()
    }

    it("is brought to its end by the job when Medusa's part failed", async () => {
      const { order } = await placed()
      failBehindCancel = true
      const answer = await store.merchant.cancel(order.id)
      failBehindCancel = false
      expect(answer.status).toBe(500)
      expect(await orderStatus(order.id)).toBe("pending")
      expect((await leaseOf(order.id)).status).toBe("cancelled")

      await jobLater()
      expect(await orderStatus(order.id)).toBe("canceled")
      expect(deletes()).toHaveLength(1)
      expect(await store.sql("select id from refund where deleted_at is null")).toHaveLength(1)
    })

    it("is brought to its end by the job when the process died", async () => {
      const { order } = await placed()
      const actor = { by: "merchant", id: "user_1" } as const
      await store.ledger.cancelContract(await leaseOf(order.id), actor, { cancel_order: true })
      await jobLater()
      expect(await orderStatus(order.id)).toBe("canceled")
      expect(await held(order.id)).toBe(0)
    })

    it("is brought to its end by the job when the service's answer was lost", async () => {
      const { order } = await placed()
      store.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-after" })
      expect((await store.merchant.cancel(order.id)).body.code).toBe("result_unknown")
      await jobLater()
      expect((await leaseOf(order.id)).status).toBe("cancelled")
      await jobLater()
      expect(await orderStatus(order.id)).toBe("canceled")
      expect(deletes()).toHaveLength(1)
      expect(await held(order.id)).toBe(0)
    })

    it("names the dashboard user in the history, and does nothing a second time when Medusa's part went through", async () => {
      const { order } = await placed()
      expect((await store.merchant.cancel(order.id)).status).toBe(200)
      const history = await historyOf(store.ledger, (await leaseOf(order.id)).id)
      expect(history.find(({ type }) => type === "cancel_asked")).toMatchObject({
        actor: "merchant",
        actor_id: expect.stringMatching(/^user_/),
      })
      await jobLater()
      expect(deletes()).toHaveLength(1)
      expect(await held(order.id)).toBe(0)
      expect(await store.sql("select id from refund where deleted_at is null")).toHaveLength(1)
      expect((await leaseOf(order.id)).attention).toEqual([])
    })

    it("leaves the order open when the lease alone was canceled", async () => {
      const { order } = await placed()
      const actor = { by: "merchant", id: "user_1" } as const
      await store.ledger.cancelContract(await leaseOf(order.id), actor, { cause: "by_hand" })
      await store.pass("3 minutes")
      await store.runJob()
      expect(await orderStatus(order.id)).toBe("pending")
      expect((await leaseOf(order.id)).attention.map(({ code }) => code)).toEqual(["money_differs"])
    })

    it("ships an order whose lease was canceled once another method has paid it, and not before", async () => {
      const { order } = await placed()
      const actor = { by: "merchant", id: "user_1" } as const
      await store.ledger.cancelContract(await leaseOf(order.id), actor, { cause: "by_hand" })
      expect(await store.merchant.pack(order.id)).toMatchObject({ status: 400, body: { code: "ship_over" } })
      expect((await store.merchant.refund(order.id)).status).toBe(200)
      const money = { currency_code: "usd", amount: 491.46 }
      const payments = store.container.resolve(Modules.PAYMENT)
      const collection = await payments.createPaymentCollections(money)
      await store.container.resolve(ContainerRegistrationKeys.LINK).create({
        [Modules.ORDER]: { order_id: order.id },
        [Modules.PAYMENT]: { payment_collection_id: collection.id },
      })
      const session = { ...money, provider_id: "pp_system_default", data: {} }
      await payments.authorizePaymentSession((await payments.createPaymentSession(collection.id, session)).id, {})
      expect((await store.merchant.pack(order.id)).status).toBe(200)
    })
  })

  describe("the provider, asked by code at the wrong time", () => {
    async function provider() {
      const payments = store.container.resolve(Modules.PAYMENT)
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.readyToOrder()
      const [session] = await payments.listPaymentSessions({})
      await payments.authorizePaymentSession(session?.id ?? "", {})
      const [payment] = await payments.listPayments({})
      return { payments, paymentId: payment?.id ?? "" }
    }

    it("does not cancel a signed contract on cancelPayment before the order is placed", async () => {
      const { payments, paymentId } = await provider()
      await expect(payments.cancelPayment(paymentId)).rejects.toThrow("cancel its order or refund it in full")
      expect(deletes()).toEqual([])
    })

    it("captures nothing before the order is placed", async () => {
      const { payments, paymentId } = await provider()
      await expect(payments.capturePayment({ payment_id: paymentId })).rejects.toThrow("not placed yet")
    })

    it("refunds nothing before the order is placed", async () => {
      const { payments, paymentId } = await provider()
      await store.sql(
        `insert into capture (id, amount, raw_amount, payment_id, created_at) select 'capt_x', amount, raw_amount, id, now() from payment`,
      )
      await expect(payments.refundPayment({ payment_id: paymentId })).rejects.toThrow("no placed order yet")
      expect(deletes()).toEqual([])
    })
  })

  it("answers webhooks with nothing: the service has none", async () => {
    const payload = { data: { status: "captured" }, rawData: "", headers: {} }
    const answer = await store.container
      .resolve(Modules.PAYMENT)
      .getWebhookActionAndData({ provider: "lease-to-own", payload })
    expect(answer.action).toBe("not_supported")
  })
})
