import { resolve } from "node:path"
import type { AdminLeaseView } from "../../src/api/admin-types"
import { dashboardOrderFields } from "../bench/dashboard-order.mjs"
import { adminLeaseView, orderCards } from "../fixtures/order-cards"
import { leaseOrder } from "../support/lease-order"
import { APPLICANT_SECRETS } from "./support/applicant"
import { during, turns, turnsOfDelivered } from "./support/card-states"
import { describeStore } from "./support/lease-store"

/** What the card makes of an answer, without the names, times and sums of this one lease. */
function outline({ way, test, state, in_flight, signed, last_contact, leased, order_total, ...card }: AdminLeaseView) {
  return {
    ...{ way, test, state, in_flight },
    signed: signed?.evidence,
    answered: last_contact?.ok,
    sumsDiffer: leased?.amount !== order_total.amount,
    attention: card.attention.map(({ code, since }) => ({ code, dated: since !== null })),
    next_step: card.next_step && { ...card.next_step, params: { ...card.next_step.params, operator: null } },
  }
}

/** What the dashboard's order card is told, over HTTP. */
describeStore("order card", (store) => {
  async function placed() {
    const shopper = store.shopper()
    const order = await store.andWait("order.placed", () => shopper.order())
    return { shopper, order }
  }
  const look = (orderId: string) => store.admin.get(`/admin/lease-to-own/orders/${orderId}`)
  const cardOf = async (orderId: string): Promise<AdminLeaseView> => (await look(orderId)).body.lease
  const cancel = (orderId: string) => store.admin.post(`/admin/orders/${orderId}/cancel`)
  /** Packs and ships one piece of each line. */
  async function ship(orderId: string) {
    const { body } = await store.admin.get(`/admin/orders/${orderId}?fields=*items`)
    const items = body.order.items.map(({ id }: { id: string }) => ({ id, quantity: 1 }))
    await store.admin.post(`/admin/orders/${orderId}/fulfillments`, { items })
    const packed = await store.admin.get(`/admin/orders/${orderId}?fields=*fulfillments`)
    const fulfillment = packed.body.order.fulfillments.find((one: { shipped_at: string | null }) => !one.shipped_at)
    await store.admin.post(`/admin/orders/${orderId}/fulfillments/${fulfillment.id}/shipments`, { items })
    return fulfillment.id as string
  }
  const deliver = (orderId: string, fulfillment: string) =>
    store.admin.post(`/admin/orders/${orderId}/fulfillments/${fulfillment}/mark-as-delivered`)

  it("shows a placed lease: accepted, captured, its sums in major units and whole cents", async () => {
    const { order } = await placed()
    const total = { amount: 491.46, currency_code: "usd" }
    expect(await cardOf(order.id)).toMatchObject({
      way: "application",
      state: "accepted",
      in_flight: false,
      leased: total,
      order_total: total,
      capture: { mode: "order", done_at: expect.any(String) },
      last_contact: { ok: true },
      approved_at: expect.any(String),
      signed: { evidence: "verified", at: expect.any(String) },
      attention: [],
      next_step: { code: "ship" },
    })
  })

  it("tells who said what, newest first, ten at most", async () => {
    const { order } = await placed()
    const { facts } = await cardOf(order.id)
    expect(facts.slice(0, 2)).toMatchObject([
      { key: "payment_captured", by: "system" },
      { key: "order_placed", by: "system" },
    ])
    expect(facts.length).toBeLessThanOrEqual(10)
  })

  it("shows a canceled order with the dashboard user who canceled it", async () => {
    const { order } = await placed()
    await cancel(order.id)
    const card = await cardOf(order.id)
    expect(card).toMatchObject({ state: "cancelled", next_step: null })
    expect(card.facts.find(({ key }) => key === "cancel_asked")).toMatchObject({
      by: "merchant",
      actor: "Demo",
    })
  })

  it("shows that it is not known whether the contract was canceled", async () => {
    const { order } = await placed()
    store.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-after" })
    await cancel(order.id)
    expect(await cardOf(order.id)).toMatchObject({
      state: "cancel_unknown",
      attention: [{ code: "cancel_unknown", since: expect.any(String) }],
      last_contact: { operation: "cancel", ok: false },
      next_step: { code: "cancel_again" },
    })
  })

  it("shows a lease that outlives its order", async () => {
    const { order } = await placed()
    await store.sql(`update "order" set status = 'canceled' where id = ?`, [order.id])
    expect(await cardOf(order.id)).toMatchObject({
      state: "order_cancelled_lease_alive",
      attention: [{ code: "order_cancelled_lease_alive" }],
    })
  })

  it("counts what is delivered of an order with more than one piece", async () => {
    const shopper = store.shopper()
    await shopper.fillCart({ items: [{ handle: "sofa", quantity: 2 }] })
    await shopper.readyToOrder()
    const { body } = await store.andWait("order.placed", () => shopper.complete())
    const { id } = body.order
    const fulfillment = await ship(id)
    expect((await deliver(id, fulfillment)).status).toBe(200)
    expect(await cardOf(id)).toMatchObject({
      state: "part_shipped",
      next_step: { code: "keep_shipping", params: { done: "1", total: "2" } },
    })
  })

  it("asks to confirm the delivery of an order that is delivered whole", async () => {
    const { order } = await placed()
    const fulfillment = await ship(order.id)
    await deliver(order.id, fulfillment)
    expect(await cardOf(order.id)).toMatchObject({
      state: "delivery_due",
      next_step: { code: "confirm_with_operator" },
    })
  })

  it("shows an order whose event was lost, and changes nothing by looking", async () => {
    const { order } = await placed()
    await store.sql("update lease set status = 'placing', order_id = null, placed_at = null, status_at = 'yesterday'")
    const before = await store.sql("select * from lease")
    expect(await cardOf(order.id)).toMatchObject({ state: "not_recorded", next_step: { code: "record_lost" } })
    expect(await store.sql("select * from lease")).toEqual(before)
  })

  it("shows a second order on one lease as such", async () => {
    const { order } = await placed()
    await store.sql("update lease set order_id = 'order_first'")
    expect(await cardOf(order.id)).toMatchObject({
      state: "needs_attention",
      attention: [{ code: "second_order" }],
      next_step: { code: "archive_second" },
    })
  })

  it("has nothing to say of an order without a lease", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.startPayment("pp_system_default")
    const { body } = await shopper.complete()
    expect(await look(body.order.id)).toMatchObject({ status: 200, body: { lease: null } })
  })

  it("has nothing to say of an order that is not there", async () => {
    expect(await look("order_unknown")).toMatchObject({ status: 200, body: { lease: null } })
  })

  it("answers each fixture of the card, no field more and none less", async () => {
    const shopper = store.shopper()
    await shopper.fillCart({ items: [{ handle: "sofa", quantity: 2 }] })
    await shopper.readyToOrder()
    const { id } = (await store.andWait("order.placed", () => shopper.complete())).body.order
    const answered: Record<string, object> = {}
    const look = async (name: string) => {
      answered[name] = outline(adminLeaseView.parse(await cardOf(id)))
    }
    for (const [name, turn] of Object.entries(turns(id))) await during(store, turn, () => look(name))
    await deliver(id, await ship(id))
    await during(store, {}, () => look("part-shipped"))
    await deliver(id, await ship(id))
    for (const [name, turn] of Object.entries(turnsOfDelivered)) await during(store, turn, () => look(name))
    expect(answered).toEqual(Object.fromEntries([...orderCards].map(([name, card]) => [name, outline(card)])))
  })

  it("knows the order as the dashboard's order page hands it over", async () => {
    const { order } = await placed()
    const fields = encodeURIComponent(dashboardOrderFields(resolve(__dirname, "../..")))
    const { body } = await store.admin.get(`/admin/orders/${order.id}?fields=${fields}`)
    expect(Object.keys(body.order)).toEqual(expect.arrayContaining(Object.keys(leaseOrder(order.id))))
    const ours = [{ provider_id: "pp_lease-to-own" }]
    expect(body.order.payment_collections).toMatchObject([{ payments: ours, payment_sessions: ours }])
  })

  it("is for the dashboard only", async () => {
    const { order } = await placed()
    expect((await store.http.get(`/admin/lease-to-own/orders/${order.id}`)).status).toBe(401)
  })

  it("asks the lease service nothing", async () => {
    const { order } = await placed()
    const before = store.calls().length
    await cardOf(order.id)
    expect(store.calls()).toHaveLength(before)
  })

  it("gives out no key, no address of a contract and nothing of the application, and is kept by no cache", async () => {
    const { order, shopper } = await placed()
    const { body, headers } = await look(order.id)
    const text = JSON.stringify(body)
    expect(
      [shopper.leaseKey, "http", "key_hash", "claim", ...APPLICANT_SECRETS].filter((s) => text.includes(s ?? "")),
    ).toEqual([])
    expect(headers.get("cache-control")).toBe("no-store")
  })
})
