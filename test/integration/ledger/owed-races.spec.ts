import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { type LeaseStatus, LedgerRefusal } from "../../support/ledger"
import { BY_OTHERS, orderOfCart, placeOrder } from "../support/fake-medusa"
import { ANA, DAY, describeLedger, MINUTE } from "../support/ledger-room"

const SESSION = "payses_1"
const DELETE = "DELETE /application/contract"

/** Events between two steps of the job, and database trouble at the worst moment. */
describeLedger("what a lease owes, when something comes in between", (room) => {
  async function signed() {
    const { cart, id } = await room.signed()
    room.medusa.carts.set(cart.id, { completed: false, payments: [], sessionIds: [SESSION] })
    return { cart, id }
  }
  const later = async (ms: number) => {
    room.pass(ms)
    await room.run()
  }

  /** Its time is over, and the job has tried in vain: the next run gives it up. */
  async function abandoned() {
    const { cart, id } = await signed()
    room.medusa.refuse.place_order = new Error("sold out")
    await later(DAY + MINUTE)
    await later(2 * MINUTE)
    room.pass(2 * MINUTE)
    delete room.medusa.refuse.place_order
    return { cart, id }
  }

  it.each<[LeaseStatus, (cart: CartInput) => Promise<unknown>]>([
    ["placed", (cart) => placeOrder(room, { cart })],
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

  it("counts the time for the first payment from the signature, not from the contract", async () => {
    const { id, url } = await room.handedOut({ tag: "notpaid" })
    room.pass(3 * DAY)
    await signContract(url)
    await room.run()
    await room.run()
    expect(room.count(DELETE)).toBe(0)
    for (const ms of [DAY + MINUTE, 20 * MINUTE, 2 * MINUTE]) await later(ms)
    expect((await room.lease(id)).status).toBe("canceled")
  })

  it("forgets to place the order of a lease that is over by now, and raises no alert", async () => {
    const { id } = await signed()
    room.medusa.refuse.place_order = new Error("sold out")
    await later(3 * MINUTE)
    expect(await room.alerts(id)).toEqual(["signed_without_order"])
    await room.rows.changeLease({ status: "expired", look_at: new Date() })
    await later(2 * MINUTE)
    expect(await room.tasks(id)).toEqual([])
    expect(await room.lease(id)).toMatchObject({ status: "expired", attention: [] })
  })

  it("does not send later what a person was told is not sent", async () => {
    const { id } = await signed()
    await room.rows.changeLease({ claim_token: "another", claimed_until: new Date(Date.now() + MINUTE) })
    const asked = room.cancelContract(await room.lease(id), { by: "shopper" }, { cause: "other_way" })
    await expect(asked).rejects.toMatchObject({ code: "busy" })
    await later(10 * MINUTE)
    expect(room.count(DELETE)).toBe(0)
    expect((await room.tasks(id)).map(({ kind }) => kind)).not.toContain("cancel_contract")
  })

  describe("of a cart of which another method makes an order", () => {
    /** The job's time, a minute at a time. */
    async function minutes(count: number) {
      for (let minute = 0; minute < count; minute++) await later(MINUTE)
    }
    const close = (cart: CartInput, completed = true) =>
      room.medusa.carts.set(cart.id, { completed, payments: [], sessionIds: completed ? [] : [SESSION] })

    it.each(["before the second look", "when the job has the cart for itself"])(
      "keeps the contract when that order is gone %s, and takes back what a person was told",
      async (when) => {
        const { cart, id } = await signed()
        const young = { createdAt: room.ledger.now() }
        room.medusa.orders.set(cart.id, orderOfCart({ ...BY_OTHERS, ...young }))
        close(cart)
        await later(6 * MINUTE)
        expect(await room.alerts(id)).toEqual(["paid_otherwise"])
        const declined = () => {
          room.medusa.orders.delete(cart.id)
          close(cart, false)
        }
        if (when.startsWith("before")) declined()
        room.medusa.lockCart = async (_cartId, work) => {
          declined()
          return work()
        }
        await minutes(14)
        expect(await room.lease(id)).toMatchObject({ status: "placed", attention: [] })
        expect(room.count(DELETE)).toBe(0)
      },
    )

    it("concludes nothing from a cart and an order that changed while they were read", async () => {
      const { cart, id } = await signed()
      const { factsOf } = room.medusa
      room.medusa.factsOf = async () => new Map()
      await minutes(2)
      await room.rows.changeLease({ signed_at: new Date(Date.now() - 9 * DAY) })
      await minutes(5)
      expect(await room.tasks(id)).toEqual([])
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
      expect((await room.lease(id)).status).toBe("canceled")
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
      await later(10 * MINUTE)
      expect((await room.lease(id)).status).toBe("canceled")
      expect(room.count(DELETE)).toBe(1)
    })
  })

  describe("of a cart that is completed several times at once on a payment of before", () => {
    const begin = async (cart: CartInput, token: string) => {
      const authorized = { by: (await room.leaseOf(cart)).id, token }
      return (await room.startOrder({ cart, sessionId: SESSION, authorized })).lease.status
    }
    const leave = async (id: string, token: string) => {
      await room.completionFailed(id, token)
      return (await room.lease(id)).status
    }

    it("stays with the process that completes it until the last one has failed, also of those that began at once", async () => {
      const { cart, id } = await signed()
      await Promise.all(["a", "b", "c"].map((token) => begin(cart, token)))
      const left = []
      for (const token of ["b", "b", "a", "c"]) left.push(await leave(id, token))
      expect(left).toEqual(["placing", "placing", "placing", "signed"])
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
  })

  it("does not send a cancellation again that the service refused while a look was under way", async () => {
    const { id } = await room.placed()
    await room.run()
    room.sandbox.fault({ route: DELETE, fault: "409" })
    const { service } = room.ledger
    const { factsOf } = room.medusa
    const send = service.cancelContract.bind(service)
    let look: Promise<unknown> | undefined
    // The look reads lease and order before the service has answered, and writes down what it found after that.
    service.cancelContract = async (application) => {
      await new Promise<void>((begun) => {
        room.medusa.factsOf = async (leases) => {
          room.medusa.factsOf = factsOf
          const facts = structuredClone(await factsOf(leases))
          begun()
          await asked
          return facts
        }
        look = room.run()
      })
      return send(application)
    }
    const asked = room.cancelContract(await room.lease(id), ANA).catch((error) => error)
    expect(await asked).toMatchObject({ code: "cancel_refused" })
    await look
    expect(room.count(DELETE)).toBe(1)
    expect((await room.tasks(id)).map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      "cancel_contract refused",
      "capture_payment done",
    ])
    expect((await room.lease(id)).status).toBe("placed")
  })
})
