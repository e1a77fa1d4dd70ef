import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import {
  apply,
  cancelContract,
  completionFailed,
  contract,
  currentLease,
  type LeaseRecord,
  LedgerRefusal,
  offer,
  returnLease,
  runOwed,
  startOrder,
  verifySignature,
} from "../../support/ledger"
import { type MedusaRoom, medusaRoom, orderOfCart, placeOrder } from "../support/fake-medusa"
import { application, cartOf, describeLedger, OWNER, signedLease } from "../support/ledger-room"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SESSION = "payses_1"

/** An old order of the cart that another method has paid. */
const paidByCard = () => orderOfCart({ sessionIds: [], payments: [], paidOtherwise: true })

/** Events between two steps of the job, and database trouble at the worst moment. */
describeLedger("what a lease owes, when something comes in between", (room) => {
  let medusa: MedusaRoom
  beforeEach(() => {
    medusa = medusaRoom(room)
  })
  const run = () => runOwed(room.ledger, medusa)
  const current = async (id: string) => (await room.ledger.store.byId(id)) as LeaseRecord
  const made = (call: string) => room.calls().filter((entry) => entry === call)

  async function signed() {
    const cart = cartOf()
    const id = await signedLease(room, cart)
    medusa.carts.set(cart.id, { completed: false, payments: [], sessionIds: [SESSION] })
    return { cart, id }
  }
  const place = (cart: CartInput) => placeOrder(room, medusa, { cart })

  /** Its time is over, and the job has tried in vain: the next run gives it up. */
  async function abandoned() {
    const { cart, id } = await signed()
    medusa.refuse.place_order = new Error("sold out")
    room.pass(DAY + MINUTE)
    await run()
    room.pass(2 * MINUTE)
    await run()
    room.pass(2 * MINUTE)
    delete medusa.refuse.place_order
    return { cart, id }
  }

  it("keeps the contract of a shopper whose order is placed while the job waits to give it up", async () => {
    const { cart, id } = await abandoned()
    medusa.lockCart = async (_cartId, work) => {
      if ((await current(id)).status === "signed") await place(cart)
      return work()
    }
    await run()
    expect(made("DELETE /application/contract")).toEqual([])
    expect((await current(id)).status).toBe("placed")
  })

  it("keeps the contract of a shopper whose order is being placed at that moment", async () => {
    const { cart, id } = await abandoned()
    medusa.lockCart = async (_cartId, work) => {
      if ((await current(id)).status === "signed") await startOrder(room.ledger, { cart, sessionId: SESSION })
      return work()
    }
    await run()
    expect(made("DELETE /application/contract")).toEqual([])
    expect((await current(id)).status).toBe("placing")
  })

  it("gives up soon after an attempt to place the order that was in progress", async () => {
    const { id } = await signed()
    medusa.refuse.place_order = new Error("sold out")
    room.pass(DAY + MINUTE)
    const claim = { detail: {}, actor: { by: "system" }, ms: MINUTE } as const
    const placing = await room.ledger.store.tasks.take(id, "place_order", claim)
    await run()
    expect(made("DELETE /application/contract")).toEqual([])
    if (typeof placing === "string") throw new Error(placing)
    await room.ledger.store.tasks.drop(placing)
    for (let looks = 0; looks < 3; looks++) {
      room.pass(2 * MINUTE)
      await run()
    }
    expect((await current(id)).status).toBe("cancelled")
  })

  it("reads back a delivery whose answer the database could not keep, and does not send it again", async () => {
    const { cart, id } = await signed()
    const order = await place(cart)
    Object.assign(order, { shipped: true, deliveredAt: new Date() })
    await room.ledger.store.wake(id)
    const step = room.ledger.store.step.bind(room.ledger.store)
    let broken = true
    room.ledger.store.step = (task, change) => {
      if (!broken || task.kind !== "confirm_delivery" || change.task.is !== "ended") return step(task, change)
      broken = false
      throw new Error("the connection to the database was lost")
    }
    await run()
    expect((await current(id)).status).toBe("placed")
    room.pass(2 * MINUTE)
    await run()
    expect(made("POST /application/cart/delivery")).toHaveLength(1)
    expect((await current(id)).status).toBe("delivered")
  })

  it("finds the signature on a contract that was handed out before the last offer, though the cart was ordered otherwise", async () => {
    const cart = cartOf()
    const { lease } = await apply(room.ledger, application(cart))
    await offer(room.ledger, cart, OWNER)
    await contract(room.ledger, cart, OWNER)
    await offer(room.ledger, { ...cart, shipping_address: { country_code: "us", province: "OH" } }, OWNER)
    const { status, application_id } = await current(lease.id)
    expect(status).toBe("offered")
    // A service that leaves the earlier page open; the sandbox closes it.
    await fetch(`${room.sandbox.controlUrl}/leases/${application_id}/sign`, { method: "POST" })
    medusa.orders.set(cart.id, paidByCard())
    room.pass(3 * MINUTE)
    await run()
    expect(await current(lease.id)).toMatchObject({ status: "signed", attention: [{ code: "paid_otherwise" }] })
    room.pass(2 * MINUTE)
    await run()
    expect(await current(lease.id)).toMatchObject({ status: "cancelled", attention: [] })
  })

  it("keeps a contract whose first payment came after the last reading, though its time is over", async () => {
    const cart = cartOf()
    const { lease } = await apply(room.ledger, application(cart, "notpaid"))
    await offer(room.ledger, cart, OWNER)
    const { url } = await contract(room.ledger, cart, OWNER)
    await signContract(url)
    await verifySignature(room.ledger, cart.id, OWNER)
    const { application_id, status } = await current(lease.id)
    expect(status).toBe("signing")
    await room.sql("update lease set contracts_received_at = now() - interval '2 days', look_at = now()")
    await fetch(`${room.sandbox.controlUrl}/leases/${application_id}/state`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ state: "Lease Accepted" }),
    })
    await run()
    room.pass(2 * MINUTE)
    await run()
    expect(made("DELETE /application/contract")).toEqual([])
    expect(await current(lease.id)).toMatchObject({ status: "signed", evidence: "verified" })
  })

  it("counts the time for the first payment from the signature, not from the contract", async () => {
    const cart = cartOf()
    const { lease } = await apply(room.ledger, application(cart, "notpaid"))
    await offer(room.ledger, cart, OWNER)
    const { url } = await contract(room.ledger, cart, OWNER)
    room.pass(3 * DAY)
    await signContract(url)
    await run()
    await run()
    expect(made("DELETE /application/contract")).toEqual([])
    room.pass(DAY + MINUTE)
    await run()
    room.pass(20 * MINUTE)
    await run()
    room.pass(2 * MINUTE)
    await run()
    expect(made("DELETE /application/contract")).toHaveLength(1)
    expect((await current(lease.id)).status).toBe("cancelled")
  })

  it("forgets to place the order of a lease that is over by now, and raises no alert", async () => {
    const { id } = await signed()
    medusa.refuse.place_order = new Error("sold out")
    room.pass(3 * MINUTE)
    await run()
    expect((await current(id)).attention.map(({ code }) => code)).toEqual(["signed_without_order"])
    await room.sql("update lease set status = 'expired', look_at = now()")
    room.pass(2 * MINUTE)
    await run()
    expect(await room.ledger.store.tasks.ofLease(id)).toEqual([])
    expect(await current(id)).toMatchObject({ status: "expired", attention: [] })
  })

  it("does not take an application that the service does not know for a canceled contract", async () => {
    const { cart, id } = await signed()
    await place(cart)
    await room.sql("update lease set application_id = '99999999' where id = ?", [id])
    const asked = cancelContract(room.ledger, await current(id), { by: "merchant", id: "user_1" })
    await expect(asked).rejects.toMatchObject({ code: "cancel_refused" })
    expect((await current(id)).status).toBe("placed")
  })

  it("does not send later what a person was told is not sent", async () => {
    const { id } = await signed()
    await room.sql("update lease set claim_token = 'another', claimed_until = now() + interval '1 minute'")
    const asked = cancelContract(room.ledger, await current(id), { by: "shopper" }, { cause: "other_way" })
    await expect(asked).rejects.toMatchObject({ code: "busy" })
    room.pass(10 * MINUTE)
    await run()
    expect(made("DELETE /application/contract")).toEqual([])
    expect((await room.ledger.store.tasks.ofLease(id)).map(({ kind }) => kind)).not.toContain("cancel_contract")
  })

  describe("of a cart of which another method makes an order", () => {
    const DELETE = "DELETE /application/contract"
    /** The job's time, a minute at a time. */
    async function minutes(count: number) {
      for (let minute = 0; minute < count; minute++) {
        room.pass(MINUTE)
        await run()
      }
    }
    const cardAsked = () => orderOfCart({ sessionIds: [], payments: [], createdAt: room.ledger.now() })
    const close = (cart: CartInput, completed = true) =>
      medusa.carts.set(cart.id, { completed, payments: [], sessionIds: completed ? [] : [SESSION] })

    it("keeps the contract while the card is being asked, and orders when it was declined, minutes later", async () => {
      const { cart, id } = await signed()
      medusa.orders.set(cart.id, cardAsked())
      close(cart)
      await minutes(12)
      expect(await current(id)).toMatchObject({ status: "signed", attention: [{ code: "signed_without_order" }] })
      medusa.orders.delete(cart.id)
      close(cart, false)
      await minutes(12)
      expect(medusa.made).toMatchObject([{ call: "place_order" }, { call: "capture_payment" }])
      expect(await current(id)).toMatchObject({ status: "placed", attention: [] })
      expect(made(DELETE)).toEqual([])
    })

    it("gives the contract up once the card has paid and the order stands", async () => {
      const { cart, id } = await signed()
      medusa.orders.set(cart.id, { ...cardAsked(), paidOtherwise: true })
      close(cart)
      await minutes(4)
      expect(made(DELETE)).toEqual([])
      await minutes(3)
      expect(await current(id)).toMatchObject({ status: "cancelled", attention: [] })
      expect(made(DELETE)).toHaveLength(1)
    })

    it("keeps the contract when that order is gone at the second look, and takes back what a person was told", async () => {
      const { cart, id } = await signed()
      medusa.orders.set(cart.id, { ...cardAsked(), paidOtherwise: true })
      close(cart)
      room.pass(6 * MINUTE)
      await run()
      expect((await current(id)).attention).toMatchObject([{ code: "paid_otherwise" }])
      medusa.orders.delete(cart.id)
      close(cart, false)
      medusa.refuse.place_order = new Error("the stock was locked")
      await minutes(3)
      expect((await current(id)).attention).toMatchObject([{ code: "signed_without_order" }])
      delete medusa.refuse.place_order
      await minutes(10)
      expect(await current(id)).toMatchObject({ status: "placed", attention: [] })
      expect(made(DELETE)).toEqual([])
    })

    it("judges once more when it has the cart for itself", async () => {
      const { cart, id } = await signed()
      medusa.orders.set(cart.id, { ...cardAsked(), paidOtherwise: true })
      close(cart)
      medusa.lockCart = async (_cartId, work) => {
        medusa.orders.delete(cart.id)
        close(cart, false)
        return work()
      }
      await minutes(20)
      expect(made(DELETE)).toEqual([])
      expect((await current(id)).status).toBe("placed")
    })

    it("concludes nothing from a cart and an order that changed while they were read", async () => {
      const { cart, id } = await signed()
      const { factsOf } = medusa
      medusa.factsOf = async () => new Map()
      await minutes(2)
      await room.sql("update lease set signed_at = signed_at - interval '9 days'")
      await minutes(5)
      expect(await room.ledger.store.tasks.ofLease(id)).toEqual([])
      medusa.factsOf = factsOf
      close(cart, false)
      await minutes(10)
      expect((await current(id)).status).toBe("placed")
      expect(made(DELETE)).toEqual([])
    })
  })

  describe("that is to be given up", () => {
    const DELETE = "DELETE /application/contract"

    it("is first tried to be ordered, no matter how long it was not looked at", async () => {
      const { id } = await signed()
      room.pass(30 * DAY)
      await run()
      room.pass(10 * MINUTE)
      await run()
      expect(made(DELETE)).toEqual([])
      expect((await current(id)).status).toBe("placed")
    })

    it("is given up when that fails, with the cart free again and the lease closed to completions while the service is asked", async () => {
      const { cart, id } = await abandoned()
      let held = 0
      medusa.lockCart = async (_cartId, work) => {
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
        const complete = startOrder(room.ledger, { cart, sessionId: SESSION })
        seen.push(held, await complete.catch(({ code }) => code))
        return cancel(application)
      }
      await run()
      expect(seen).toEqual([0, "lease_dead"])
      expect((await current(id)).status).toBe("cancelled")
    })

    it("waits for a process that holds the cart too long, and is no refused cancellation then", async () => {
      const { id } = await abandoned()
      const { lockCart } = medusa
      medusa.lockCart = async () => {
        throw new LedgerRefusal("busy", {}, { kind: "unavailable" })
      }
      await run()
      expect(await current(id)).toMatchObject({ status: "signed", attention: [{ code: "signed_without_order" }] })
      medusa.lockCart = lockCart
      room.pass(10 * MINUTE)
      await run()
      expect((await current(id)).status).toBe("cancelled")
      expect(made(DELETE)).toHaveLength(1)
    })
  })

  describe("of a cart that is completed several times at once on a payment of before", () => {
    const begin = (cart: CartInput, token: string) =>
      startOrder(room.ledger, { cart, sessionId: SESSION, token }).then(({ lease }) => lease.status)
    const leave = async (id: string, token: string) => {
      await completionFailed(room.ledger, id, token)
      return (await current(id)).status
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
      expect((await currentLease(room.ledger, cart.id))?.status).toBe("placing")
      expect(await leave(id, "b")).toBe("signed")
      await begin(cart, "c")
      room.pass(6 * MINUTE)
      expect((await currentLease(room.ledger, cart.id))?.status).toBe("signed")
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
    const DELETE = "DELETE /application/contract"
    const DELIVERY = "POST /application/cart/delivery"
    const RETURN = "POST /application/return"
    const tasks = async (id: string) =>
      (await room.ledger.store.tasks.ofLease(id)).map(({ kind, state }) => `${kind} ${state}`).sort()

    async function placed() {
      const { cart, id } = await signed()
      const order = await place(cart)
      await run()
      return { id, order }
    }
    /** Has the next look read lease and order before this happens, and write down what it found after it. */
    function whileLooking(meanwhile: () => Promise<unknown>) {
      const { factsOf } = medusa
      medusa.factsOf = async (leases) => {
        medusa.factsOf = factsOf
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
          looking = run()
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
      const lease = await current(id)
      const asked = await lookedAtDuring("cancelContract", () => cancelContract(room.ledger, lease, actor))
      expect(asked).toMatchObject({ code: "cancel_refused" })
      expect(made(DELETE)).toHaveLength(1)
      expect(await tasks(id)).toEqual(["cancel_contract refused", "capture_payment done"])
      expect((await current(id)).status).toBe("placed")
    })

    it("does not send a return again that the service has refused", async () => {
      const { id, order } = await placed()
      Object.assign(order, { shipped: true, deliveredAt: new Date() })
      await room.ledger.store.wake(id)
      await run()
      room.sandbox.fault({ route: RETURN, fault: "409" })
      const lease = await current(id)
      await lookedAtDuring("returnLease", () => returnLease(room.ledger, lease, { actor }))
      expect(made(RETURN)).toHaveLength(1)
      expect(await tasks(id)).toEqual(["capture_payment done", "confirm_delivery done", "return_lease refused"])
      expect((await current(id)).status).toBe("delivered")
    })

    it("does not ask again for a delivery that another process has confirmed", async () => {
      const { id, order } = await placed()
      Object.assign(order, { shipped: true, deliveredAt: new Date() })
      await room.ledger.store.wake(id)
      whileLooking(async () => {
        await room.ledger.store.wake(id)
        await run()
      })
      await run()
      expect(made(DELIVERY)).toHaveLength(1)
      expect(await tasks(id)).toEqual(["capture_payment done", "confirm_delivery done"])
    })

    it("does not ask again for a payment that another process has captured", async () => {
      const { cart, id } = await signed()
      await place(cart)
      whileLooking(async () => {
        await room.ledger.store.wake(id)
        await run()
      })
      await run()
      expect(medusa.made.map(({ call }) => call)).toEqual(["capture_payment"])
      expect(await tasks(id)).toEqual(["capture_payment done"])
    })

    it("does not call a person to an order whose lease has been returned", async () => {
      const { id, order } = await placed()
      Object.assign(order, { shipped: true, deliveredAt: new Date() })
      await room.ledger.store.wake(id)
      await run()
      order.cancelled = true
      await room.ledger.store.wake(id)
      whileLooking(async () => returnLease(room.ledger, await current(id), { actor }))
      await run()
      expect((await current(id)).status).toBe("returned")
      const history = await room.ledger.store.histories.of(id)
      expect(history.map(({ type }) => type)).not.toContain("attention_raised")
    })

    it("does not put a delivery in the place of a cancellation that is owed by now", async () => {
      const { id, order } = await placed()
      Object.assign(order, { shipped: true, deliveredAt: new Date() })
      await room.ledger.store.wake(id)
      whileLooking(async () => {
        await room.ledger.store.tasks.owe(id, "cancel_contract", { actor, dueAt: new Date(Date.now() + DAY) })
        await room.ledger.store.wake(id)
        Object.assign(order, { cancelled: true, shipped: false })
      })
      await run()
      expect(made(DELIVERY)).toEqual([])
      expect(await tasks(id)).toEqual(["cancel_contract due", "capture_payment done"])
    })
  })
})
