import { signContract } from "lease-to-own-sandbox"
import { storeRules } from "../integration/support/lease-store"
import { SOFA_AND_CHAIRS } from "../integration/support/prepared-carts"

export const checkout = storeRules("checkout by lease", (store) => {
  it("takes a cart through application, offer, contract and signature to an order", async () => {
    const shopper = store.shopper()
    await shopper.fillCart(SOFA_AND_CHAIRS)
    expect((await shopper.view()).body).toMatchObject({ status: null, step: "intro", reasons: [] })

    const applied = await shopper.apply()
    expect(applied).toMatchObject({ status: 200, body: { status: "approved", step: "offer" } })
    expect(applied.body.leaseKey).toEqual(expect.any(String))
    const offered = await shopper.offer()
    expect(offered).toMatchObject({ status: 200, body: { status: "offered", step: "offer", cart_in_sync: true } })
    const { summary, taxed_by, items } = offered.body.offer
    expect(taxed_by).toBe("in_cart")
    expect(items).toContainEqual({ title: expect.stringContaining("sofa"), quantity: 1, condition: "new" })
    expect(summary).toMatchObject({ payments: 26, allPayments: 27, every: "biWeekly", months: 12 })
    const { dueToday, tax, each, last, total, cashPrice, costOfLease } = summary
    expect(dueToday - tax.dueToday + each * 25 + (last ?? each)).toBeCloseTo(total, 5)
    expect(cashPrice + costOfLease).toBeCloseTo(total, 5)

    const { body: contract, headers } = await shopper.contract()
    expect(contract.origins).toContain(new URL(contract.url).origin)
    expect(headers.get("cache-control")).toBe("no-store")
    const unsigned = { signature: "not_signed", status: "signing", step: "offer" }
    expect((await shopper.signature()).body).toMatchObject(unsigned)
    await signContract(contract.url)
    // A reading of the last two seconds would be reused.
    await store.pass("3 seconds")
    const signed = { signature: "verified", status: "signed", step: "ready" }
    expect((await shopper.signature()).body).toMatchObject(signed)

    await shopper.startPayment()
    const completed = await store.andWait("order.placed", () => shopper.complete())
    expect(completed.body.type).toBe("order")
  })

  it("reports once that the contract is signed while the first payment is pending", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.toApproval("notpaid")
    const { body } = await shopper.signOffer()
    expect(body).toMatchObject({ signature: "not_signed", step: "first_payment_pending" })
    expect(body.messages.map(({ code }: { code: string }) => code)).toEqual(["signature_pending"])
  })

  it("makes five calls to the service, places the lease with the order's id, and captures the whole sum once", async () => {
    const { order, shopper } = await store.ordered()
    const calls = [
      "POST /application",
      "POST /application/cart",
      "GET /application/cart/pricing",
      "GET /application/contract",
      "GET /application/cart/pricing",
    ]
    expect(store.calls()).toEqual(calls)
    const lease = await store.ledger.ofOrder(order.id)
    const amount = Math.round(order.total * 100)
    const order_display_id = order.display_id
    expect(lease).toMatchObject({ status: "placed", evidence: "verified", order_display_id, amount, alerts: [] })
    const { payment_status, payment_collections } = await store.merchant.order(order.id)
    expect(payment_status).toBe("captured")
    expect(payment_collections[0]?.payments.flatMap(({ captures }) => captures)).toHaveLength(1)
    expect((await shopper.view()).body).toMatchObject({
      ...{ step: "placed", order_id: order.id },
      ...{ status: null, reference: null, offer: null, form: null },
    })
    expect((await shopper.complete()).body.order.id).toBe(order.id)
    expect(store.calls()).toEqual(calls)
  })

  it("writes the history of a lease with the consent's version, text and time", async () => {
    const { order } = await store.ordered()
    const lease = await store.ledger.ofOrder(order.id)
    const history = await store.ledger.history(lease?.id ?? "")
    expect(history.map(({ type }) => type)).toEqual([
      ...["lease_opened", "application_sent", "application_answered", "cart_sent", "offer_made"],
      ...["contract_handed_out", "signature_reported", "signature_verified"],
      ...["order_starting", "order_placed", "payment_captured"],
    ])
    const { version, items } = store.ledger.settingsOf({ account_id: null }).consent
    const detail = { consent_version: version, consent_texts: { application: items[0]?.text } }
    expect(history[1]).toMatchObject({ actor: "shopper", created_at: expect.any(Date), detail })
  })
})
