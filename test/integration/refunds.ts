import { books } from "./support/books"
import { AVAILABILITY as ASK, CANCEL, LeaseDashboard, RETURN, WHOM } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

/** A refund in Medusa cancels the contract or returns the lease at the service, or doesn't happen. */
export const refunds = storeRules("refunds", (store) => {
  const dashboard = new LeaseDashboard(store)
  async function placed(tag?: string) {
    const { order } = await store.ordered(SOFA_AND_CHAIRS, tag)
    return { orderId: order.id, total: order.total }
  }
  const said = () => store.calls().filter((call) => [CANCEL, ASK, RETURN].includes(call))
  const entries = async (orderId: string) => {
    const { refunded, held } = await books(store, orderId)
    return { refunds: refunded.length, held }
  }
  const GIVEN_BACK = { refunds: 1, held: 0 }

  it("a full refund before shipping cancels the contract, and the card asks to cancel the open order", async () => {
    const { orderId, total } = await placed()
    const parcel = await store.merchant.packed(orderId)
    expect((await store.merchant.refund(orderId, total)).status).toBe(200)
    expect((await dashboard.lease(orderId)).status).toBe("canceled")
    expect(await entries(orderId)).toEqual(GIVEN_BACK)
    await store.merchant.cancelParcel(orderId, parcel)
    expect((await dashboard.card(orderId)).next_step).toMatchObject({ code: "cancel_order" })
    expect((await store.merchant.cancel(orderId)).status).toBe(200)
    expect((await dashboard.card(orderId)).next_step).toBeNull()
    expect([said(), await entries(orderId)]).toEqual([[CANCEL], GIVEN_BACK])
  })

  it("a refund after the goods came back is dated with the day of receipt, and made once", async () => {
    const { orderId } = await placed()
    await dashboard.delivered(orderId)
    await dashboard.receiveBack(orderId, { sofa: 1, chair: 2 })
    await store.sql("update lease set placed_at = placed_at - interval '3 days'")
    const moved = "update return set received_at = received_at - interval '2 days' returning received_at"
    const [row] = await store.sql(moved)
    expect((await store.merchant.refund(orderId)).status).toBe(200)
    const day = new Date(row?.received_at as string).toISOString().slice(0, 10)
    const history = await store.ledger.history((await dashboard.lease(orderId)).id)
    const returned = history.find(({ type }) => type === "returned")
    expect(returned?.detail.date).toMatch(new RegExp(`^${day}T`))
    expect((await store.merchant.refund(orderId)).status).toBe(400)
    await store.pass("3 minutes")
    await store.reconcile()
    expect([said(), await entries(orderId)]).toEqual([[ASK, RETURN], GIVEN_BACK])
    expect((await dashboard.lease(orderId)).alerts).toEqual([])
  })

  it("a refund that the service refuses leaves no trace in Medusa, and staff read whom to ask", async () => {
    const { orderId, total } = await placed("noreturn")
    await dashboard.delivered(orderId)
    const refusal = { status: 400, body: { code: "return_not_eligible", message: WHOM } }
    expect(await store.merchant.refund(orderId, total)).toMatchObject(refusal)
    expect(said()).toEqual([ASK])
    expect(await dashboard.lease(orderId)).toMatchObject({ status: "delivered", alerts: [] })
    expect(await entries(orderId)).toEqual({ refunds: 0, held: total })
  })
})
