import { Modules } from "@medusajs/framework/utils"
import type { LeaseRecord } from "../../src/modules/lease/records"
import { describeStore } from "./support/lease-store"

/** What Medusa's cancel, refund and capture mean for the lease, until delivery and returns are built. */
describeStore("after the order", (store) => {
  async function placed() {
    const shopper = store.shopper()
    const order = await store.andWait("order.placed", () => shopper.order())
    const { body } = await store.admin.get(`/admin/orders/${order.id}?fields=*items,*payment_collections.payments`)
    return { shopper, order, payment: body.order.payment_collections[0].payments[0], items: body.order.items }
  }
  async function ship(orderId: string, items: { id: string }[]) {
    const asked = items.map(({ id }) => ({ id, quantity: 1 }))
    const { body } = await store.admin.post(`/admin/orders/${orderId}/fulfillments`, { items: asked })
    const fulfillment = body.order.fulfillments?.[0] ?? (await fulfillmentOf(orderId))
    await store.admin.post(`/admin/orders/${orderId}/fulfillments/${fulfillment.id}/shipments`, { items: asked })
  }
  async function fulfillmentOf(orderId: string) {
    return (await store.admin.get(`/admin/orders/${orderId}?fields=*fulfillments`)).body.order.fulfillments[0]
  }
  const leaseOf = (orderId: string) => store.ledger.ofOrder(orderId) as Promise<LeaseRecord>
  const deletes = () => store.calls().filter((call) => call === "DELETE /application/contract")
  const orderStatus = async (id: string) =>
    (await store.admin.get(`/admin/orders/${id}?fields=status`)).body.order.status

  describe("cancel order, nothing shipped", () => {
    it("cancels the contract once, then the order and its payment", async () => {
      const { order } = await placed()
      expect((await store.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(200)
      expect(deletes()).toHaveLength(1)
      expect(await leaseOf(order.id)).toMatchObject({ status: "cancelled", cancelled_at: expect.any(Date) })
      expect(await orderStatus(order.id)).toBe("canceled")
      const sum = await store.sql("select sum(amount) as sum from order_transaction where order_id = ?", [order.id])
      expect(Number(sum[0]?.sum)).toBe(0)
    })

    it("names the dashboard user in the history", async () => {
      const { order } = await placed()
      await store.admin.post(`/admin/orders/${order.id}/cancel`)
      const asked = (await store.ledger.history((await leaseOf(order.id)).id)).find(
        ({ type }) => type === "cancel_asked",
      )
      expect(asked).toMatchObject({ actor: "merchant", actor_id: expect.stringMatching(/^user_/) })
    })

    it("leaves the order open and says why when the service refuses", async () => {
      const { order } = await placed()
      store.sandbox.fault({ route: "DELETE /application/contract", fault: "409" })
      expect(await store.admin.post(`/admin/orders/${order.id}/cancel`)).toMatchObject({
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
      expect(await store.admin.post(`/admin/orders/${order.id}/cancel`)).toMatchObject({
        status: 500,
        body: { code: "result_unknown" },
      })
      expect((await leaseOf(order.id)).status).toBe("cancelling")
      expect(await orderStatus(order.id)).toBe("pending")

      expect((await store.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(200)
      expect(deletes()).toHaveLength(1)
      expect((await leaseOf(order.id)).status).toBe("cancelled")
    })

    it("sends again what surely had no effect", async () => {
      const { order } = await placed()
      store.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-before" })
      await store.admin.post(`/admin/orders/${order.id}/cancel`)
      expect((await store.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(200)
      expect((await leaseOf(order.id)).status).toBe("cancelled")
    })

    it("cancels the contract once when clicked many times at once", async () => {
      const { order } = await placed()
      await Promise.all([1, 2, 3].map(() => store.admin.post(`/admin/orders/${order.id}/cancel`)))
      expect(deletes()).toHaveLength(1)
      expect((await leaseOf(order.id)).status).toBe("cancelled")
    })

    it("lets Medusa refuse a completed order, and asks the service nothing", async () => {
      const { order } = await placed()
      expect((await store.admin.post(`/admin/orders/${order.id}/complete`)).status).toBe(200)
      expect((await store.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(400)
      expect(deletes()).toEqual([])
      expect((await leaseOf(order.id)).status).toBe("placed")
    })

    it("never cancels another order's lease", async () => {
      const { order } = await placed()
      // What a second completion without a shared lock leaves behind: an order that is not the lease's own.
      await store.sql("update lease set order_id = 'order_first'")
      expect(await store.admin.post(`/admin/orders/${order.id}/cancel`)).toMatchObject({
        status: 400,
        body: { code: "cancel_second_order" },
      })
      expect(deletes()).toEqual([])
      expect(await orderStatus(order.id)).toBe("pending")
    })

    it("whose lease is over at the service asks nobody, and puts the books right", async () => {
      const { order } = await placed()
      await store.sql("update lease set status = 'expired', order_id = null")
      expect((await store.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(200)
      expect(deletes()).toEqual([])
      const sum = await store.sql("select sum(amount) as sum from order_transaction where order_id = ?", [order.id])
      expect(Number(sum[0]?.sum)).toBe(0)
    })

    it("finds the lease of an order whose event was lost", async () => {
      const { order } = await placed()
      await store.sql("update lease set status = 'placing', order_id = null, placed_at = null")
      expect((await store.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(200)
      expect(deletes()).toHaveLength(1)
    })

    it("leaves orders without a lease to Medusa", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.startPayment("pp_system_default")
      const { body } = await shopper.complete()
      expect((await store.admin.post(`/admin/orders/${body.order.id}/cancel`)).status).toBe(200)
      expect(store.calls()).toEqual([])
    })

    it("lets Medusa refuse a shipped order, and asks the service nothing", async () => {
      const { order, items } = await placed()
      await ship(order.id, items)
      expect((await store.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(400)
      expect(deletes()).toEqual([])
    })
  })

  describe("refund", () => {
    const refund = (paymentId: string, body: object) => store.admin.post(`/admin/payments/${paymentId}/refund`, body)
    const refunds = () => store.sql("select id from refund where deleted_at is null")

    it("of the whole sum with nothing shipped cancels the contract", async () => {
      const { order, payment } = await placed()
      expect((await refund(payment.id, { amount: payment.amount })).status).toBe(200)
      expect(deletes()).toHaveLength(1)
      expect((await leaseOf(order.id)).status).toBe("cancelled")
      expect(await refunds()).toHaveLength(1)
    })

    it("of a part is refused in words and leaves no trace in the books", async () => {
      const { payment } = await placed()
      expect(await refund(payment.id, { amount: 10 })).toMatchObject({
        status: 400,
        body: { code: "refund_partial", message: expect.stringContaining("only be returned as a whole") },
      })
      expect(await refunds()).toEqual([])
      expect(deletes()).toEqual([])
    })

    it("after shipping is refused in words", async () => {
      const { order, payment, items } = await placed()
      await ship(order.id, items)
      expect(await refund(payment.id, { amount: payment.amount })).toMatchObject({
        status: 400,
        body: { code: "return_not_supported" },
      })
      expect(await refunds()).toEqual([])
      expect(deletes()).toEqual([])
    })

    it("that the service refuses leaves no trace in the books", async () => {
      const { order, payment } = await placed()
      store.sandbox.fault({ route: "DELETE /application/contract", fault: "409" })
      expect((await refund(payment.id, { amount: payment.amount })).status).toBe(400)
      expect(await refunds()).toEqual([])
      expect((await leaseOf(order.id)).status).toBe("placed")
    })

    it("is refused with a service that cannot be reached, and can be repeated", async () => {
      const { order, payment } = await placed()
      store.sandbox.fault({ route: "DELETE /application/contract", fault: "401" })
      expect(await refund(payment.id, { amount: payment.amount })).toMatchObject({
        status: 500,
        body: { code: "service_credentials" },
      })
      expect((await refund(payment.id, { amount: payment.amount })).status).toBe(200)
      expect((await leaseOf(order.id)).status).toBe("cancelled")
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
      await expect(payments.cancelPayment(paymentId)).rejects.toThrow("canceled by canceling its order")
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
