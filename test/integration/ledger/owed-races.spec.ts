import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import type { LeaseRecord } from "../../../src/modules/lease/records"
import { runOwed } from "../../../src/modules/lease/run-owed"
import { apply } from "../../../src/modules/lease/use-cases/apply"
import { contract } from "../../../src/modules/lease/use-cases/contract"
import { offer } from "../../../src/modules/lease/use-cases/offer"
import { startOrder } from "../../../src/modules/lease/use-cases/place"
import { recordOrder } from "../../../src/modules/lease/use-cases/record-order"
import { attachSession } from "../../../src/modules/lease/use-cases/session"
import { verifySignature } from "../../../src/modules/lease/use-cases/verify"
import { type MedusaRoom, medusaRoom, orderOfCart } from "../support/fake-medusa"
import { application, cartOf, describeLedger } from "../support/ledger-room"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SESSION = "payses_1"

/** What happens between two steps of the job, and what the database does in the worst moment. */
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
    const { lease } = await apply(room.ledger, application(cart))
    await offer(room.ledger, cart)
    const { url } = await contract(room.ledger, cart, { ownsCart: true })
    await attachSession(room.ledger, cart, SESSION, false)
    await signContract(url)
    await verifySignature(room.ledger, cart.id, { ownsCart: true })
    medusa.carts.set(cart.id, { completed: false, payments: [], sessionIds: [SESSION] })
    return { cart, id: lease.id }
  }
  async function place(cart: CartInput) {
    const { lease } = await startOrder(room.ledger, { cart, sessionId: SESSION })
    const order = orderOfCart()
    medusa.orders.set(cart.id, order)
    const { fingerprint } = lease
    await recordOrder(room.ledger, {
      id: order.id,
      displayId: 1,
      cartId: cart.id,
      sessionIds: [SESSION],
      fingerprint,
    })
    return order
  }

  it("keeps the contract of a shopper whose order is placed while the job waits to give it up", async () => {
    const { cart, id } = await signed()
    room.pass(DAY + MINUTE)
    medusa.lockCart = async (_cartId, work) => {
      if ((await current(id)).status === "signed") await place(cart)
      return work()
    }
    await run()
    expect(made("DELETE /application/contract")).toEqual([])
    expect((await current(id)).status).toBe("placed")
  })

  it("keeps the contract of a shopper whose order is being placed at that moment", async () => {
    const { cart, id } = await signed()
    room.pass(DAY + MINUTE)
    medusa.lockCart = async (_cartId, work) => {
      if ((await current(id)).status === "signed") await startOrder(room.ledger, { cart, sessionId: SESSION })
      return work()
    }
    await run()
    expect(made("DELETE /application/contract")).toEqual([])
    expect((await current(id)).status).toBe("placing")
  })

  it("gives up soon after an attempt to place the order that was under way", async () => {
    const { id } = await signed()
    room.pass(DAY + MINUTE)
    const placing = await room.ledger.store.tasks.take(id, "place_order", {
      detail: {},
      actor: { by: "system" },
      ms: MINUTE,
    })
    await run()
    expect(made("DELETE /application/contract")).toEqual([])
    if (typeof placing === "string") throw new Error(placing)
    await room.ledger.store.tasks.drop(placing)
    room.pass(2 * MINUTE)
    await run()
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
    await offer(room.ledger, cart)
    await contract(room.ledger, cart, { ownsCart: true })
    await offer(room.ledger, { ...cart, shipping_address: { country_code: "us", province: "OH" } })
    const { status, application_id } = await current(lease.id)
    expect(status).toBe("offered")
    // A service that leaves the earlier page open; the sandbox closes it.
    await fetch(`${room.sandbox.controlUrl}/leases/${application_id}/sign`, { method: "POST" })
    medusa.orders.set(cart.id, orderOfCart({ sessionIds: [], payments: [] }))
    room.pass(3 * MINUTE)
    await run()
    expect(await current(lease.id)).toMatchObject({ status: "cancelled", attention: [{ code: "paid_otherwise" }] })
  })
})
