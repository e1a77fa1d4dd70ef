import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { type LeaseStatus, LedgerRefusal } from "../../support/ledger"
import { orderOfCart, placeOrder } from "../support/fake-medusa"
import { cartOf, describeLedger, handedOut, OWNER, signedLease } from "../support/ledger-room"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SESSION = "payses_1"
const DELETE = "DELETE /application/contract"

/** An old order of the cart that another method has paid. */
const paidByCard = () => orderOfCart({ sessionIds: [], payments: [], paidOtherwise: true })

/** Events between two steps of the job, and database trouble at the worst moment. */
describeLedger("what a lease owes, when something comes in between", (room) => {
  async function signed() {
    const cart = cartOf()
    const id = await signedLease(room, cart)
    room.medusa.carts.set(cart.id, { completed: false, payments: [], sessionIds: [SESSION] })
    return { cart, id }
  }
  const place = (cart: CartInput) => placeOrder(room, { cart })

  /** Its time is over, and the job has tried in vain: the next run gives it up. */
  async function abandoned() {
    const { cart, id } = await signed()
    room.medusa.refuse.place_order = new Error("sold out")
    room.pass(DAY + MINUTE)
    await room.run()
    room.pass(2 * MINUTE)
    await room.run()
    room.pass(2 * MINUTE)
    delete room.medusa.refuse.place_order
    return { cart, id }
  }

  it.each<[LeaseStatus, (cart: CartInput) => Promise<unknown>]>([
    ["placed", place],
    ["placing", (cart) => room.startOrder({ cart, sessionId: SESSION })],
  ])("keeps the contract of a shopper whose order is %s while the job waits to give it up", async (status, begins) => {
    const { cart, id } = await abandoned()
    room.medusa.lockCart = async (_cartId, work) => {
      if ((await room.lease(id)).status === "signed") await begins(cart)
      return work()
    }
    await room.run()
    expect(room.count(DELETE)).toBe(0)
    expect((await room.lease(id)).status).toBe(status)
  })

  it("finds the signature on a contract that was handed out before the last offer, though the cart was ordered otherwise", async () => {
    const { cart, id } = await handedOut(room)
    await room.offer({ ...cart, shipping_address: { country_code: "us", province: "OH" } }, OWNER)
    const { status, application_id } = await room.lease(id)
    expect(status).toBe("offered")
    // A service that leaves the earlier page open; the sandbox closes it.
    await fetch(`${room.sandbox.controlUrl}/leases/${application_id}/sign`, { method: "POST" })
    room.medusa.orders.set(cart.id, paidByCard())
    room.pass(3 * MINUTE)
    await room.run()
    expect(await room.lease(id)).toMatchObject({ status: "signed", attention: [{ code: "paid_otherwise" }] })
    room.pass(2 * MINUTE)
    await room.run()
    expect(await room.lease(id)).toMatchObject({ status: "cancelled", attention: [] })
  })

  it("counts the time for the first payment from the signature, not from the contract", async () => {
    const { id, url } = await handedOut(room, undefined, "notpaid")
    room.pass(3 * DAY)
    await signContract(url)
    await room.run()
    await room.run()
    expect(room.count(DELETE)).toBe(0)
    room.pass(DAY + MINUTE)
    await room.run()
    room.pass(20 * MINUTE)
    await room.run()
    room.pass(2 * MINUTE)
    await room.run()
    expect(room.count(DELETE)).toBe(1)
    expect((await room.lease(id)).status).toBe("cancelled")
  })

  it("forgets to place the order of a lease that is over by now, and raises no alert", async () => {
    const { id } = await signed()
    room.medusa.refuse.place_order = new Error("sold out")
    room.pass(3 * MINUTE)
    await room.run()
    expect(await room.alerts(id)).toEqual(["signed_without_order"])
    await room.sql("update lease set status = 'expired', look_at = now()")
    room.pass(2 * MINUTE)
    await room.run()
    expect(await room.ledger.store.tasks.ofLease(id)).toEqual([])
    expect(await room.lease(id)).toMatchObject({ status: "expired", attention: [] })
  })

  it("does not send later what a person was told is not sent", async () => {
    const { id } = await signed()
    await room.sql("update lease set claim_token = 'another', claimed_until = now() + interval '1 minute'")
    const asked = room.cancelContract(await room.lease(id), { by: "shopper" }, { cause: "other_way" })
    await expect(asked).rejects.toMatchObject({ code: "busy" })
    room.pass(10 * MINUTE)
    await room.run()
    expect(room.count(DELETE)).toBe(0)
    expect((await room.ledger.store.tasks.ofLease(id)).map(({ kind }) => kind)).not.toContain("cancel_contract")
  })

  describe("of a cart of which another method makes an order", () => {
    /** The job's time, a minute at a time. */
    async function minutes(count: number) {
      for (let minute = 0; minute < count; minute++) {
        room.pass(MINUTE)
        await room.run()
      }
    }
    const cardAsked = () => orderOfCart({ sessionIds: [], payments: [], createdAt: room.ledger.now() })
    const close = (cart: CartInput, completed = true) =>
      room.medusa.carts.set(cart.id, { completed, payments: [], sessionIds: completed ? [] : [SESSION] })

    it("keeps the contract while the card is being asked, and orders when it was declined, minutes later", async () => {
      const { cart, id } = await signed()
      room.medusa.orders.set(cart.id, cardAsked())
      close(cart)
      await minutes(12)
      expect(await room.lease(id)).toMatchObject({ status: "signed", attention: [{ code: "signed_without_order" }] })
      room.medusa.orders.delete(cart.id)
      close(cart, false)
      await minutes(12)
      expect(room.medusa.made).toMatchObject([{ call: "place_order" }, { call: "capture_payment" }])
      expect(await room.lease(id)).toMatchObject({ status: "placed", attention: [] })
      expect(room.count(DELETE)).toBe(0)
    })

    it("keeps the contract when that order is gone at the second look, and takes back what a person was told", async () => {
      const { cart, id } = await signed()
      room.medusa.orders.set(cart.id, { ...cardAsked(), paidOtherwise: true })
      close(cart)
      room.pass(6 * MINUTE)
      await room.run()
      expect((await room.lease(id)).attention).toMatchObject([{ code: "paid_otherwise" }])
      room.medusa.orders.delete(cart.id)
      close(cart, false)
      room.medusa.refuse.place_order = new Error("the stock was locked")
      await minutes(3)
      expect((await room.lease(id)).attention).toMatchObject([{ code: "signed_without_order" }])
      delete room.medusa.refuse.place_order
      await minutes(10)
      expect(await room.lease(id)).toMatchObject({ status: "placed", attention: [] })
      expect(room.count(DELETE)).toBe(0)
    })

    it("judges once more when it has the cart for itself", async () => {
      const { cart, id } = await signed()
      room.medusa.orders.set(cart.id, { ...cardAsked(), paidOtherwise: true })
      close(cart)
      room.medusa.lockCart = async (_cartId, work) => {
        room.medusa.orders.delete(cart.id)
        close(cart, false)
        return work()
      }
      await minutes(20)
      expect(room.count(DELETE)).toBe(0)
      expect((await room.lease(id)).status).toBe("placed")
    })

    it("concludes nothing from a cart and an order that changed while they were read", async () => {
      const { cart, id } = await signed()
      const { factsOf } = room.medusa
      room.medusa.factsOf = async () => new Map()
      await minutes(2)
      await room.sql("update lease set signed_at = signed_at - interval '9 days'")
      await minutes(5)
      expect(await room.ledger.store.tasks.ofLease(id)).toEqual([])
      room.medusa.factsOf = factsOf
      close(cart, false)
      await minutes(10)
      expect((await room.lease(id)).status).toBe("placed")
      expect(room.count(DELETE)).toBe(0)
    })
  })

  describe("that is to be given up", () => {
    it("is given up when that fails, with the cart free again and the lease closed to completions while the service is asked", async () => {
      const { cart, id } = await abandoned()
      let held = 0
      room.medusa.lockCart = async (_cartId, work) => {
        held++
        try {
          return await work()
        } finally {
          held--
        }
      }
      const { service } = room.ledger
      const cancel = service.cancelContract.bind(service)
      const seen: unknown[] = []
      service.cancelContract = async (application) => {
        const complete = room.startOrder({ cart, sessionId: SESSION })
        seen.push(held, await complete.catch(({ code }) => code))
        return cancel(application)
      }
      await room.run()
      expect(seen).toEqual([0, "lease_dead"])
      expect((await room.lease(id)).status).toBe("cancelled")
    })

    it("waits for a process that holds the cart too long, and is no refused cancellation then", async () => {
      const { id } = await abandoned()
      const { lockCart } = room.medusa
      room.medusa.lockCart = async () => {
        throw new LedgerRefusal("busy", {}, { kind: "unavailable" })
      }
      await room.run()
      expect(await room.lease(id)).toMatchObject({ status: "signed", attention: [{ code: "signed_without_order" }] })
      room.medusa.lockCart = lockCart
      room.pass(10 * MINUTE)
      await room.run()
      expect((await room.lease(id)).status).toBe("cancelled")
      expect(room.count(DELETE)).toBe(1)
    })
  })

  describe("of a cart that is completed several times at once on a payment of before", () => {
    const begin = (cart: CartInput, token: string) =>
      room.startOrder({ cart, sessionId: SESSION, token }).then(({ lease }) => lease.status)
    const leave = async (id: string, token: string) => {
      await room.completionFailed(id, token)
      return (await room.lease(id)).status
    }

    it("stays with the process that completes it until the last one has failed", async () => {
      const { cart, id } = await signed()
      for (const token of ["a", "b", "c"]) expect(await begin(cart, token)).toBe("placing")
      expect(await leave(id, "b")).toBe("placing")
      expect(await leave(id, "b")).toBe("placing")
      expect(await leave(id, "a")).toBe("placing")
      expect(await leave(id, "c")).toBe("signed")
    })

    it("is free five minutes after the last one began, though none of them has said how it ended", async () => {
      const { cart, id } = await signed()
      await begin(cart, "a")
      room.pass(4 * MINUTE)
      await begin(cart, "b")
      room.pass(4 * MINUTE)
      expect((await room.currentLease(cart.id))?.status).toBe("placing")
      expect(await leave(id, "b")).toBe("signed")
      await begin(cart, "c")
      room.pass(6 * MINUTE)
      expect((await room.currentLease(cart.id))?.status).toBe("signed")
    })

    it("counts each of those that begin in the same moment", async () => {
      const { cart, id } = await signed()
      const tokens = ["a", "b", "c", "d"]
      await Promise.all(tokens.map((token) => begin(cart, token)))
      const left = []
      for (const token of tokens) left.push(await leave(id, token))
      expect(left).toEqual(["placing", "placing", "placing", "signed"])
    })
  })

  describe("by a look that is older than what has happened since", () => {
    const actor = { by: "merchant", id: "user_1" } as const
    const DELIVERY = "POST /application/cart/delivery"
    const tasks = async (id: string) =>
      (await room.ledger.store.tasks.ofLease(id)).map(({ kind, state }) => `${kind} ${state}`).sort()

    async function placed() {
      const { cart, id } = await signed()
      const order = await place(cart)
      await room.run()
      return { id, order }
    }
    /** Has the next look read lease and order before this happens, and write down what it found after it. */
    function whileLooking(meanwhile: () => Promise<unknown>) {
      const { factsOf } = room.medusa
      room.medusa.factsOf = async (leases) => {
        room.medusa.factsOf = factsOf
        const facts = structuredClone(await factsOf(leases))
        await meanwhile()
        return facts
      }
    }
    /** A person asks for a call; a look begins before the service has answered, and goes on after it has. */
    async function lookedAtDuring(name: "cancelContract" | "returnLease", ask: () => Promise<unknown>) {
      const { service } = room.ledger
      const send = service[name].bind(service) as (...given: unknown[]) => Promise<never>
      let looking: Promise<unknown> | undefined
      service[name] = async (...given: unknown[]) => {
        await new Promise<void>((begun) => {
          whileLooking(() => {
            begun()
            return asked
          })
          looking = room.run()
        })
        return send(...given)
      }
      const asked = ask().catch((error) => error)
      await asked
      await looking
      return asked
    }

    it("does not send a cancellation again that the service has refused", async () => {
      const { id } = await placed()
      room.sandbox.fault({ route: DELETE, fault: "409" })
      const lease = await room.lease(id)
      const asked = await lookedAtDuring("cancelContract", () => room.cancelContract(lease, actor))
      expect(asked).toMatchObject({ code: "cancel_refused" })
      expect(room.count(DELETE)).toBe(1)
      expect(await tasks(id)).toEqual(["cancel_contract refused", "capture_payment done"])
      expect((await room.lease(id)).status).toBe("placed")
    })

    it("does not ask again for a delivery that another process has confirmed", async () => {
      const { id, order } = await placed()
      Object.assign(order, { shipped: true, deliveredAt: new Date() })
      await room.ledger.store.wake(id)
      whileLooking(async () => {
        await room.ledger.store.wake(id)
        await room.run()
      })
      await room.run()
      expect(room.count(DELIVERY)).toBe(1)
      expect(await tasks(id)).toEqual(["capture_payment done", "confirm_delivery done"])
    })
  })
})
