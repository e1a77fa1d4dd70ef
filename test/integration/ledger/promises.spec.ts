import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { type AttentionCode, type OrderState } from "../../support/ledger"
import { placeOrder } from "../support/fake-medusa"
import {
  cartOf,
  describeLedger,
  type LedgerRoom,
  OWNER,
  offered as offeredBy,
  signedLease,
} from "../support/ledger-room"

const DAY = 24 * 60 * 60_000
const SESSION = "payses_1"
const MERCHANT = { by: "merchant", id: "user_1" } as const
const TO = { address_1: "12 Elm Street", city: "Austin", province: "TX", postal_code: "78701", country_code: "us" }
const ELSEWHERE = { shipping_address: { ...TO, address_1: "666 Drop Street" } }
const DELIVERY = "POST /application/cart/delivery"
const CART = "POST /application/cart"

/** The steps of a shopper, of whose cart each test changes what it is about. */
function shopping(room: LedgerRoom) {
  const offered = () => offeredBy(room, cartOf({ shipping_address: TO }))
  async function signed() {
    const cart = cartOf({ shipping_address: TO })
    return { cart, id: await signedLease(room, cart) }
  }
  async function placed(recipient?: Partial<CartInput>) {
    const { cart, id } = await signed()
    const order = await placeOrder(room, { cart, recipient: { ...cart, ...recipient } })
    return { cart, order, id }
  }
  return { offered, signed, placed }
}

