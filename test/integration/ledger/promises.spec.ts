import { signContract } from "lease-to-own-sandbox"
import { type AttentionCode } from "../../support/ledger"
import { orderOfCart } from "../support/fake-medusa"
import { ANA, cartOf, DAY, describeLedger, MINUTE, OWNER } from "../support/ledger-room"

const SESSION = "payses_1"
const TO = { address_1: "12 Elm Street", city: "Austin", province: "TX", postal_code: "78701", country_code: "us" }
const ELSEWHERE = { shipping_address: { ...TO, address_1: "666 Drop Street" } }
const DELIVERY = "POST /application/cart/delivery"
const CART = "POST /application/cart"
const wish = () => ({ cart: cartOf({ shipping_address: TO }) })

describeLedger("who gets the goods", (room) => {
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
    const completing = room.checkPlaceable({ cart: other, sessionId: SESSION })
    await expect(completing).rejects.toMatchObject({ code: "recipient_mismatch" })
    expect((await room.lease(id)).status).toBe("signed")
  })

  it("the same recipient, typed differently, needs no new call", async () => {
    const { cart } = await room.offered(wish())
    const typed = { ...cart, shipping_address: { ...TO, address_1: "12, ELM street", postal_code: "78701-0001" } }
    await room.offer(typed, OWNER)
    expect(room.count(CART)).toBe(1)
    await expect(room.contract(typed, OWNER)).resolves.toBeTruthy()
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
    it("the recipient is compared when goods ship, with or without an event", async () => {
      const { cart, id } = await room.placed(wish())
      const leaving = room.checkShippable(await room.lease(id), { ...cart, ...ELSEWHERE })
      await expect(leaving).rejects.toMatchObject({ code: "ship_attention" })
      expect(await room.alerts(id)).toEqual(["recipient_differs"])
      await expect(room.checkShippable(await room.lease(id), cart)).resolves.toBeUndefined()
      expect(await room.alerts(id)).toEqual([])
    })

    it("a recipient that staff accept is bound to the lease, and no other", async () => {
      const { cart, id } = await room.placed(wish())
      const accepted = { ...cart, ...ELSEWHERE }
      await room.checkShippable(await room.lease(id), accepted).catch(() => undefined)
      const order = orderOfCart({ asCart: accepted })
      const seen = ["recipient_differs"] as const
      const word = { outcome: "nothing", note: "The customer has moved, confirmed by telephone.", seen, actor: ANA }
      await room.settle(await room.lease(id), { order, ...word })
      await expect(room.checkShippable(await room.lease(id), accepted)).resolves.toBeUndefined()
      expect((await room.lease(id)).accepted_order).toBeNull()
      const third = { ...cart, shipping_address: { ...TO, address_1: "1 Third Road" } }
      await expect(room.checkShippable(await room.lease(id), third)).rejects.toMatchObject({ code: "ship_attention" })
    })

    it("accepting a recipient doesn't accept a total that the person has not seen", async () => {
      const { cart, id } = await room.placed(wish())
      const order = orderOfCart({ total: 50_000, asCart: cart })
      const word = { outcome: "nothing", note: "Agreed with the operator.", order, actor: ANA }
      const accepts = async (...seen: AttentionCode[]) =>
        (await room.settle(await room.lease(id), { ...word, seen })).accepted_order
      await room.ledger.store.raise(id, "money_differs")
      expect(await accepts("recipient_differs")).toBeNull()
      const books = { held: 0, heldElsewhere: 0, status: "placed" }
      expect(await accepts("money_differs")).toEqual({ total: 43_999, returned: 0, ...books })
      expect(await accepts("amount_differs")).toEqual({ total: 50_000, returned: 0, ...books })
    })
  })
})

describeLedger(
  "who gets the goods, where a changed order is held",
  (room) => {
    it("with onRecipientChange hold, a recipient changed after the signature is ordered and waits for staff", async () => {
      const { cart } = wish()
      const { id } = await room.placed({ cart, recipient: { ...cart, ...ELSEWHERE } })
      expect(await room.alerts(id)).toEqual(["recipient_differs"])
      await room.orderChanges(id, { recipientDiffers: true })
      await room.run()
      expect(room.medusa.made).toEqual([])
      expect((await room.lease(id)).status).toBe("placed")
    })

    it("with onRecipientChange hold, the recipient is still bound before the signature, and goods and amounts after it", async () => {
      const { cart } = await room.signed(wish())
      const dearer = { ...cartOf({ price: 430 }), id: cart.id, shipping_address: TO }
      const completing = room.checkPlaceable({ cart: dearer, sessionId: SESSION })
      await expect(completing).rejects.toMatchObject({ code: "contract_mismatch" })
    })
  },
  { onRecipientChange: "hold" },
)

describeLedger("an order that is no longer what was signed for", (room) => {
  it("an order that no longer matches starts no lease, even if its delivery was about to be confirmed", async () => {
    const { order, id } = await room.placed(wish())
    room.sandbox.fault({ route: DELIVERY, fault: "503" })
    await room.orderChanges(id, { shipped: true, shippedAt: new Date(), deliveredAt: new Date() })
    await room.run()
    const sent = room.count(DELIVERY)
    // The event of the edit is lost: only the call itself finds it.
    order.total = 30_000
    await room.rows.changeLease({ look_at: null }, id)
    room.pass(10 * MINUTE)
    await room.run()
    expect(room.count(DELIVERY)).toBe(sent)
    expect((await room.lease(id)).status).toBe("placed")
    expect(await room.alerts(id)).toContain("amount_differs")
  })
})

describeLedger("a lease that the service did not know for a while", (room) => {
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
