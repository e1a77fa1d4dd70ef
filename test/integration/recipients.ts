import { Modules } from "@medusajs/framework/utils"
import { customer } from "./support/customer"
import { eventually } from "./support/eventually"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"

/** A lease's goods go to the person in its contract; if the order gets another recipient, it is held at once. */
export const recipients = storeRules("the recipient of an order", (store) => {
  const dashboard = new LeaseDashboard(store)
  const differs = { code: "recipient_differs", params: { reason_code: "recipient_email" } }
  const message = expect.stringContaining("Do not ship yet: the order has a different email address")

  async function expectHeld(orderId: string): Promise<void> {
    // The card shows it without the job.
    expect(await dashboard.card(orderId)).toMatchObject({ state: "needs_attention", alerts: [differs] })
    expect(await store.merchant.pack(orderId)).toMatchObject({ status: 400, body: { code: "ship_recipient", message } })
    const note = "The customer has confirmed it by phone."
    expect(await dashboard.act(orderId, "mark_resolved", { outcome: "nothing", note })).toMatchObject({
      result: "done",
    })
    expect((await store.merchant.pack(orderId)).status).toBe(200)
  }

  it("a corrected email address holds the goods, and the card names it at once", async () => {
    const orderId = await dashboard.placed()
    await store.container.resolve(Modules.ORDER).updateOrders(orderId, { email: "mallory@shopper.example" })
    await expectHeld(orderId)
  })

  it("a transfer to another account holds the goods, and raises its alert without a check of the job", async () => {
    const orderId = await dashboard.placed()
    const account = { email: "mallory@shopper.example", has_account: true }
    const [customer] = await store.container.resolve(Modules.CUSTOMER).createCustomers([account])
    const asked = { customer_id: customer?.id, update_order_email: true }
    await ok(store.admin.post(`/admin/orders/${orderId}/transfer`, asked))
    const [action] = await store.sql("select details from order_change_action where action = 'TRANSFER_CUSTOMER'")
    const { token } = (action?.details ?? {}) as { token?: string }
    await ok(store.shopper().http.post(`/store/orders/${orderId}/transfer/accept`, { token }))
    const raised = await eventually(
      () => dashboard.lease(orderId),
      ({ alerts }) => alerts.length > 0,
    )
    expect(raised.alerts).toMatchObject([{ code: "recipient_differs" }])
    await expectHeld(orderId)
  })

  it("what a signer's account ordered is held as well when its email address changes after the order", async () => {
    const shopper = await customer(store, "ana@shopper.example")
    await shopper.fillCart()
    await shopper.readyToOrder()
    const { id } = await store.order(shopper)
    expect((await dashboard.lease(id)).customer_id).not.toBeNull()
    expect(await dashboard.card(id)).toMatchObject({ state: "accepted", alerts: [] })
    await store.container.resolve(Modules.ORDER).updateOrders(id, { email: "mallory@shopper.example" })
    await expectHeld(id)
  })
})
