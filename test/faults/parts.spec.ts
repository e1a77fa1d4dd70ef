import { retry } from "../../src/modules/lease/ledger"
import { allowRefusal } from "./support/allow-refusal"
import { brokenAtRest, brokenNow } from "./support/at-rest"
import { endPart } from "./support/attempts"
import type { Customer } from "./support/customer"
import { onlyCustomerAt } from "./support/journey"
import { describeFaults } from "./support/room"
import { MERCHANT } from "./support/staff"

const RETURN = "POST /application/return"
const PRICING = "GET /application/cart/pricing"
const MINUTE = 60_000

/** Partial returns of one lease whose response is lost or that several people request at the same time. */
describeFaults("parts of a lease", (room) => {
  const sent = () => room.sandbox.journal().filter(({ route }) => route === RETURN).length
  const taken = () => room.sandbox.leases().flatMap(({ returns }) => returns.map(({ amount }) => amount))
  const codes = async (customer: Customer) => (await customer.lease(room.main)).alerts.map(({ code }) => code)
  async function jobLater(): Promise<void> {
    room.pass(2 * MINUTE)
    await room.main.runJob()
  }

  it("another amount that is requested while the first one is read back isn't returned in its place", async () => {
    const customer = await onlyCustomerAt(room, "delivered")
    room.sandbox.fault({ route: RETURN, fault: "drop-after" })
    await expect(customer.refundPart(room.main, 900)).rejects.toMatchObject({ code: "result_unknown" })
    room.pass(2 * MINUTE)
    await expect(customer.refundPart(room.main, 1200)).rejects.toMatchObject({ code: "state_changed" })
    expect(taken()).toEqual([9])
    expect(sent()).toBe(1)
    await endPart(customer, room)
    expect(await brokenAtRest(room)).toEqual([])
    expect((await customer.lease(room.main)).reductions).toMatchObject([{ amount: 900 }])
  })

  it("a refusal of a call that staff sent again may mean that the first one worked, so it stays with staff", async () => {
    const customer = await onlyCustomerAt(room, "delivered")
    room.sandbox.fault({ route: RETURN, fault: "drop-after" })
    await allowRefusal(() => customer.refundPart(room.main, 900))
    room.sandbox.fault({ route: PRICING, fault: "no-appstatus", times: 2 })
    await jobLater()
    expect(await codes(customer)).toEqual(["return_unknown"])
    // The price is already that low, so the service refuses.
    await retry(room.main.ledger, await customer.lease(room.main), MERCHANT)
    await jobLater()
    expect(sent()).toBe(2)
    expect(await codes(customer)).toEqual(["return_unknown"])
    expect(await brokenNow(room)).toEqual([])
    await endPart(customer, room)
    expect(await brokenAtRest(room)).toEqual([])
    expect(taken()).toEqual([9])
  })

  it("when staff record that a call didn't arrive, that counts for one attempt", async () => {
    const customer = await onlyCustomerAt(room, "delivered")
    room.sandbox.fault({ route: RETURN, fault: "drop-before", times: 2 })
    await allowRefusal(() => customer.refundPart(room.main, 900))
    await jobLater()
    await retry(room.main.ledger, await customer.lease(room.main), MERCHANT)
    for (let hour = 0; hour < 5; hour++) {
      room.pass(60 * MINUTE)
      await room.main.runJob()
    }
    expect(sent()).toBe(2)
    expect(await codes(customer)).toEqual(["return_unknown"])
  })
})
