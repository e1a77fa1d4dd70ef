import { signContract } from "lease-to-own-sandbox"
import { type LeaseRecord } from "../../support/ledger"
import { placeOrder } from "../support/fake-medusa"
import { application, cartOf, describeLedger, handedOut, signedLease } from "../support/ledger-room"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describeLedger("what a lease owes", (room) => {
  const tasks = async (id: string) =>
    (await room.ledger.store.tasks.ofLease(id)).map(({ kind, state }) => `${kind} ${state}`)
  const DELIVERY = "POST /application/cart/delivery"

  async function placed() {
    const cart = cartOf()
    const id = await signedLease(room, cart)
    return { cart, order: await placeOrder(room, { cart }), id }
  }

  it("is undecided when the sender of the application is gone, though an earlier lease has paid the order of its cart", async () => {
    const { cart } = await placed()
    const actor = { by: "merchant" } as const
    const earlier = (await room.ledger.store.ofCart(cart.id)) as LeaseRecord
    await room.settle(earlier, { outcome: "cancelled", note: "Ended by phone.", seen: [], actor })
    const { lease } = await room.apply(application(cart))
    await room.sql("update lease set status = 'submitting' where id = ?", [lease.id])
    room.pass(10 * MINUTE)
    await room.run()
    expect((await room.lease(lease.id)).status).toBe("undecided")
  })

  describe("of which no one says whether it was signed", () => {
    /** Signed, at a service without a status, by a shopper whose browser says nothing of it; a day later. */
    async function unheard() {
      room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "no-appstatus", times: 99 })
      const { cart, id, url } = await handedOut(room)
      await room.attachSession(cart, "payses_1", false)
      await signContract(url)
      for (const ms of [3 * MINUTE, 70 * MINUTE, DAY - 80 * MINUTE]) {
        room.pass(ms)
        await room.run()
      }
      expect(await room.alerts(id)).toEqual([])
      room.pass(10 * MINUTE)
      await room.run()
      return id
    }
    const word = { note: "The operator says so on the phone.", actor: { by: "merchant" } } as const

    it("is shown to a person after abandonAfter, and ordered once they say that it is", async () => {
      const id = await unheard()
      expect([await room.alerts(id), (await room.lease(id)).status]).toEqual([["signed_without_order"], "signing"])
      await room.attest(await room.lease(id), word)
      room.pass(3 * MINUTE)
      await room.run()
      expect(room.medusa.made.map(({ call }) => call)).toEqual(["place_order", "capture_payment"])
      expect(await room.lease(id)).toMatchObject({ status: "placed", evidence: "attested" })
    })
  })

  it("is shown to a person when nothing can be read back, and a person can end it", async () => {
    const { id, order } = await placed()
    order.deliveredAt = new Date()
    room.sandbox.fault({ route: "POST /application/cart/delivery", fault: "drop-after" })
    room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "no-appstatus", times: 5 })
    await room.ledger.store.wake(id)
    await room.run()
    room.pass(2 * MINUTE)
    await room.run()
    expect(await room.alerts(id)).toEqual(["delivery_unknown"])
    expect(await tasks(id)).toContain("confirm_delivery unknown")
    const actor = { by: "merchant" as const, id: "user_1" }
    const note = "The operator says that it arrived."
    await room.settle(await room.lease(id), { outcome: "delivered", note, seen: ["delivery_unknown"], actor })
    expect(await room.lease(id)).toMatchObject({ status: "delivered", attention: [] })
    await room.run()
    expect(room.count(DELIVERY)).toBe(1)
  })

  describe("when a person marks it as done elsewhere", () => {
    const actor = { by: "merchant" as const, id: "user_1" }
    const word = { outcome: "nothing", note: "The operator says so.", actor } as const
    const raise = (id: string, code: "amount_differs" | "cancel_failed" | "lease_dead") =>
      room.ledger.store.raise(id, code)

    it("keeps what is raised between reading the lease and writing the word", async () => {
      const { id } = await placed()
      await raise(id, "cancel_failed")
      const read = await room.lease(id)
      await raise(id, "amount_differs")
      await room.settle(read, { ...word, seen: ["cancel_failed"] })
      expect(await room.alerts(id)).toEqual(["amount_differs"])
    })

    it("changes nothing where something was raised since that keeps goods back", async () => {
      const { id } = await placed()
      await raise(id, "cancel_failed")
      const read = await room.lease(id)
      await raise(id, "lease_dead")
      const asked = room.settle(read, { ...word, outcome: "delivered", seen: ["cancel_failed"] })
      await expect(asked).rejects.toMatchObject({ code: "state_changed" })
      expect(await room.alerts(id)).toEqual(["cancel_failed", "lease_dead"])
      expect((await room.lease(id)).status).toBe("placed")
    })
  })

  it("raises no doubt any more once the service gave a clear answer", async () => {
    const { id, order } = await placed()
    order.deliveredAt = new Date()
    await room.ledger.store.wake(id)
    await room.ledger.store.raise(id, "delivery_unknown")
    room.sandbox.fault({ route: DELIVERY, fault: "409" })
    await room.run()
    expect(await room.alerts(id)).toEqual(["delivery_failed"])
  })

  it("raises nothing any more about what was done elsewhere", async () => {
    const { id, order } = await placed()
    order.deliveredAt = new Date()
    room.sandbox.fault({ route: DELIVERY, fault: "503", times: 10 })
    await room.ledger.store.wake(id)
    for (let attempt = 0; attempt < 4; attempt++) {
      await room.run()
      room.pass(10 * MINUTE)
    }
    expect(await room.alerts(id)).toEqual(["delivery_unknown"])
    await room.ledger.store.move(id, "delivery_confirmed", { actor: { by: "service" } })
    await room.run()
    expect((await room.lease(id)).attention).toEqual([])
    expect(await tasks(id)).toContain("confirm_delivery done")
  })
})
