import type { CartInput } from "../../../src/lease-cart"
import { LedgerRefusal } from "../../../src/modules/lease/texts/messages"
import { BY_OTHERS, orderOfCart } from "../support/fake-medusa"
import { ANA, DAY, describeLedger, MINUTE, routes } from "../support/ledger-room"

const SESSION = "payses_1"

/** Events between two steps of the job, and database trouble at the worst moment. */
describeLedger("pending calls, when something happens in between", (room) => {
  async function signed() {
    const { cart, id } = await room.signed()
    room.medusa.carts.set(cart.id, { completed: false, payments: [], sessionIds: [SESSION] })
    return { cart, id }
  }

  /** Its time has ended and the job has tried in vain: the next run gives it up. */
  async function abandoned() {
    const { cart, id } = await signed()
    room.medusa.refuse.place_order = new Error("sold out")
    await room.later(DAY + MINUTE)
    await room.later(2 * MINUTE)
    room.pass(2 * MINUTE)
    delete room.medusa.refuse.place_order
    return { cart, id }
  }

  it("a lease that has ended drops its pending order, without an alert", async () => {
    const { id } = await signed()
    room.medusa.refuse.place_order = new Error("sold out")
    await room.later(3 * MINUTE)
    expect(await room.alerts(id)).toEqual(["signed_without_order"])
    await room.rows.changeLease({ status: "expired", reconcile_at: new Date() })
    await room.later(2 * MINUTE)
    expect(await room.pendingCalls(id)).toEqual([])
    expect(await room.lease(id)).toMatchObject({ status: "expired", alerts: [] })
  })

  it("a call that a person saw as not sent isn't sent later", async () => {
    const { id } = await signed()
    await room.rows.changeLease({ claim_token: "another", claimed_until: new Date(Date.now() + MINUTE) })
    const asked = room.cancelContract(await room.lease(id), { by: "shopper" }, { cause: "other_flow" })
    await expect(asked).rejects.toMatchObject({ code: "busy" })
    await room.later(10 * MINUTE)
    expect(room.count(routes.cancel)).toBe(0)
    expect((await room.pendingCalls(id)).map(({ kind }) => kind)).not.toContain("cancel_contract")
  })

  it("two people who confirm one delivery from the same page send it once", async () => {
    const { id } = await room.placed()
    const page = await room.lease(id)
    const date = room.accountDeps.now().toISOString().slice(0, 10)
    const confirm = () => room.confirmDelivery(page, { date, order: null, actor: ANA })
    await confirm()
    await expect(confirm()).rejects.toMatchObject({ code: "already_delivered" })
    expect(room.count(routes.delivery)).toBe(1)
  })

  describe("a cart that another method orders", () => {
    /** Runs the job after each minute. */
    async function minutes(count: number) {
      for (let minute = 0; minute < count; minute++) await room.later(MINUTE)
    }
    const close = (cart: CartInput, completed = true) =>
      room.medusa.carts.set(cart.id, { completed, payments: [], sessionIds: completed ? [] : [SESSION] })

    it.each(["before the second reconciliation", "when the job has the cart for itself"])(
      "keeps the contract and clears the alert if that order is gone %s",
      async (when) => {
        const { cart, id } = await signed()
        const young = { createdAt: room.accountDeps.now() }
        room.medusa.orders.set(cart.id, orderOfCart({ ...BY_OTHERS, ...young }))
        close(cart)
        await room.later(6 * MINUTE)
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
        expect(await room.lease(id)).toMatchObject({ status: "placed", alerts: [] })
        expect(room.count(routes.cancel)).toBe(0)
      },
    )

    it("nothing is concluded from a cart and an order that changed while they were read", async () => {
      const { cart, id } = await signed()
      const { factsOf } = room.medusa
      room.medusa.factsOf = async () => new Map()
      await minutes(2)
      await room.rows.changeLease({ signed_at: new Date(Date.now() - 9 * DAY) })
      await minutes(5)
      expect(await room.pendingCalls(id)).toEqual([])
      room.medusa.factsOf = factsOf
      close(cart, false)
      await minutes(10)
      expect((await room.lease(id)).status).toBe("placed")
      expect(room.count(routes.cancel)).toBe(0)
    })
  })

  it("an abandoned contract is canceled while completions are refused and the cart isn't locked", async () => {
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
    const { service } = room.accountDeps
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

  it("a cancellation waits for a process that holds the cart, and isn't refused by that", async () => {
    const { id } = await abandoned()
    const { lockCart } = room.medusa
    room.medusa.lockCart = async () => {
      throw new LedgerRefusal("busy", {}, { kind: "unavailable" })
    }
    await room.run()
    expect(await room.lease(id)).toMatchObject({ status: "signed", alerts: [{ code: "signed_without_order" }] })
    room.medusa.lockCart = lockCart
    await room.later(10 * MINUTE)
    expect((await room.lease(id)).status).toBe("canceled")
    expect(room.count(routes.cancel)).toBe(1)
  })

  describe("a cart completed several times at once on an authorized session", () => {
    const begin = async (cart: CartInput, token: string) => {
      const authorized = { by: (await room.leaseOf(cart)).id, token }
      return (await room.startOrder({ cart, sessionId: SESSION, authorized })).lease.status
    }
    const leave = async (id: string, token: string) => {
      await room.completionFailed(id, token)
      return (await room.lease(id)).status
    }

    it("a placing lease stays placing until the last of several completions has failed", async () => {
      const { cart, id } = await signed()
      await Promise.all(["a", "b", "c"].map((token) => begin(cart, token)))
      const left = []
      for (const token of ["b", "b", "a", "c"]) left.push(await leave(id, token))
      expect(left).toEqual(["placing", "placing", "placing", "signed"])
    })

    it("a placing lease is free five minutes after its last completion began", async () => {
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
})
