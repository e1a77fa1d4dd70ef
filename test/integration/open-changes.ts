import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow, refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { cancelLeaseOfOrder } from "../../src/medusa"
import { withLock } from "../../src/medusa/lock"
import { queryOf } from "../../src/medusa/read/carts"
import { ledgerDepsOf } from "../../src/modules/lease"
import { messageOf } from "../../src/modules/lease/texts/messages"
import { books } from "./support/books"
import { eventually } from "./support/eventually"
import { ok } from "./support/http"
import { AVAILABILITY, CANCEL, LeaseDashboard, RETURN } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"

/** Before a call that can't be undone, the plugin checks what Medusa would refuse afterward. */
export const openChanges = storeRules("open changes of an order", (store) => {
  const dashboard = new LeaseDashboard(store)
  afterEach(() => jest.restoreAllMocks())
  const post = (path: string, body: object = {}) => ok(store.admin.post(path, body))
  const sent = () => [CANCEL, AVAILABILITY, RETURN].filter((call) => dashboard.count(call) > 0)
  const delivered = () =>
    store.begin("delivered, for a change", async () => {
      const orderId = await dashboard.placed()
      await dashboard.delivered(orderId)
      return orderId
    })

  async function customer(): Promise<string> {
    const account = { email: "robin@shopper.example", has_account: true }
    const [made] = await store.container.resolve(Modules.CUSTOMER).createCustomers([account])
    return made?.id ?? ""
  }
  async function returnOf(orderId: string): Promise<string> {
    const items = (await store.merchant.order(orderId)).items.map(({ id, quantity }) => ({ id, quantity }))
    const { id } = (await post("/admin/returns", { order_id: orderId })).return
    await post(`/admin/returns/${id}/request-items`, { items })
    await post(`/admin/returns/${id}/request`)
    return id
  }
  /** Begins and ends a change of each kind. */
  const changes: Record<string, (order_id: string) => Promise<() => Promise<unknown>>> = {
    "an edit": async (order_id) => {
      await post("/admin/order-edits", { order_id })
      return () => ok(store.admin.delete(`/admin/order-edits/${order_id}`))
    },
    "a request to transfer": async (order_id) => {
      await post(`/admin/orders/${order_id}/transfer`, { customer_id: await customer() })
      return () => post(`/admin/orders/${order_id}/transfer/cancel`)
    },
    "a return": async (order_id) => {
      const { id } = (await post("/admin/returns", { order_id })).return
      return () => ok(store.admin.delete(`/admin/returns/${id}/request`))
    },
    "an exchange": async (order_id) => {
      const { id } = (await post("/admin/exchanges", { order_id })).exchange
      return () => ok(store.admin.delete(`/admin/exchanges/${id}/request`))
    },
    "a claim": async (order_id) => {
      const { id } = (await post("/admin/claims", { order_id, type: "refund" })).claim
      return () => ok(store.admin.delete(`/admin/claims/${id}/request`))
    },
  }
  const kinds = Object.keys(changes)
  const begin = (kind: string, orderId: string) => changes[kind]?.(orderId) ?? Promise.reject(new Error(kind))

  const query = () => queryOf(store.container)
  const byRoute = (answer: { status: number; body: unknown }) => JSON.stringify(answer.body)
  /** Everything that cancels a contract or refunds an order. Returns the refusal. */
  const buttons: Record<string, (orderId: string) => Promise<string>> = {
    "cancel order": async (orderId) => byRoute(await store.merchant.cancel(orderId)),
    refund: async (orderId) => byRoute(await store.merchant.refund(orderId)),
    "cancel lease": async (orderId) => JSON.stringify(await dashboard.act(orderId, "cancel_contract")),
    "cancelLeaseOfOrder in code": async (orderId) =>
      String(
        await cancelLeaseOfOrder(
          { deps: ledgerDepsOf(store.container), query: query() },
          await dashboard.lease(orderId),
          {
            by: "merchant",
          },
        ).catch(messageOf),
      ),
    "refundPaymentWorkflow in code": async (orderId) => {
      const input = { payment_id: (await store.merchant.payment(orderId)).id }
      const { errors } = await refundPaymentWorkflow(store.container).run({ input, throwOnError: false })
      return messageOf(errors[0]?.error)
    },
  }

  it.each(kinds)("while %s is open, every cancellation and refund is refused", async (kind) => {
    const orderId = await dashboard.placed()
    const end = await begin(kind, orderId)
    for (const [name, press] of Object.entries(buttons)) {
      const said = await press(orderId)
      expect([name, said]).toEqual([name, expect.stringContaining(`while ${kind}`)])
      expect([name, said]).toEqual([name, expect.stringContaining("Nothing was sent or changed")])
    }
    // Core hides the provider's refusal behind its own.
    const input = { order_id: orderId }
    const { errors } = await cancelOrderWorkflow(store.container).run({ input, throwOnError: false })
    expect(messageOf(errors[0]?.error)).toContain("active order change")
    await store.jobAfter("3 minutes")
    expect(sent()).toEqual([])
    expect(await dashboard.card(orderId)).toMatchObject({ state: "accepted", alerts: [] })
    expect((await books(store, orderId)).refunded).toEqual([])
    await end()
    expect((await store.merchant.cancel(orderId)).status).toBe(200)
    expect((await dashboard.lease(orderId)).status).toBe("canceled")
  })

  it.each([...kinds, "a return that is received"])("while %s is open, nothing is returned", async (kind) => {
    const orderId = await delivered()
    if (kind in changes) await begin(kind, orderId)
    else await post(`/admin/returns/${await returnOf(orderId)}/receive`)
    const change = `while ${kind.replace(" that is received", "")}`
    expect(byRoute(await store.merchant.refund(orderId))).toContain(change)
    expect(JSON.stringify(await dashboard.act(orderId, "return_lease"))).toContain(change)
    expect(sent()).toEqual([])
    expect((await dashboard.lease(orderId)).status).toBe("delivered")
  })

  it("a change that begins while an order is being canceled waits, and then finds the order canceled", async () => {
    const orderId = await dashboard.placed()
    store.sandbox.fault({ route: CANCEL, fault: "slow" })
    const canceling = store.merchant.cancel(orderId)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const began = await Promise.all([
      store.admin.post("/admin/exchanges", { order_id: orderId }),
      store.admin.post(`/admin/orders/${orderId}/transfer`, { customer_id: await customer() }),
    ])
    expect((await canceling).status).toBe(200)
    expect(began.map(({ status }) => status)).toEqual([400, 400])
  })

  it("the job holds back what Medusa would refuse, and continues when the change has ended", async () => {
    const orderId = await dashboard.placed()
    store.sandbox.fault({ route: CANCEL, fault: "drop-before" })
    expect((await store.merchant.cancel(orderId)).status).toBeGreaterThanOrEqual(400)
    expect((await dashboard.lease(orderId)).status).toBe("canceling")
    const before = dashboard.count(CANCEL)
    const end = await begin("an edit", orderId)
    await store.jobAfter("10 minutes")
    expect([dashboard.count(CANCEL), (await dashboard.lease(orderId)).status]).toEqual([before, "canceling"])
    await end()
    await store.jobAfter("1 hour", "10 minutes")
    expect((await dashboard.lease(orderId)).status).toBe("canceled")
    expect((await store.merchant.order(orderId)).status).toBe("canceled")
  })

  it("an order whose cancellation was cut off waits for a change that began since, and nothing is refunded before", async () => {
    const orderId = await dashboard.placed()
    const lease = await dashboard.lease(orderId)
    await store.ledger.cancelContract(lease, { by: "merchant", id: "user_1" }, { cancel_order: true })
    const end = await begin("an exchange", orderId)
    await store.jobAfter("3 minutes", "3 minutes")
    expect((await books(store, orderId)).refunded).toEqual([])
    expect(await dashboard.card(orderId)).toMatchObject({ state: "canceled", alerts: [{ code: "refund_due" }] })
    await end()
    await store.jobAfter("1 hour")
    expect((await store.merchant.order(orderId)).status).toBe("canceled")
    expect(await dashboard.card(orderId)).toMatchObject({ state: "canceled", alerts: [] })
  })

  it("an order that is canceled while the job waits for it is no refusal, and the job continues", async () => {
    const orderId = await dashboard.placed()
    const lease = await dashboard.lease(orderId)
    await store.ledger.cancelContract(lease, { by: "merchant", id: "user_1" }, { cancel_order: true })
    await store.pass("3 minutes")
    const waits = jest.spyOn(store.container.resolve(Modules.LOCKING), "acquire")
    let job: Promise<void> | undefined
    await withLock(store.container, orderId, async () => {
      waits.mockClear()
      job = store.runJob()
      await eventually(
        async () => waits.mock.calls.flat(2),
        (keys) => keys.includes(orderId),
      )
      await cancelOrderWorkflow(store.container).run({ input: { order_id: orderId } })
    })
    await job
    expect((await store.merchant.order(orderId)).status).toBe("canceled")
    expect(await dashboard.card(orderId)).toMatchObject({ state: "canceled", alerts: [] })
    const calls = await store.sql("select kind, state from lease_pending_call where kind = 'cancel_order'")
    expect(calls).toEqual([{ kind: "cancel_order", state: "done" }])
  })
})
