import { signContract } from "lease-to-own-sandbox"
import { type CartInput, dateIn } from "../../../src/lease-cart"
import { SHIPPING_FRESH_MS } from "../../../src/modules/lease/merchant/deliver"
import type { RaisedAlertCode } from "../../../src/modules/lease/rules/alert-codes"
import type { LedgerRefusal } from "../../../src/modules/lease/texts/messages"
import { deliverLease, orderOfCart, placeOrder } from "../support/fake-medusa"
import { ANA, cartOf, DAY, describeLedger, MINUTE, OWNER, routes } from "../support/ledger-room"

const SESSION = "payses_1"
const TO = { address_1: "12 Elm Street", city: "Austin", province: "TX", postal_code: "78701", country_code: "us" }
const ELSEWHERE = { shipping_address: { ...TO, address_1: "666 Drop Street" } }
const wish = () => ({ cart: cartOf({ shipping_address: TO }) })

describeLedger("a signed order", (room) => {
  /** The check before goods ship to this recipient. */
  const ship = async (id: string, asCart: CartInput) => {
    const lease = await room.lease(id)
    return room.checkShippable(lease, orderOfCart({ id: lease.order_id ?? "", asCart }))
  }

  it("the recipient is bound by the offer: another address needs a new offer before the signature", async () => {
    const { cart } = await room.offered(wish())
    const other = { ...cart, ...ELSEWHERE }
    await expect(room.contract(other, OWNER)).rejects.toMatchObject({ code: "cart_changed" })
    await room.offer(other, OWNER)
    await expect(room.contract(cart, OWNER)).rejects.toMatchObject({ code: "cart_changed" })
    await expect(room.contract(other, OWNER)).resolves.toBeTruthy()
  })

  it("the recipient isn't bound again once the contract is signed, even before the status was read", async () => {
    const { cart, id, url } = await room.handedOut(wish())
    await signContract(url)
    const other = { ...cart, ...ELSEWHERE }
    await expect(room.offer(other, OWNER)).rejects.toMatchObject({ code: "already_signed" })
    await room.attachSession(cart, SESSION, false)
    const completing = room.checkPlaceable(other.id, { cart: other, sessionId: SESSION })
    await expect(completing).rejects.toMatchObject({ code: "recipient_mismatch" })
    expect((await room.lease(id)).status).toBe("signed")
  })

  it("a lease without a stored recipient isn't compared", async () => {
    const { cart, id } = await room.signed(wish())
    await room.rows.changeLease({ recipient_hash: null }, id)
    const { lease } = await room.startOrder({ cart: { ...cart, ...ELSEWHERE }, sessionId: SESSION })
    expect(lease.status).toBe("placing")
  })

  it("the recipient is stored as a hash, and in no history", async () => {
    const { id } = await room.placed(wish())
    const { recipient_hash } = await room.lease(id)
    expect(recipient_hash).toMatch(/^[0-9a-f]{8}(\.[0-9a-f]{16}){8}$/)
    const told = (await room.rows.text("lease_event")) + room.logged
    for (const text of [String(recipient_hash), "Elm"]) expect(told).not.toContain(text)
  })

  describe("once the order is placed", () => {
    it("the email address of a signer's log-in is bound with the order, and no later one is accepted", async () => {
      const { cart, id } = await room.signed(wish())
      await room.rows.changeLease({ customer_id: "cus_ana" }, id)
      const recipient = { ...cart, customer_id: "cus_ana", email: "ana@shopper.example" }
      await placeOrder(room, { cart, recipient })
      expect(await room.alerts(id)).toEqual([])
      await expect(ship(id, recipient)).resolves.toBeUndefined()
      const leaving = ship(id, { ...recipient, email: "mallory@shopper.example" })
      const reason = { reason_code: "recipient_email" }
      await expect(leaving).rejects.toMatchObject({ code: "ship_recipient", params: reason })
    })

    it("the recipient is compared when goods ship, with or without an event", async () => {
      const { cart, id } = await room.placed(wish())
      const leaving = ship(id, { ...cart, ...ELSEWHERE })
      await expect(leaving).rejects.toMatchObject({ code: "ship_recipient" })
      expect(await room.alerts(id)).toEqual(["recipient_differs"])
      await expect(ship(id, cart)).resolves.toBeUndefined()
    })

    it("a recipient that staff accept is bound to the lease, and no other", async () => {
      const { cart, id } = await room.placed(wish())
      const accepted = { ...cart, ...ELSEWHERE }
      await ship(id, accepted).catch(() => undefined)
      const order = orderOfCart({ id: (await room.lease(id)).order_id ?? "", asCart: accepted })
      const acknowledged = ["recipient_differs"] as const
      const word = {
        outcome: "nothing",
        note: "The customer has moved, confirmed by telephone.",
        acknowledged,
        actor: ANA,
      }
      await room.markResolved(await room.lease(id), { order, ...word })
      await expect(ship(id, accepted)).resolves.toBeUndefined()
      expect((await room.lease(id)).accepted_order).toBeNull()
      const third = { ...cart, shipping_address: { ...TO, address_1: "1 Third Road" } }
      await expect(ship(id, third)).rejects.toMatchObject({ code: "ship_recipient" })
    })

    it("accepting a recipient doesn't accept a total that the person has not seen", async () => {
      const { cart, id } = await room.placed(wish())
      const order = orderOfCart({ id: (await room.lease(id)).order_id ?? "", total: 50_000, asCart: cart })
      const word = { outcome: "nothing", note: "Agreed with the operator.", order, actor: ANA }
      const accepts = async (...acknowledged: RaisedAlertCode[]) =>
        (await room.markResolved(await room.lease(id), { ...word, acknowledged })).accepted_order
      await room.accountDeps.store.raise(id, "money_differs")
      expect(await accepts("recipient_differs")).toBeNull()
      const books = { held: 0, heldElsewhere: 0, status: "placed" }
      expect(await accepts("money_differs")).toEqual({ total: 43_999, returned: 0, ...books })
      expect(await accepts("amount_differs")).toEqual({ total: 50_000, returned: 0, ...books })
    })
  })

  describe("with onRecipientChange hold", () => {
    beforeEach(() => void Object.assign(room.accountDeps.options, { onRecipientChange: "hold" }))

    it("with onRecipientChange hold, a recipient changed after the signature is ordered and waits for staff", async () => {
      const { cart } = wish()
      const { id } = await room.placed({ cart, recipient: { ...cart, ...ELSEWHERE } })
      expect(await room.alerts(id)).toEqual(["recipient_differs"])
      await room.orderChanges(id, { recipientDiffers: true })
      await room.run()
      expect(room.medusa.made).toEqual([])
      expect((await room.lease(id)).status).toBe("placed")
    })

    it("with onRecipientChange hold, goods and amounts are still bound after the signature", async () => {
      const { cart } = await room.signed(wish())
      const dearer = { ...cartOf({ price: 430 }), id: cart.id, shipping_address: TO }
      const completing = room.checkPlaceable(dearer.id, { cart: dearer, sessionId: SESSION })
      await expect(completing).rejects.toMatchObject({ code: "contract_mismatch" })
    })
  })

  it("an order that no longer matches starts no lease, even if its delivery was about to be confirmed", async () => {
    const { order, id } = await room.placed(wish())
    room.sandbox.fault({ route: routes.delivery, fault: "503" })
    await room.orderChanges(id, { shipped: true, shippedAt: new Date(), deliveredAt: new Date() })
    await room.run()
    const sent = room.count(routes.delivery)
    // The event of the edit is lost: only the call itself finds it.
    order.total = 30_000
    await room.rows.changeLease({ reconcile_at: null }, id)
    await room.later(10 * MINUTE)
    expect(room.count(routes.delivery)).toBe(sent)
    expect((await room.lease(id)).status).toBe("placed")
    expect(await room.alerts(id)).toContain("amount_differs")
  })

  it("a delivery that couldn't be confirmed is confirmed later with the then current day", async () => {
    const { id } = await room.placed(wish())
    room.sandbox.fault({ route: routes.delivery, fault: "503" })
    await room.orderChanges(id, { shipped: true, shippedAt: new Date(), deliveredAt: new Date() })
    await room.run()
    room.pass(2 * DAY)
    const deliveredAt = room.accountDeps.now()
    // The event is lost: only the call itself finds it.
    await room.orderChanges(id, { deliveredAt })
    await room.rows.changeLease({ reconcile_at: null }, id)
    await room.run()
    const day = dateIn(deliveredAt, room.accountDeps.options.timeZone)
    expect(await room.lease(id)).toMatchObject({ status: "delivered", delivery_date: day })
  })

  it("a dead lease is read again automatically, and continues", async () => {
    const { id } = await room.placed()
    await room.run()
    const { application_id } = await room.lease(id)
    await room.rows.changeLease({ application_id: "999999" }, id)
    await room.checkStatus(await room.lease(id))
    expect(await room.alerts(id)).toEqual(["lease_dead"])
    await room.rows.changeLease({ application_id }, id)
    room.pass(DAY + MINUTE)
    await room.orderChanges(id, { shipped: true, shippedAt: new Date(), deliveredAt: new Date() })
    await room.run()
    expect(await room.alerts(id)).toEqual([])
    expect((await room.lease(id)).status).toBe("delivered")
  })
})

