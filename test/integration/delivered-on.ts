import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { Modules } from "@medusajs/framework/utils"
import type { ActionAnswer } from "../../src/api/admin-types"
import { dateIn } from "../../src/lease-cart"
import { queryOf } from "../../src/medusa/read/carts"
import { readOrder } from "../../src/medusa/read/orders"
import { ok } from "./support/http"
import { CONFIRM, LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import type { Pieces } from "./support/merchant"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

const { messages: SPANISH } = JSON.parse(readFileSync(resolve(__dirname, "../../admin/i18n/es.json"), "utf8"))

/** "Delivered on …": staff report when a shipped order arrived, and Medusa's parcels follow. */
export const deliveredOn = storeRules("delivered on", (store) => {
  const dashboard = new LeaseDashboard(store)
  const day = (days = 0) => dateIn(new Date(Date.now() + days * 86_400_000), "America/Chicago") ?? ""

  /** Returns the ID of an order that was placed five days ago and shipped in these parcels. */
  async function shipped(...parcels: (Pieces | undefined)[]): Promise<string> {
    const orderId = await dashboard.placed(SOFA_AND_CHAIRS)
    for (const pieces of parcels) await store.merchant.send(orderId, pieces)
    await store.pass("5 days")
    return orderId
  }

  const WHOLE = [undefined]
  const marks = async (orderId: string) =>
    (await store.ledger.pendingCallsOf([(await dashboard.lease(orderId)).id])).flatMap(({ kind, state }) =>
      kind === "mark_delivered" ? state : [],
    )

  /** What the order's lines say, as shipped and delivered units by product. */
  async function lines(orderId: string) {
    const { items } = await store.merchant.order(orderId)
    return Object.fromEntries(
      items.map(({ product_handle, detail }) => {
        const { shipped_quantity, delivered_quantity } = detail as unknown as Record<string, number>
        return [product_handle, [shipped_quantity, delivered_quantity]]
      }),
    )
  }

  const act = (orderId: string, date: unknown = day(-2)) => dashboard.act(orderId, "mark_delivered", { date })
  /** Takes the action, and waits until the store's subscribers have handled that many deliveries. */
  const marked = async (orderId: string, date: unknown = day(-2)) =>
    store.andWait("delivery.created", () => act(orderId, date))

  function refused(answer: ActionAnswer, code: string): void {
    expect(answer).toMatchObject({ result: "refused", refusal: { code, message: expect.stringMatching(/\w{3}/) } })
    expect(SPANISH).toHaveProperty(code)
  }

  it("the service gets the day, and each parcel that shipped is marked as delivered", async () => {
    const orderId = await dashboard.placed(SOFA_AND_CHAIRS)
    const wrong = await store.merchant.packed(orderId, { sofa: 1 })
    await store.andWait("order.fulfillment_canceled", () => store.merchant.cancelParcel(orderId, wrong))
    await store.merchant.send(orderId, { sofa: 1, chair: 1 })
    await store.merchant.send(orderId, { chair: 1 })
    await store.pass("5 days")
    const { returned } = await dashboard.card(orderId)
    expect(returned).toMatchObject({ earliest: day(-5), latest: day() })
    const answer = await marked(orderId)
    expect(answer).toMatchObject({
      result: "done",
      code: "mark_delivered",
      lease: {
        state: "delivered",
        delivery: { pieces: 3, delivered: 3, confirmed: { date: day(-2), by: "merchant", actor: "Demo" } },
      },
    })
    expect(await lines(orderId)).toEqual({ sofa: [1, 1], chair: [2, 2] })
    const parcels = (await store.merchant.parcels(orderId)) as { id: string; delivered_at: string | null }[]
    expect(parcels.map(({ id, delivered_at }) => [id === wrong, delivered_at !== null])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ])
    expect(store.sandbox.leases()[0]).toMatchObject({ state: "Funded", delivery: { deliveryDate: day(-2) } })
    refused(await act(orderId, day(-1)), "already_delivered")
    await store.reconcile()
    expect(dashboard.count(CONFIRM)).toBe(1)
    expect((await store.ledger.history((await dashboard.lease(orderId)).id)).map(({ type }) => type)).toContain(
      "marked_delivered",
    )
  })

  it("refused until every unit has shipped: packed is not enough", async () => {
    const orderId = await shipped({ sofa: 1 })
    refused(await act(orderId), "mark_delivered_unshipped")
    const rest = await store.merchant.packed(orderId, { chair: 2 })
    refused(await act(orderId), "mark_delivered_unshipped")
    expect(dashboard.count(CONFIRM)).toBe(0)
    const items = [
      {
        id: (await store.merchant.order(orderId)).items.find(({ product_handle }) => product_handle === "chair")?.id,
        quantity: 2,
      },
    ]
    await ok(store.merchant.http.post(`/admin/orders/${orderId}/fulfillments/${rest}/shipments`, { items }))
    expect(await marked(orderId)).toMatchObject({ result: "done", code: "mark_delivered" })
    expect(await lines(orderId)).toEqual({ sofa: [1, 1], chair: [2, 2] })
  })

  it("accepts only a day from the order's to today", async () => {
    const orderId = await shipped(...WHOLE)
    for (const [date, code] of [
      [undefined, "date_required"],
      [20261124, "date_required"],
      ["2027-02-29", "date_invalid"],
      [day(-6), "date_invalid"],
      [day(1), "date_invalid"],
    ])
      refused(await dashboard.act(orderId, "mark_delivered", { date }), String(code))
    expect([dashboard.count(CONFIRM), await lines(orderId)]).toEqual([0, { sofa: [1, 0], chair: [2, 0] }])
    expect(await marked(orderId, day(-5))).toMatchObject({ result: "done" })
  })

  it("doesn't wait for items that don't ship, and marks what was fulfilled of them, too", async () => {
    const orderId = await dashboard.placed(SOFA_AND_CHAIRS)
    await store.sql("update order_line_item set requires_shipping = false where product_handle = 'chair'")
    await store.merchant.send(orderId, { sofa: 1 })
    await store.merchant.packed(orderId, { chair: 1 })
    await store.pass("5 days")
    expect(await marked(orderId)).toMatchObject({ code: "mark_delivered", lease: { delivery: { pieces: 1 } } })
    expect(await lines(orderId)).toEqual({ sofa: [1, 1], chair: [0, 1] })
  })

  it("a unit that came back must be dealt with first", async () => {
    const orderId = await shipped(...WHOLE)
    await dashboard.receiveBack(orderId, { chair: 1 })
    refused(await act(orderId), "mark_delivered_differs")
    const note = "The operator keeps the lease as it is."
    await dashboard.act(orderId, "mark_resolved", { outcome: "nothing", note })
    expect(await marked(orderId)).toMatchObject({ result: "done", code: "mark_delivered" })
    expect([dashboard.count(CONFIRM), await lines(orderId)]).toEqual([1, { sofa: [1, 1], chair: [2, 2] }])
  })

  it("once Medusa has everything as delivered, it only confirms the day", async () => {
    store.setOptions({ confirmDeliveryOn: "manual" })
    const orderId = await shipped()
    await dashboard.delivered(orderId)
    expect(dashboard.count(CONFIRM)).toBe(0)
    expect(await act(orderId)).toMatchObject({
      code: "mark_delivered",
      lease: { delivery: { confirmed: { date: day(-2) } } },
    })
    expect(dashboard.count(CONFIRM)).toBe(1)
    store.setOptions({})
  })

  it("of two clicks at the same time, one confirms the delivery, and the other is refused", async () => {
    const orderId = await shipped({ sofa: 1, chair: 1 }, { chair: 1 })
    const answers = await store.andWait("delivery.created", () =>
      Promise.all([act(orderId, day(-2)), act(orderId, day(-3)), act(orderId, day(-2))]),
    )
    const done = answers.filter(({ result }) => result === "done")
    const codes = answers.flatMap((answer) => (answer.result === "refused" ? answer.refusal.code : []))
    expect([done.length, codes.length]).toEqual([1, 2])
    expect(["already_delivered", "busy"]).toEqual(expect.arrayContaining([...new Set(codes)]))
    await store.runJob()
    expect([dashboard.count(CONFIRM), await lines(orderId)]).toEqual([1, { sofa: [1, 1], chair: [2, 2] }])
    const { delivery_date } = await dashboard.lease(orderId)
    expect(store.sandbox.leases()[0]?.delivery).toEqual({ deliveryDate: delivery_date })
    expect(new Set(await marks(orderId))).toEqual(new Set(["done"]))
  })

  it("the job may confirm the last parcel at the same moment: the service gets one date, and the ledger has it", async () => {
    const orderId = await shipped({ sofa: 1 }, { chair: 2 })
    const [first, last] = await store.merchant.parcels(orderId)
    await store.andWait("delivery.created", () => store.merchant.deliver(orderId, first?.id ?? ""))
    const [answer] = await store.andWait("delivery.created", () =>
      Promise.all([act(orderId), store.merchant.deliver(orderId, last?.id ?? "")]),
    )
    await store.reconcile()
    const { delivery_date, status } = await dashboard.lease(orderId)
    expect([status, dashboard.count(CONFIRM), await lines(orderId)]).toEqual([
      "delivered",
      1,
      { sofa: [1, 1], chair: [2, 2] },
    ])
    expect(delivery_date).toBe(answer.result === "done" ? day(-2) : day())
    expect(store.sandbox.leases()[0]?.delivery).toEqual({ deliveryDate: delivery_date })
    await store.runJob()
    await store.jobAfter("1 hour")
    expect(new Set(["done", ...(await marks(orderId))])).toEqual(new Set(["done"]))
  })

  it("if the process dies once the service has the day, the job marks the parcels", async () => {
    const orderId = await shipped({ sofa: 1, chair: 1 }, { chair: 1 })
    const lease = await dashboard.lease(orderId)
    const order = await readOrder(queryOf(store.container), orderId)
    await store.ledger.markDelivered(lease, { date: day(-2), order, actor: { by: "merchant", id: "user_1" } })
    expect(await lines(orderId)).toEqual({ sofa: [1, 0], chair: [2, 0] })
    refused(await act(orderId), "already_delivered")
    await store.andWait("delivery.created", () => store.runJob())
    expect([dashboard.count(CONFIRM), await lines(orderId)]).toEqual([1, { sofa: [1, 1], chair: [2, 2] }])
    expect(await dashboard.lease(orderId)).toMatchObject({ status: "delivered", delivery_date: day(-2) })
  })

  it("if the service can't be reached, nothing is marked or sent later", async () => {
    const orderId = await shipped(...WHOLE)
    store.sandbox.fault({ route: CONFIRM, fault: "429" })
    refused(await act(orderId), "service_busy")
    await store.jobAfter("1 hour", "1 hour")
    expect([dashboard.count(CONFIRM), await lines(orderId)]).toEqual([1, { sofa: [1, 0], chair: [2, 0] }])
    expect((await dashboard.lease(orderId)).status).toBe("placed")
    expect(await marked(orderId)).toMatchObject({ code: "mark_delivered" })
  })

  it("if the service's answer is lost, the job finds out that the day arrived, and marks the parcels", async () => {
    const orderId = await shipped(...WHOLE)
    store.sandbox.fault({ route: CONFIRM, fault: "drop-after" })
    refused(await act(orderId), "result_unknown")
    expect(await lines(orderId)).toEqual({ sofa: [1, 0], chair: [2, 0] })
    await store.andWait("delivery.created", () => store.jobAfter("1 hour"))
    expect([dashboard.count(CONFIRM), await lines(orderId)]).toEqual([1, { sofa: [1, 1], chair: [2, 2] }])
    expect(await dashboard.lease(orderId)).toMatchObject({ status: "delivered", delivery_date: day(-2) })
  })

  it("if Medusa can't mark a parcel, the delivery is confirmed all the same, and the job tries again", async () => {
    const orderId = await shipped(...WHOLE)
    const [parcel] = await store.merchant.parcels(orderId)
    const fulfillments = store.container.resolve(Modules.FULFILLMENT)
    const refuses = jest
      .spyOn(fulfillments, "updateFulfillment")
      .mockRejectedValueOnce(new Error("The carrier is away."))
    expect(await act(orderId)).toMatchObject({ code: "confirm_delivery", lease: { state: "delivered" } })
    expect(refuses).toHaveBeenCalledWith(parcel?.id, expect.anything(), expect.anything())
    expect(await lines(orderId)).toEqual({ sofa: [1, 0], chair: [2, 0] })
    await store.andWait("delivery.created", () => store.jobAfter("1 hour"))
    expect([dashboard.count(CONFIRM), await lines(orderId)]).toEqual([1, { sofa: [1, 1], chair: [2, 2] }])
  })

  describe("sendTracking", () => {
    afterAll(() => store.setOptions({}))
    const sent = () => store.sandbox.leases()[0]?.delivery

    it("sends the first number of the parcel that shipped last, with the shipping option as the carrier", async () => {
      store.setOptions({ sendTracking: true })
      const orderId = await dashboard.placed(SOFA_AND_CHAIRS)
      await store.merchant.send(orderId, { sofa: 1 }, ["1Z-SOFA"])
      await store.merchant.send(orderId, { chair: 2 }, ["1Z-CHAIR"])
      await store.pass("5 days")
      await marked(orderId)
      const trackingId = "1Z-CHAIR"
      expect(sent()).toEqual({ deliveryDate: day(-2), trackingId, shippingProvider: "Standard delivery" })
    })

    it("sends the parcel that was delivered last, and the same again after a failure", async () => {
      store.setOptions({ sendTracking: { carriers: { manual_manual: "UPS" } } })
      const orderId = await dashboard.placed(SOFA_AND_CHAIRS)
      const sofa = await store.merchant.send(orderId, { sofa: 1 }, ["1Z-SOFA"])
      const chairs = await store.merchant.send(orderId, { chair: 2 }, ["1Z-CHAIR"])
      await store.andWait("delivery.created", () => store.merchant.deliver(orderId, chairs))
      store.sandbox.fault({ route: CONFIRM, fault: "429" })
      await store.andWait("delivery.created", () => store.merchant.deliver(orderId, sofa))
      await store.sql("update fulfillment_label set tracking_number = '1Z-OTHER'")
      await store.jobAfter("1 hour")
      expect(dashboard.count(CONFIRM)).toBe(2)
      expect(sent()).toEqual({ deliveryDate: day(), trackingId: "1Z-SOFA", shippingProvider: "UPS" })
    })

    it("leaves out what is unknown, also for a delivery that staff confirm", async () => {
      store.setOptions({ sendTracking: { carriers: { Pallet: "UPS" } }, confirmDeliveryOn: "manual" })
      const orderId = await dashboard.placed(SOFA_AND_CHAIRS)
      await dashboard.delivered(orderId)
      await dashboard.act(orderId, "confirm_delivery", { date: day() })
      expect(sent()).toEqual({ deliveryDate: day() })
    })
  })
})
