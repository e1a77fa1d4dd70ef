import { ledgerDepsOf } from "../../src/modules/lease"
import { APPLICANT_SECRETS } from "./support/applicant"
import { customer } from "./support/customer"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

/** The lease of an order, as its confirmation page and the shopper's account read it. */
export const orderPage = storeRules("an order's page", (store) => {
  const read = (shopper: Shopper, orderId: string, key?: string | null) =>
    shopper.as(key).get(`/store/lease-to-own/orders/${orderId}`)
  const OFFER = expect.objectContaining({ currency: "usd", summary: expect.objectContaining({ payments: 26 }) })
  const NOT_FOUND = { status: 404, body: { code: "order_not_found" } }

  it("an order page shows a guest with the lease key the payments and the confirmed delivery, but nothing about the applicant", async () => {
    const { order, shopper } = await store.ordered()
    const stranger = await store.filled()
    await stranger.toOffer("kim")
    const own = await read(shopper, order.id)
    expect(own.body.lease.offer).toEqual(OFFER)
    for (const key of [null, "wrong", stranger.leaseKey])
      expect((await read(shopper, order.id, key)).body.lease).toEqual({ ...own.body.lease, offer: null })
    expect(APPLICANT_SECRETS.filter((secret) => JSON.stringify(own.body).includes(secret))).toEqual([])
    expect(JSON.stringify(own.body)).not.toMatch(/shopper\.example|Robin|Elm Street/)
    await new LeaseDashboard(store).delivered(order.id)
    const delivered = { status: "delivered", delivery_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }
    expect((await read(shopper, order.id)).body.lease).toMatchObject(delivered)
  })

  it("an order page shows an account its payments on any device, and others nothing", async () => {
    const shopper = await customer(store, "kim@shopper.example")
    await shopper.fillCart({ email: "kim@shopper.example" })
    await shopper.readyToOrder()
    const orderId = (await store.order(shopper)).id
    expect((await read(shopper, orderId, null)).body.lease).toMatchObject({ status: "placed", offer: OFFER })
    expect(await read(store.shopper(), orderId)).toMatchObject(NOT_FOUND)
    expect(await read(await customer(store, "mallory@shopper.example"), orderId)).toMatchObject(NOT_FOUND)
  })

  it("an order page shows the payments to the applicant, and not to a customer who took over the cart", async () => {
    const guest = await store.filled()
    await guest.apply()
    const taker = await customer(store, "mallory@shopper.example")
    expect((await taker.http.post(`/store/carts/${guest.cartId}/customer`)).status).toBe(200)
    await guest.signOffer()
    await guest.startPayment()
    const orderId = (await store.order(guest)).id
    expect((await read(taker, orderId)).body.lease).toMatchObject({ status: "placed", offer: null })
    expect((await read(guest, orderId)).body.lease).toMatchObject({ offer: OFFER })
    expect(await read(guest, orderId, null)).toMatchObject(NOT_FOUND)
  })

  it("an order page shows the lease before its order's event has come", async () => {
    const { order, shopper } = await store.ordered()
    await store.sql("update lease set status = 'placing', order_id = null, order_display_id = null, placed_at = null")
    const { lease } = (await read(shopper, order.id)).body
    expect(lease).toMatchObject({ status: "placing", status_message: { code: "order_lease_signed" }, offer: OFFER })
  })

  it("an order page shows the lease while its order's event records it", async () => {
    const { order, shopper } = await store.ordered()
    await store.sql("update lease set status = 'placing', order_id = null, placed_at = null")
    const leases = ledgerDepsOf(store.container).store
    const ofCart = leases.ofCart.bind(leases)
    const reading = jest.spyOn(leases, "ofCart").mockImplementationOnce(async (cartId) => {
      await store.sql("update lease set status = 'placed', order_id = ?, placed_at = now()", [order.id])
      return ofCart(cartId)
    })
    expect((await read(shopper, order.id)).body.lease).toMatchObject({ status: "placed", offer: OFFER })
    reading.mockRestore()
  })

  it("an order page shows no lease for an order that was paid otherwise", async () => {
    const shopper = await store.filled()
    await shopper.startPayment("pp_system_default")
    expect((await read(shopper, (await store.order(shopper)).id)).body).toEqual({ lease: null })
  })
})
