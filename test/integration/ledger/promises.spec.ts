import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import {
  type AttentionCode,
  apply,
  attachSession,
  checkPlaceable,
  checkShippable,
  checkStatus,
  contract,
  type LeaseRecord,
  type OrderState,
  offer,
  runOwed,
  settle,
  startOrder,
  verifySignature,
} from "../../support/ledger"
import { type MedusaRoom, medusaRoom, placeOrder } from "../support/fake-medusa"
import { application, cartOf, describeLedger, type LedgerRoom, OWNER } from "../support/ledger-room"

const DAY = 24 * 60 * 60_000
const SESSION = "payses_1"
const MERCHANT = { by: "merchant", id: "user_1" } as const
const TO = { address_1: "12 Elm Street", city: "Austin", province: "TX", postal_code: "78701", country_code: "us" }
const ELSEWHERE = { shipping_address: { ...TO, address_1: "666 Drop Street" } }
const DELIVERY = "POST /application/cart/delivery"
const CART = "POST /application/cart"

/** The steps of a shopper, of whose cart each test changes what it is about. */
function shopping(room: LedgerRoom) {
  const count = (call: string) => room.calls().filter((made) => made === call).length
  async function offered() {
    const cart = cartOf({ shipping_address: TO })
    const { lease } = await apply(room.ledger, application(cart))
    await offer(room.ledger, cart, OWNER)
    return { cart, id: lease.id }
  }
  async function signed() {
    const { cart, id } = await offered()
    const { url } = await contract(room.ledger, cart, OWNER)
    await attachSession(room.ledger, cart, SESSION, false)
    await signContract(url)
    await verifySignature(room.ledger, cart.id, OWNER)
    return { cart, id }
  }
  async function placed(medusa: MedusaRoom, recipient?: Partial<CartInput>) {
    const { cart, id } = await signed()
    const order = await placeOrder(room, medusa, { cart, recipient: { ...cart, ...recipient } })
    return { cart, order, id }
  }
  const current = async (id: string) => (await room.ledger.store.byId(id)) as LeaseRecord
  const codes = async (id: string) => (await current(id)).attention.map(({ code }) => code)
  return { count, offered, signed, placed, current, codes }
}

