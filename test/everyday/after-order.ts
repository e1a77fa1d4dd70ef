import { books } from "../integration/support/books"
import { AVAILABILITY, CANCEL, CONFIRM, LeaseDashboard, RETURN } from "../integration/support/lease-dashboard"
import { storeRules } from "../integration/support/lease-store"

/** How a placed lease ends when nothing fails; variations are in `integration`. */
export const afterOrder = storeRules("after the order", (store) => {
  const dashboard = new LeaseDashboard(store)
  const told = () => store.calls().filter((call) => [CANCEL, CONFIRM, AVAILABILITY, RETURN].includes(call))
  const held = async (orderId: string) => (await books(store, orderId)).held

  it("a canceled order cancels the contract once, then the order and its payment, and the card shows who did it", async () => {
    const orderId = await dashboard.placed()
    expect((await store.merchant.cancel(orderId)).status).toBe(200)
    expect(told()).toEqual([CANCEL])
    expect(await dashboard.lease(orderId)).toMatchObject({ status: "canceled", canceled_at: expect.any(Date) })
    expect((await store.merchant.order(orderId)).status).toBe("canceled")
    expect(await held(orderId)).toBe(0)
    const asked = expect.objectContaining({ key: "cancel_requested", by: "merchant", actor: "Demo" })
    const facts = expect.arrayContaining([asked])
    expect(await dashboard.card(orderId)).toMatchObject({ state: "canceled", next_step: null, facts })
  })

  it("a refund after delivery asks whether the lease may be returned, returns it, and gives the money back", async () => {
    const orderId = await dashboard.placed()
    await dashboard.delivered(orderId)
    expect((await dashboard.lease(orderId)).status).toBe("delivered")
    expect(await held(orderId)).toBeCloseTo(491.46, 1)
    expect((await store.merchant.refund(orderId)).status).toBe(200)
    expect(told()).toEqual([CONFIRM, AVAILABILITY, RETURN])
    expect(await dashboard.lease(orderId)).toMatchObject({ status: "returned", returned_at: expect.any(Date) })
    expect(store.sandbox.leases()).toMatchObject([{ state: "Returned" }])
    expect(await store.sql("select id from refund where deleted_at is null")).toHaveLength(1)
    expect(await held(orderId)).toBe(0)
  })
})