const NOTE = "Agreed with the operator by phone."

describeLedger("what a person is told of a placed lease", (room) => {
  let cart: CartInput
  beforeEach(() => {
    cart = cartOf()
  })
  const ship = async (id: string): Promise<LedgerRefusal | null> =>
    room.checkShippable(await room.lease(id), orderOfCart({ asCart: cart })).then(
      () => null,
      (refusal) => refusal,
    )

  const placed = async () => (await room.placed({ cart })).id
  const raise = async (id: string, ...codes: RaisedAlertCode[]) => {
    for (const code of codes) await room.accountDeps.store.raise(id, code)
  }
  /** Placed, with an unanswered cancellation by staff. */
  async function unclear() {
    const id = await placed()
    room.sandbox.fault({ route: routes.cancel, fault: "drop-after" })
    await expect(room.cancelContract(await room.lease(id), ANA)).rejects.toMatchObject({ code: "result_unknown" })
    return id
  }

  it("a completed return closes all alerts but those about money, goods and other orders", async () => {
    const id = await placed()
    await deliverLease(room, id)
    await raise(id, "return_due", "second_order", "return_failed", "money_differs", "amount_differs", "cart_mismatch")
    await room.returnLease(await room.lease(id), { actor: ANA })
    expect(await room.lease(id)).toMatchObject({ status: "returned" })
    expect(await room.alerts(id)).toEqual(["second_order", "money_differs", "cart_mismatch"])
  })

  it("a delivery that the operator recorded in its portal closes the alerts that end with it", async () => {
    const id = await placed()
    await raise(id, "delivery_failed")
    await room.becomes(await room.lease(id), "Funded")
    await room.checkStatus(await room.lease(id), { actor: ANA })
    expect(await room.lease(id)).toMatchObject({ status: "delivered", alerts: [] })
  })

  it("an end that staff enter closes the alerts that end with it", async () => {
    const id = await placed()
    await raise(id, "amount_differs")
    await room.markResolved(await room.lease(id), { outcome: "canceled", note: NOTE, acknowledged: [], actor: ANA })
    expect(await room.alerts(id)).toEqual([])
  })

  it("a status that is minutes old is read again before goods ship", async () => {
    const id = await placed()
    const before = room.count(routes.pricing)
    room.pass(SHIPPING_FRESH_MS - MINUTE)
    expect([await ship(id), room.count(routes.pricing) - before]).toEqual([null, 0])
    room.pass(2 * MINUTE)
    expect([await ship(id), room.count(routes.pricing) - before]).toEqual([null, 1])
    expect(SHIPPING_FRESH_MS).toBeLessThanOrEqual(10 * MINUTE)
  })

  it("goods wait while the contract of an order is open again, until it is signed", async () => {
    const id = await placed()
    for (const [state, no, alerts] of [
      ["Contracts", "ship_attention", ["lease_dead"]],
      ["Lease Accepted", undefined, []],
    ] as const) {
      await room.becomes(await room.lease(id), state)
      room.pass(SHIPPING_FRESH_MS + MINUTE)
      expect([(await ship(id))?.code, await room.alerts(id)]).toEqual([no, alerts])
    }
  })

  it("goods ship even if the service can't be reached", async () => {
    const id = await placed()
    room.pass(SHIPPING_FRESH_MS + MINUTE)
    room.sandbox.fault({ route: routes.pricing, fault: "503", times: 5 })
    expect(await ship(id)).toBeNull()
  })

  it("goods can't ship while a cancellation's outcome is unknown, or after it", async () => {
    const id = await unclear()
    const refusal = await ship(id)
    expect(refusal?.code).toBe("ship_unknown")
    expect(refusal?.message).toMatch(
      /^Do not ship: we do not know whether the lease of this order was canceled\. We will check again at \w{3} \d+, \d{4}/,
    )
  })

  it("the refusal names whom to ask, and by which id, if nothing more can be found out", async () => {
    const id = await unclear()
    await room.rows.changeCall({ state: "unknown" })
    const { application_id } = await room.lease(id)
    const refusal = await ship(id)
    expect(refusal?.code).toBe("ship_unknown_ask")
    expect(refusal?.message).toContain(`Ask Sandbox Leasing (help@leasing.example, ID ${application_id})`)
  })

  it("an outcome that staff enter for a part leaves the alert for returned goods open", async () => {
    const id = await placed()
    await deliverLease(room, id)
    await room.rows.addCall({ lease_id: id, kind: "return_lines", state: "unknown", sent: true })
    await raise(id, "return_unknown", "return_partial")
    const acknowledged = await room.alerts(id)
    await room.markResolved(await room.lease(id), { outcome: "nothing", note: NOTE, acknowledged, actor: ANA })
    expect(await room.alerts(id)).toEqual(["return_partial"])
  })
})