describeLedger("who gets the goods", (room) => {
  const { count, offered, signed, placed, current, codes } = shopping(room)

  it("is bound at the offer: another address needs a new one before it is signed for", async () => {
    const { cart } = await offered()
    const other = { ...cart, ...ELSEWHERE }
    await expect(contract(room.ledger, other, OWNER)).rejects.toMatchObject({ code: "cart_changed" })
    await offer(room.ledger, other, OWNER)
    await expect(contract(room.ledger, cart, OWNER)).rejects.toMatchObject({ code: "cart_changed" })
    await expect(contract(room.ledger, other, OWNER)).resolves.toBeTruthy()
  })

  it("is not bound again once the contract is signed, even before the status was read", async () => {
    const { cart, id } = await offered()
    const { url } = await contract(room.ledger, cart, OWNER)
    await signContract(url)
    const other = { ...cart, ...ELSEWHERE }
    await expect(offer(room.ledger, other, OWNER)).rejects.toMatchObject({ code: "already_signed" })
    await attachSession(room.ledger, cart, SESSION, false)
    const completing = checkPlaceable(room.ledger, { cart: other, sessionId: SESSION })
    await expect(completing).rejects.toMatchObject({ code: "recipient_mismatch" })
    expect((await current(id)).status).toBe("signed")
  })

  it.each<[string, Partial<CartInput>]>([
    ["street", ELSEWHERE],
    ["name", { shipping_address: { ...TO, last_name: "Thief" } }],
    ["telephone", { shipping_address: { ...TO, phone: "5550100" } }],
    ["e-mail", { email: "mallory@shopper.example" }],
  ])("is what was signed for: with another %s nothing is ordered until it is put back", async (_what, change) => {
    const { cart, id } = await signed()
    const completing = startOrder(room.ledger, { cart: { ...cart, ...change }, sessionId: SESSION })
    await expect(completing).rejects.toMatchObject({ code: "recipient_mismatch" })
    expect((await current(id)).status).toBe("signed")
    const { lease } = await startOrder(room.ledger, { cart, sessionId: SESSION })
    expect(lease.status).toBe("placing")
  })

  it("is the same however it is typed, and asks the service nothing again", async () => {
    const { cart } = await offered()
    const typed = { ...cart, shipping_address: { ...TO, address_1: "12, ELM street", postal_code: "78701-0001" } }
    await offer(room.ledger, typed, OWNER)
    expect(count(CART)).toBe(1)
    await expect(contract(room.ledger, typed, OWNER)).resolves.toBeTruthy()
  })

  it("is not compared for a lease from before it was kept", async () => {
    const { cart, id } = await signed()
    await room.sql("update lease set recipient_hash = null where id = ?", [id])
    const { lease } = await startOrder(room.ledger, { cart: { ...cart, ...ELSEWHERE }, sessionId: SESSION })
    expect(lease.status).toBe("placing")
  })

  it("is kept as a hash that says nothing of it, and stands in no history", async () => {
    const { id } = await placed(medusaRoom(room))
    const [row] = await room.sql("select recipient_hash from lease where id = ?", [id])
    expect(row?.recipient_hash).toMatch(/^[0-9a-f]{8}(\.[0-9a-f]{16}){8}$/)
    const told = JSON.stringify([await room.sql("select * from lease_event"), room.logged])
    expect(told).not.toContain(row?.recipient_hash)
    expect(told).not.toContain("Elm")
  })

  describe("once the order is placed", () => {
    let medusa: MedusaRoom
    beforeEach(() => {
      medusa = medusaRoom(room)
    })
    const run = async (id: string) => {
      await room.ledger.store.wake(id)
      await runOwed(room.ledger, medusa)
    }

    it("is asked at the moment when goods leave, whether or not anybody heard of a change", async () => {
      const { cart, id } = await placed(medusa)
      const leaving = checkShippable(room.ledger, await current(id), { ...cart, ...ELSEWHERE })
      await expect(leaving).rejects.toMatchObject({ code: "ship_attention" })
      expect(await codes(id)).toEqual(["recipient_differs"])
      await expect(checkShippable(room.ledger, await current(id), cart)).resolves.toBeUndefined()
      expect(await codes(id)).toEqual([])
    })

    it("is raised when it was changed since, and nothing is captured meanwhile", async () => {
      const { order, id } = await placed(medusa)
      order.recipientDiffers = true
      await run(id)
      expect(await codes(id)).toEqual(["recipient_differs"])
      expect(medusa.made).toEqual([])
      order.recipientDiffers = false
      await run(id)
      await run(id)
      expect(await codes(id)).toEqual([])
      expect(medusa.made.map(({ call }) => call)).toEqual(["capture_payment"])
    })

    it("is what a person accepts: the lease is bound to it, and to no one else", async () => {
      const { cart, id } = await placed(medusa)
      const accepted = { ...cart, ...ELSEWHERE }
      await checkShippable(room.ledger, await current(id), accepted).catch(() => undefined)
      const order = { total: 43_999, returned: 0, pieces: 1, recipient: accepted }
      const note = "The customer has moved, confirmed by telephone."
      await settle(room.ledger, await current(id), {
        outcome: "nothing",
        note,
        seen: ["recipient_differs"],
        order,
        actor: MERCHANT,
      })
      await expect(checkShippable(room.ledger, await current(id), accepted)).resolves.toBeUndefined()
      expect((await current(id)).accepted_order).toBeNull()
      const third = { ...cart, shipping_address: { ...TO, address_1: "1 Third Road" } }
      await expect(checkShippable(room.ledger, await current(id), third)).rejects.toMatchObject({
        code: "ship_attention",
      })
    })

    it("is not what the order comes to: of that is accepted what the person has seen of it, and no more", async () => {
      const { cart, id } = await placed(medusa)
      const order = { total: 50_000, returned: 0, held: 0, heldElsewhere: 0, pieces: 1, recipient: cart }
      const word = { outcome: "nothing", note: "Agreed with the operator.", order, actor: MERCHANT }
      const accepts = async (...seen: AttentionCode[]) =>
        (await settle(room.ledger, await current(id), { ...word, seen })).accepted_order
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
    const { signed, placed, codes, current } = shopping(room)

    it("may change after the signature: the order is placed and waits for a person", async () => {
      const medusa = medusaRoom(room)
      const { id } = await placed(medusa, ELSEWHERE)
      expect(await codes(id)).toEqual(["recipient_differs"])
      Object.assign([...medusa.orders.values()][0] as OrderState, { recipientDiffers: true })
      await room.ledger.store.wake(id)
      await runOwed(room.ledger, medusa)
      expect(medusa.made).toEqual([])
      expect((await current(id)).status).toBe("placed")
    })

    it("is bound before the signature all the same, and so are goods and sums after it", async () => {
      const { cart } = await signed()
      const dearer = { ...cartOf({ price: 430 }), id: cart.id, shipping_address: TO }
      const completing = checkPlaceable(room.ledger, { cart: dearer, sessionId: SESSION })
      await expect(completing).rejects.toMatchObject({ code: "contract_mismatch" })
    })
  },
  { onRecipientChange: "hold" },
)

describeLedger("an order that is no longer what was signed for", (room) => {
  const { count, placed, current, codes } = shopping(room)

  it("starts no lease, although its delivery was about to be confirmed again", async () => {
    const medusa = medusaRoom(room)
    const { order, id } = await placed(medusa)
    Object.assign(order, { shipped: true, shippedAt: new Date(), deliveredAt: new Date() })
    room.sandbox.fault({ route: DELIVERY, fault: "503" })
    await runOwed(room.ledger, medusa)
    const sent = count(DELIVERY)
    // The event of the edit is lost: only the call itself finds it.
    order.total = 30_000
    await room.sql("update lease set look_at = null where id = ?", [id])
    room.pass(10 * 60_000)
    await runOwed(room.ledger, medusa)
    expect(count(DELIVERY)).toBe(sent)
    expect((await current(id)).status).toBe("placed")
    expect(await codes(id)).toContain("amount_differs")
  })
})

describeLedger("a lease that the service did not know for a while", (room) => {
  const { signed, placed, current, codes } = shopping(room)

  it("is read again automatically, and continues", async () => {
    const medusa = medusaRoom(room)
    const { order, id } = await placed(medusa)
    await runOwed(room.ledger, medusa)
    const { application_id } = await current(id)
    await room.sql("update lease set application_id = '999999' where id = ?", [id])
    await checkStatus(room.ledger, await current(id))
    expect(await codes(id)).toEqual(["lease_dead"])
    await room.sql("update lease set application_id = ? where id = ?", [application_id, id])
    Object.assign(order, { shipped: true, shippedAt: new Date(), deliveredAt: new Date() })
    room.pass(DAY + 60_000)
    await room.ledger.store.wake(id)
    await runOwed(room.ledger, medusa)
    expect(await codes(id)).toEqual([])
    expect((await current(id)).status).toBe("delivered")
  })

  it("is ordered after all", async () => {
    const medusa = medusaRoom(room)
    const { cart, id } = await signed()
    medusa.carts.set(cart.id, { completed: false, payments: [], sessionIds: [SESSION] })
    await room.ledger.store.raise(id, "lease_dead")
    room.pass(10 * 60_000)
    await room.ledger.store.wake(id)
    await runOwed(room.ledger, medusa)
    expect(await codes(id)).toEqual([])
    expect(medusa.made.map(({ call }) => call)).toEqual(["place_order", "capture_payment"])
  })
})
