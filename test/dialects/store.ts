import { type DialectName, signContract } from "lease-to-own-sandbox"
import { turnOn } from "../integration/sales-tax"
import { AVAILABILITY, CANCEL, CONFIRM, LeaseDashboard, RETURN } from "../integration/support/lease-dashboard"
import { type LeaseStore, OWN_DIALECT, storeRules } from "../integration/support/lease-store"
import type { Shopper } from "../integration/support/shopper"
import { optionsFor } from "./options-for"

/**
 * A store at accounts whose dialect matters above the client: taxes, lines and status values. `unit/client/conformance/dialects.spec.ts` has
 * each dialect, and `faults.spec.ts` the other calls.
 */
export const otherDialects = storeRules("a store at an account of another dialect", (store) => {
  afterAll(() => {
    store.setOptions({})
    store.speak(OWN_DIALECT)
  })
  describe.each(["reference", "no-status"] as const)("%s", (dialect) => {
    beforeAll(() => {
      store.setOptions(optionsFor(dialect))
      store.speak(dialect)
    })
    wholeLease(store, dialect)
  })
})

/** A shopper with a full cart, whose tax leaves it with the choice of a lease if the operator charges the tax. */
async function filled(store: LeaseStore, dialect: DialectName): Promise<Shopper> {
  if (optionsFor(dialect).salesTax === "by_operator") await turnOn(store.container)
  const shopper = store.shopper()
  // Not one of the prepared carts.
  await shopper.fillCart({ email: "alex@shopper.example" })
  return shopper
}

function wholeLease(store: LeaseStore, dialect: DialectName): void {
  const dashboard = new LeaseDashboard(store)
  const silent = dialect === "no-status"
  const told = () => store.calls().filter((call) => [CANCEL, CONFIRM, AVAILABILITY, RETURN].includes(call))

  it("a cart that changes during checkout becomes a captured order, is delivered and returned, with one call for each step", async () => {
    const shopper = await filled(store, dialect)
    expect(await shopper.apply()).toMatchObject({ status: 200, body: { status: "approved", step: "offer" } })
    const offered = await shopper.offer()
    expect(offered).toMatchObject({ status: 200, body: { status: "offered", cart_in_sync: true } })
    expect(offered.body.offer.summary).toMatchObject({ payments: 26, every: "biWeekly", months: 12 })
    await shopper.addItem("lamp", 2)
    expect((await shopper.offer()).body.offer.cash_price).toBeGreaterThan(offered.body.offer.cash_price)
    const { body: contract } = await shopper.contract()
    await signContract(contract.url)
    const signature = silent ? { signature: "no_status" } : { signature: "verified", status: "signed", step: "ready" }
    expect((await shopper.signature()).body).toMatchObject(signature)
    await shopper.startPayment()
    const { body } = await store.andWait("order.placed", () => shopper.complete())
    expect(body).toMatchObject({ type: "order" })
    const orderId: string = body.order.id
    if (silent) await dashboard.act(orderId, "attest", { note: "The operator said so on the telephone." })
    await store.reconcile()
    expect((await store.merchant.order(orderId)).payment_status).toBe("captured")
    expect(await dashboard.lease(orderId)).toMatchObject({
      status: "placed",
      evidence: silent ? "attested" : "verified",
    })
    await dashboard.delivered(orderId)
    expect((await dashboard.lease(orderId)).status).toBe("delivered")
    expect((await store.merchant.refund(orderId)).status).toBe(200)
    expect(told()).toEqual([CONFIRM, AVAILABILITY, RETURN])
    expect(await dashboard.lease(orderId)).toMatchObject({ status: "returned" })
    expect(store.sandbox.leases().map(({ state }) => state)).toEqual(["Returned"])
  })
}