describeLedger("who gets the goods", (room) => {
  const { offered, signed, placed } = shopping(room)

  it("is bound at the offer: another address needs a new one before it is signed for", async () => {
    const { cart } = await offered()
    const other = { ...cart, ...ELSEWHERE }
    await expect(room.contract(other, OWNER)).rejects.toMatchObject({ code: "cart_changed" })
    await room.offer(other, OWNER)
    await expect(room.contract(cart, OWNER)).rejects.toMatchObject({ code: "cart_changed" })
    await expect(room.contract(other, OWNER)).resolves.toBeTruthy()
  })

  it("is not bound again once the contract is signed, even before the status was read", async () => {
    const { cart, id } = await offered()
    const { url } = await room.contract(cart, OWNER)
    await signContract(url)
    const other = { ...cart, ...ELSEWHERE }
    await expect(room.offer(other, OWNER)).rejects.toMatchObject({ code: "already_signed" })
    await room.attachSession(cart, SESSION, false)
    const completing = room.checkPlaceable({ cart: other, sessionId: SESSION })
    await expect(completing).rejects.toMatchObject({ code: "recipient_mismatch" })
    expect((await room.lease(id)).status).toBe("signed")
  })

  it.each<[string, Partial<CartInput>]>([
    ["street", ELSEWHERE],
    ["name", { shipping_address: { ...TO, last_name: "Thief" } }],
    ["telephone", { shipping_address: { ...TO, phone: "5550100" } }],
    ["e-mail", { email: "mallory@shopper.example" }],
  ])("is what was signed for: with another %s nothing is ordered until it is put back", async (_what, change) => {
    const { cart, id } = await signed()
    const completing = room.startOrder({ cart: { ...cart, ...change }, sessionId: SESSION })
    await expect(completing).rejects.toMatchObject({ code: "recipient_mismatch" })
    expect((await room.lease(id)).status).toBe("signed")
    const { lease } = await room.startOrder({ cart, sessionId: SESSION })
    expect(lease.status).toBe("placing")
  })

  it("is the same however it is typed, and asks the service nothing again", async () => {
    const { cart } = await offered()
    const typed = { ...cart, shipping_address: { ...TO, address_1: "12, ELM street", postal_code: "78701-0001" } }
    await room.offer(typed, OWNER)
    expect(room.count(CART)).toBe(1)
    await expect(room.contract(typed, OWNER)).resolves.toBeTruthy()
  })

  it("is not compared for a lease from before it was kept", async () => {
    const { cart, id } = await signed()
    await room.ledger.store.set(id, { recipient_hash: null }, { actor: { by: "system" } })
    const { lease } = await room.startOrder({ cart: { ...cart, ...ELSEWHERE }, sessionId: SESSION })
    expect(lease.status).toBe("placing")
  })

  it("is kept as a hash that says nothing of it, and stands in no history", async () => {
    const { id } = await placed()
    const [row] = await room.sql("select recipient_hash from lease where id = ?", [id])
    expect(row?.recipient_hash).toMatch(/^[0-9a-f]{8}(\.[0-9a-f]{16}){8}$/)
    const told = JSON.stringify([await room.sql("select * from lease_event"), room.logged])
    expect(told).not.toContain(row?.recipient_hash)
    expect(told).not.toContain("Elm")
  })

  describe("once the order is placed", () => {
    const run = async (id: string) => {
      await room.ledger.store.wake(id)
      await room.run()
    }

    it("is asked at the moment when goods leave, whether or not anybody heard of a change", async () => {
      const { cart, id } = await placed()
      const leaving = room.checkShippable(await room.lease(id), { ...cart, ...ELSEWHERE })
      await expect(leaving).rejects.toMatchObject({ code: "ship_attention" })
      expect(await room.alerts(id)).toEqual(["recipient_differs"])
      await expect(room.checkShippable(await room.lease(id), cart)).resolves.toBeUndefined()
      expect(await room.alerts(id)).toEqual([])
    })

    it("is raised when it was changed since, and nothing is captured meanwhile", async () => {
      const { order, id } = await placed()
      order.recipientDiffers = true
      await run(id)
      expect(await room.alerts(id)).toEqual(["recipient_differs"])
      expect(room.medusa.made).toEqual([])
      order.recipientDiffers = false
      await run(id)
      await run(id)
      expect(await room.alerts(id)).toEqual([])
      expect(room.medusa.made.map(({ call }) => call)).toEqual(["capture_payment"])
    })

    it("is what a person accepts: the lease is bound to it, and to no one else", async () => {
      const { cart, id } = await placed()
      const accepted = { ...cart, ...ELSEWHERE }
      await room.checkShippable(await room.lease(id), accepted).catch(() => undefined)
      const order = { total: 43_999, returned: 0, pieces: 1, recipient: accepted }
      const note = "The customer has moved, confirmed by telephone."
      await room.settle(await room.lease(id), {
        outcome: "nothing",
        note,
        seen: ["recipient_differs"],
        order,
        actor: MERCHANT,
      })
      await expect(room.checkShippable(await room.lease(id), accepted)).resolves.toBeUndefined()
      expect((await room.lease(id)).accepted_order).toBeNull()
      const third = { ...cart, shipping_address: { ...TO, address_1: "1 Third Road" } }
      await expect(room.checkShippable(await room.lease(id), third)).rejects.toMatchObject({ code: "ship_attention" })
    })

    it("is not what the order comes to: of that is accepted what the person has seen of it, and no more", async () => {
      const { cart, id } = await placed()
      const order = { total: 50_000, returned: 0, held: 0, heldElsewhere: 0, pieces: 1, recipient: cart }
      const word = { outcome: "nothing", note: "Agreed with the operator.", order, actor: MERCHANT }
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
    const { signed, placed } = shopping(room)

    it("may change after the signature: the order is placed and waits for a person", async () => {
      const { id } = await placed(ELSEWHERE)
      expect(await room.alerts(id)).toEqual(["recipient_differs"])
      Object.assign([...room.medusa.orders.values()][0] as OrderState, { recipientDiffers: true })
      await room.ledger.store.wake(id)
      await room.run()
      expect(room.medusa.made).toEqual([])
      expect((await room.lease(id)).status).toBe("placed")
    })

    it("is bound before the signature all the same, and so are goods and sums after it", async () => {
      const { cart } = await signed()
      const dearer = { ...cartOf({ price: 430 }), id: cart.id, shipping_address: TO }
      const completing = room.checkPlaceable({ cart: dearer, sessionId: SESSION })
      await expect(completing).rejects.toMatchObject({ code: "contract_mismatch" })
    })
  },
  { onRecipientChange: "hold" },
)

describeLedger("an order that is no longer what was signed for", (room) => {
  const { placed } = shopping(room)

  it("starts no lease, although its delivery was about to be confirmed again", async () => {
    const { order, id } = await placed()
    Object.assign(order, { shipped: true, shippedAt: new Date(), deliveredAt: new Date() })
    room.sandbox.fault({ route: DELIVERY, fault: "503" })
    await room.run()
    const sent = room.count(DELIVERY)
    // The event of the edit is lost: only the call itself finds it.
    order.total = 30_000
    await room.sql("update lease set look_at = null where id = ?", [id])
    room.pass(10 * 60_000)
    await room.run()
    expect(room.count(DELIVERY)).toBe(sent)
    expect((await room.lease(id)).status).toBe("placed")
    expect(await room.alerts(id)).toContain("amount_differs")
  })
})

describeLedger("a lease that the service did not know for a while", (room) => {
  const { placed } = shopping(room)

  it("is read again automatically, and continues", async () => {
    const { order, id } = await placed()
    await room.run()
    const { application_id } = await room.lease(id)
    await room.sql("update lease set application_id = '999999' where id = ?", [id])
    await room.checkStatus(await room.lease(id))
    expect(await room.alerts(id)).toEqual(["lease_dead"])
    await room.sql("update lease set application_id = ? where id = ?", [application_id, id])
    Object.assign(order, { shipped: true, shippedAt: new Date(), deliveredAt: new Date() })
    room.pass(DAY + 60_000)
    await room.ledger.store.wake(id)
    await room.run()
    expect(await room.alerts(id)).toEqual([])
    expect((await room.lease(id)).status).toBe("delivered")
  })
})
