import { signContract } from "lease-to-own-sandbox"
import {
  apply,
  attachSession,
  attest,
  cancelContract,
  contract,
  type LeaseRecord,
  offer,
  returnLease,
  runOwed,
  settle,
  verifySignature,
} from "../../support/ledger"
import { type MedusaRoom, medusaRoom, orderOfCart, placeOrder } from "../support/fake-medusa"
import { application, cartOf, describeLedger, OWNER } from "../support/ledger-room"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describeLedger("what a lease owes", (room) => {
  let medusa: MedusaRoom
  beforeEach(() => {
    medusa = medusaRoom(room)
  })
  const run = () => runOwed(room.ledger, medusa)
  const current = async (id: string) => (await room.ledger.store.byId(id)) as LeaseRecord
  const tasks = async (id: string) =>
    (await room.ledger.store.tasks.ofLease(id)).map(({ kind, state }) => `${kind} ${state}`)
  const count = (call: string) => room.calls().filter((made) => made === call).length
  const DELETE = "DELETE /application/contract"
  const DELIVERY = "POST /application/cart/delivery"
  const RETURN = "POST /application/return"

  async function handedOut() {
    const cart = cartOf()
    const { lease } = await apply(room.ledger, application(cart))
    await offer(room.ledger, cart, OWNER)
    const { url } = await contract(room.ledger, cart, OWNER)
    await attachSession(room.ledger, cart, "payses_1", false)
    return { cart, url, id: lease.id }
  }
  async function signed() {
    const { cart, url, id } = await handedOut()
    await signContract(url)
    await verifySignature(room.ledger, cart.id, OWNER)
    return { cart, id }
  }
  async function placed() {
    const { cart, id } = await signed()
    return { cart, order: await placeOrder(room, medusa, { cart }), id }
  }

  it("is captured once after the order", async () => {
    const { id } = await placed()
    await run()
    await run()
    expect(medusa.made.map(({ call }) => call)).toEqual(["capture_payment"])
    expect(await tasks(id)).toEqual(["capture_payment done"])
  })

  it("is delivered once, with the day in the store's time zone", async () => {
    const { id, order } = await placed()
    order.deliveredAt = new Date("2026-11-22T23:30:00.000Z")
    order.shipped = true
    await room.ledger.store.wake(id)
    await run()
    await run()
    expect(count(DELIVERY)).toBe(1)
    expect(await current(id)).toMatchObject({ status: "delivered", delivery_date: "2026-11-22" })
  })

  it.each([
    ["drop-after", 1],
    ["drop-before", 2],
    ["half-body", 1],
    ["503", 2],
  ] as const)("is delivered once in effect when the answer is %s", async (fault, sent) => {
    const { id, order } = await placed()
    order.deliveredAt = new Date()
    order.shipped = true
    room.sandbox.fault({ route: "POST /application/cart/delivery", fault })
    await room.ledger.store.wake(id)
    await run()
    room.pass(2 * MINUTE)
    await run()
    expect(count(DELIVERY)).toBe(sent)
    expect((await current(id)).status).toBe("delivered")
  })

  it("is placed by the job when the shopper closed the tab, once", async () => {
    const { id, url } = await handedOut()
    await signContract(url)
    await run()
    expect((await current(id)).status).toBe("signing")
    room.pass(3 * MINUTE)
    await run()
    expect((await current(id)).status).toBe("signed")
    room.pass(3 * MINUTE)
    await run()
    expect(medusa.made.map(({ call }) => call)).toEqual(["place_order", "capture_payment"])
    expect(await current(id)).toMatchObject({ status: "placed" })
  })

  it("is undecided when the sender of the application is gone, though an earlier lease has paid the order of its cart", async () => {
    const { cart } = await placed()
    const actor = { by: "merchant" } as const
    const earlier = (await room.ledger.store.ofCart(cart.id)) as LeaseRecord
    await settle(room.ledger, earlier, { outcome: "cancelled", note: "Ended by phone.", seen: [], actor })
    const { lease } = await apply(room.ledger, application(cart))
    await room.sql("update lease set status = 'submitting' where id = ?", [lease.id])
    room.pass(10 * MINUTE)
    await run()
    expect((await current(lease.id)).status).toBe("undecided")
  })

  describe("of which no one says whether it was signed", () => {
    const codes = async (id: string) => (await current(id)).attention.map(({ code }) => code)
    /** Signed, at a service without a status, by a shopper whose browser says nothing of it; a day later. */
    async function unheard() {
      room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "no-appstatus", times: 99 })
      const { id, url } = await handedOut()
      await signContract(url)
      for (const ms of [3 * MINUTE, 70 * MINUTE, DAY - 80 * MINUTE]) {
        room.pass(ms)
        await run()
      }
      expect(await codes(id)).toEqual([])
      room.pass(10 * MINUTE)
      await run()
      return id
    }
    const word = { note: "The operator says so on the phone.", actor: { by: "merchant" } } as const

    it("is shown to a person after abandonAfter, and ordered once they say that it is", async () => {
      const id = await unheard()
      expect([await codes(id), (await current(id)).status]).toEqual([["signed_without_order"], "signing"])
      await attest(room.ledger, await current(id), word)
      room.pass(3 * MINUTE)
      await run()
      expect(medusa.made.map(({ call }) => call)).toEqual(["place_order", "capture_payment"])
      expect(await current(id)).toMatchObject({ status: "placed", evidence: "attested" })
    })

    it("stays closed once a person has closed that", async () => {
      const id = await unheard()
      const seen = ["signed_without_order"] as const
      await settle(room.ledger, await current(id), { ...word, outcome: "nothing", seen })
      for (const ms of [0, DAY, DAY]) {
        room.pass(ms)
        await run()
      }
      expect([await codes(id), (await current(id)).status]).toEqual([[], "signing"])
    })
  })

  it("is canceled when it cannot be placed in time", async () => {
    const { id, cart } = await signed()
    medusa.carts.set(cart.id, { completed: false, payments: [], sessionIds: ["payses_1"] })
    medusa.refuse.place_order = new Error("sold out")
    room.pass(3 * MINUTE)
    await run()
    expect((await current(id)).attention.map(({ code }) => code)).toEqual(["signed_without_order"])
    room.pass(DAY)
    await run()
    room.pass(2 * MINUTE)
    await run()
    expect(count(DELETE)).toBe(1)
    expect((await current(id)).status).toBe("cancelled")
  })

  it("is canceled when its order was canceled past the route, and the payment is closed", async () => {
    const { id, order } = await placed()
    await run()
    order.cancelled = true
    await room.ledger.store.wake(id)
    await run()
    room.pass(3 * MINUTE)
    await run()
    expect(count(DELETE)).toBe(1)
    expect((await current(id)).status).toBe("cancelled")
    expect(medusa.made.map(({ call }) => call)).toEqual(["capture_payment", "close_payment"])
  })

  describe("is canceled while its order was never written down", () => {
    async function ordered() {
      const { cart, id } = await signed()
      const order = orderOfCart()
      medusa.orders.set(cart.id, order)
      return { order, id }
    }
    const pass = (ms: number) => room.pass(ms)

    it("and the cancel of the order that was owed with it finds the order by its cart", async () => {
      const { order, id } = await ordered()
      await cancelContract(room.ledger, await current(id), { by: "merchant", id: "user_1" }, { cancel_order: true })
      pass(3 * MINUTE)
      await run()
      expect(order.cancelled).toBe(true)
      expect((await current(id)).attention).toEqual([])
    })

    it("and a person hears of the order that stands, until it is canceled", async () => {
      const { order, id } = await ordered()
      await cancelContract(room.ledger, await current(id), { by: "merchant", id: "user_1" })
      pass(3 * MINUTE)
      await run()
      expect((await current(id)).attention).toMatchObject([{ code: "lease_dead", params: { order_id: order.id } }])
      expect(order.payments).toMatchObject([{ canceled: true }])
      order.cancelled = true
      pass(DAY)
      await run()
      expect((await current(id)).attention).toEqual([])
    })
  })

  it("is returned once, after asking", async () => {
    const { id, order } = await placed()
    order.deliveredAt = new Date()
    await room.ledger.store.wake(id)
    await run()
    room.sandbox.fault({ route: "POST /application/return", fault: "drop-after" })
    const actor = { by: "merchant" as const, id: "user_1" }
    await expect(returnLease(room.ledger, await current(id), { actor })).rejects.toMatchObject({
      code: "result_unknown",
    })
    expect((await current(id)).status).toBe("returning")
    room.pass(2 * MINUTE)
    await run()
    expect(count(RETURN)).toBe(1)
    expect((await current(id)).status).toBe("returned")
  })

  it("is shown to a person when nothing can be read back, and a person can end it", async () => {
    const { id, order } = await placed()
    order.deliveredAt = new Date()
    room.sandbox.fault({ route: "POST /application/cart/delivery", fault: "drop-after" })
    room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "no-appstatus", times: 5 })
    await room.ledger.store.wake(id)
    await run()
    room.pass(2 * MINUTE)
    await run()
    expect((await current(id)).attention.map(({ code }) => code)).toEqual(["delivery_unknown"])
    expect(await tasks(id)).toContain("confirm_delivery unknown")
    const actor = { by: "merchant" as const, id: "user_1" }
    const note = "The operator says that it arrived."
    await settle(room.ledger, await current(id), { outcome: "delivered", note, seen: ["delivery_unknown"], actor })
    expect(await current(id)).toMatchObject({ status: "delivered", attention: [] })
    await run()
    expect(count(DELIVERY)).toBe(1)
  })

  describe("when a person marks it as done elsewhere", () => {
    const actor = { by: "merchant" as const, id: "user_1" }
    const word = { outcome: "nothing", note: "The operator says so.", actor } as const
    const raise = (id: string, code: "amount_differs" | "cancel_failed" | "lease_dead") =>
      room.ledger.store.raise(id, code)
    const codes = async (id: string) => (await current(id)).attention.map(({ code }) => code)

    it("closes the alerts that the person saw, and keeps what was raised since", async () => {
      const { id } = await placed()
      await raise(id, "cancel_failed")
      const seen = (await current(id)).attention.map(({ code }) => code)
      await raise(id, "amount_differs")
      await settle(room.ledger, await current(id), { ...word, seen })
      expect(await codes(id)).toEqual(["amount_differs"])
    })

    it("keeps what is raised between reading the lease and writing the word", async () => {
      const { id } = await placed()
      await raise(id, "cancel_failed")
      const read = await current(id)
      await raise(id, "amount_differs")
      await settle(room.ledger, read, { ...word, seen: ["cancel_failed"] })
      expect(await codes(id)).toEqual(["amount_differs"])
    })

    it("changes nothing where something was raised since that keeps goods back", async () => {
      const { id } = await placed()
      await raise(id, "cancel_failed")
      const read = await current(id)
      await raise(id, "lease_dead")
      const asked = settle(room.ledger, read, { ...word, outcome: "delivered", seen: ["cancel_failed"] })
      await expect(asked).rejects.toMatchObject({ code: "state_changed" })
      expect(await codes(id)).toEqual(["cancel_failed", "lease_dead"])
      expect((await current(id)).status).toBe("placed")
    })
  })

  it("raises no doubt any more once the service gave a clear answer", async () => {
    const { id, order } = await placed()
    order.deliveredAt = new Date()
    await room.ledger.store.wake(id)
    await room.ledger.store.raise(id, "delivery_unknown")
    room.sandbox.fault({ route: DELIVERY, fault: "409" })
    await run()
    expect((await current(id)).attention.map(({ code }) => code)).toEqual(["delivery_failed"])
  })

  it("raises nothing any more about what was done elsewhere", async () => {
    const { id, order } = await placed()
    order.deliveredAt = new Date()
    room.sandbox.fault({ route: DELIVERY, fault: "503", times: 10 })
    await room.ledger.store.wake(id)
    for (let attempt = 0; attempt < 4; attempt++) {
      await run()
      room.pass(10 * MINUTE)
    }
    expect((await current(id)).attention.map(({ code }) => code)).toEqual(["delivery_unknown"])
    await room.ledger.store.move(id, "delivery_confirmed", { actor: { by: "service" } })
    await run()
    expect((await current(id)).attention).toEqual([])
    expect(await tasks(id)).toContain("confirm_delivery done")
  })
})
