import { confirmExchangeRequestWorkflow } from "@medusajs/medusa/core-flows"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"

type Exchange = { kind: "exchanges" | "claims"; id: string; returnId?: string }

/** A lease pays one signed amount: exchanges, claims and credits must not leave a difference. */
export const exchanges = storeRules("exchanges and claims", (store) => {
  const dashboard = new LeaseDashboard(store)
  const post = (path: string, body: object = {}) => ok(store.admin.post(path, body))
  const delivered = (quantity = 1) =>
    store.begin(`${quantity} chairs, delivered`, async () => {
      const orderId = await dashboard.placed({ items: [{ handle: "chair", quantity }] })
      await dashboard.delivered(orderId)
      return orderId
    })
  const collections = async (orderId: string) => (await store.merchant.order(orderId)).payment_collections.length
  const books = async (orderId: string) => {
    const { order } = await ok(store.admin.get(`/admin/orders/${orderId}?fields=total,summary.*`))
    return order.summary.pending_difference
  }

  /** Begins one, with `back` chairs to return and `fresh` new items. */
  async function begin(
    orderId: string,
    {
      kind = "exchanges",
      back = true,
      fresh,
      quantity = 1,
      ...more
    }: { kind?: Exchange["kind"]; back?: boolean; fresh?: string; type?: string; quantity?: number },
  ): Promise<Exchange> {
    const [line] = (await store.merchant.order(orderId)).items
    const items = [{ id: line?.id, quantity }]
    const name = kind.slice(0, -1)
    const { id } = (await post(`/admin/${kind}`, { order_id: orderId, ...more }))[name]
    if (kind === "claims") await post(`/admin/claims/${id}/claim-items`, { items })
    let returnId: string | undefined
    if (back) returnId = (await post(`/admin/${kind}/${id}/inbound/items`, { items })).return.id
    const outbound = { items: [{ variant_id: store.shop.variantIds[fresh ?? ""], quantity }] }
    if (fresh) await post(`/admin/${kind}/${id}/outbound/items`, outbound)
    return { kind, id, ...(returnId && { returnId }) }
  }
  /** The store receives one unit and confirms the receipt. */
  async function receive({ returnId }: Exchange, how: "receive" | "dismiss" = "receive"): Promise<void> {
    const { item_id: id } = (await ok(store.admin.get(`/admin/returns/${returnId}?fields=*items`))).return.items[0]
    await post(`/admin/returns/${returnId}/receive`)
    await post(`/admin/returns/${returnId}/${how}-items`, { items: [{ id, quantity: 1 }] })
    await post(`/admin/returns/${returnId}/receive/confirm`)
  }
  const quiet = { state: "delivered", alerts: [], order_total: expect.anything() }
  async function reconciled(orderId: string) {
    await store.reconcile()
    const { leases } = await ok(store.admin.get("/admin/lease-to-own/leases"))
    return [await dashboard.card(orderId), leases[0].state]
  }
  const confirm = ({ kind, id }: Exchange) => store.admin.post(`/admin/${kind}/${id}/request`, {})

  it.each([
    ["an exchange for a more expensive item", "change_costs_more", { fresh: "sofa" }],
    ["an exchange for a cheaper item", "change_costs_less", { fresh: "lamp" }],
    ["a claim without a return", "change_costs_more", { kind: "claims", type: "replace", back: false, fresh: "chair" }],
    ["a claim that refunds", "change_costs_less", { kind: "claims", type: "refund" }],
  ] as const)("%s is refused, with the amount, before Medusa opens a payment", async (_what, code, how) => {
    const orderId = await delivered()
    const one = await begin(orderId, how)
    const message = expect.stringMatching(/\$\d+\.\d\d .*Nothing was changed/)
    expect(await confirm(one)).toMatchObject({ status: 400, body: { code, message } })
    expect([await collections(orderId), await books(orderId)]).toEqual([1, 0])
    await ok(store.admin.delete(`/admin/${one.kind}/${one.id}/request`))
    expect(await dashboard.card(orderId)).toMatchObject({ state: "delivered", alerts: [] })
  })

  it.each([
    ["exchanged", { fresh: "chair" }],
    ["replaced by a claim", { kind: "claims", type: "replace", fresh: "chair" }],
  ] as const)("the same article is %s without an alert, also once the old one is back", async (_what, how) => {
    const orderId = await delivered()
    const one = await begin(orderId, how)
    expect(await confirm(one)).toMatchObject({ status: 200 })
    expect(await reconciled(orderId)).toEqual([expect.objectContaining(quiet), "delivered"])
    await receive(one)
    expect(await reconciled(orderId)).toEqual([expect.objectContaining(quiet), "delivered"])
    expect([await collections(orderId), await books(orderId)]).toEqual([1, 0])
  })

  it.each(["receive", "dismiss"] as const)("an exchange's pieces come back without an alert: %s", async (how) => {
    const orderId = await delivered(3)
    const one = await begin(orderId, { fresh: "chair", quantity: 2 })
    expect(await confirm(one)).toMatchObject({ status: 200 })
    await receive(one)
    expect(await reconciled(orderId)).toEqual([expect.objectContaining(quiet), "delivered"])
    await receive(one, how)
    expect(await reconciled(orderId)).toEqual([expect.objectContaining(quiet), "delivered"])
  })

  it("a difference caused by custom code is an alert on the card and in the list, before and after the return", async () => {
    const orderId = await delivered()
    const { id } = await begin(orderId, { fresh: "sofa" })
    await confirmExchangeRequestWorkflow(store.container).run({ input: { exchange_id: id } })
    await store.reconcile()
    expect(await dashboard.card(orderId)).toMatchObject({
      state: "amount_differs",
      alerts: [{ code: "amount_differs" }],
    })
    const { leases } = await ok(store.admin.get("/admin/lease-to-own/leases"))
    expect(leases).toMatchObject([{ state: "amount_differs" }])
  })

  it("a return isn't given back as store credit while the lease runs", async () => {
    const orderId = await delivered()
    await dashboard.receiveBack(orderId, { chair: 1 })
    const amount = await books(orderId)
    expect(amount).toBeLessThan(0)
    const credit = (sum: number) =>
      store.admin.post(`/admin/orders/${orderId}/credit-lines`, {
        amount: sum,
        reference: "refund",
        reference_id: orderId,
      })
    expect(await credit(amount)).toMatchObject({ status: 400, body: { code: "store_credit" } })
    expect(await books(orderId)).toBe(amount)
    expect((await store.merchant.refund(orderId)).status).toBe(200)
  })
})
