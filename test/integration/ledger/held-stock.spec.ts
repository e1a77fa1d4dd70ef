import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import {
  apply,
  cancelContract,
  contract,
  holdStock,
  type LeaseRecord,
  LedgerRefusal,
  notOrderable,
  type OrderProblem,
  offer,
  owesStock,
  type Reserve,
  runOwed,
  settle,
  stockGone,
  verifySignature,
} from "../../support/ledger"
import { type MedusaRoom, medusaRoom, placeOrder } from "../support/fake-medusa"
import { application, cartOf, describeLedger, type LedgerRoom, OWNER } from "../support/ledger-room"

const HELD_MS = 600_000
const MINUTE = 60_000
const MERCHANT = { by: "merchant" as const }
const SOLD_OUT: OrderProblem = { code: "out_of_stock", params: { items: "Harbor sofa" } }

/** The answer of a process that was killed, which never comes. */
const killed = () => new Promise<never>(() => {})

describeLedger("goods held for a lease", suite, { holdStock: HELD_MS })

function suite(room: LedgerRoom): void {
  let medusa: MedusaRoom
  beforeEach(() => {
    medusa = medusaRoom(room)
  })
  const run = () => runOwed(room.ledger, medusa)
  const reserve: Reserve = async ({ id }) => {
    medusa.held.add(id)
    return null
  }
  const leaseOf = async (cart: CartInput) => (await room.ledger.store.ofCart(cart.id)) as LeaseRecord
  const told = async (cart: CartInput) =>
    (await room.ledger.store.histories.of((await leaseOf(cart)).id))
      .map(({ type }) => type)
      .filter((type) => /^stock/.test(type))
  const isHeld = async (cart: CartInput) => {
    const { id, stock_held_until } = await leaseOf(cart)
    return { reserved: medusa.held.has(id), noted: stock_held_until !== null }
  }
  const HELD = { reserved: true, noted: true }
  const FREE = { reserved: false, noted: false }

  async function offered(): Promise<CartInput> {
    const cart = cartOf()
    await apply(room.ledger, application(cart))
    await offer(room.ledger, cart, OWNER)
    return cart
  }
  async function handedOut() {
    const cart = await offered()
    const { url } = await contract(room.ledger, cart, OWNER, { reserve })
    return { cart, url }
  }
  async function signed(): Promise<CartInput> {
    const { cart, url } = await handedOut()
    await signContract(url)
    await verifySignature(room.ledger, cart.id, OWNER)
    return cart
  }

  it("are reserved before the contract is asked for, and written down before that", async () => {
    const cart = await offered()
    const seen: unknown[] = []
    await contract(room.ledger, cart, OWNER, {
      reserve: async (lease) => {
        seen.push((await leaseOf(cart)).stock_held_until?.getTime() === lease.stock_held_until?.getTime(), lease.status)
        seen.push(room.calls().includes("GET /application/contract"))
        return reserve(lease)
      },
    })
    expect(seen).toEqual([true, "offered", false])
    expect([await isHeld(cart), await told(cart)]).toEqual([HELD, ["stock_held"]])
  })

  it("are given back once, when the contract is not signed in time", async () => {
    const { cart } = await handedOut()
    room.pass(HELD_MS - MINUTE)
    await run()
    expect(await isHeld(cart)).toEqual(HELD)
    room.pass(MINUTE + 1000)
    await run()
    await run()
    expect([await isHeld(cart), await told(cart)]).toEqual([FREE, ["stock_held", "stock_given_back"]])
    expect(medusa.made.map(({ call }) => call)).toEqual(["release_stock"])
  })

  it("are held again once the contract is asked for again", async () => {
    const { cart } = await handedOut()
    room.pass(HELD_MS - MINUTE)
    await contract(room.ledger, cart, OWNER, { reserve })
    room.pass(2 * MINUTE)
    await run()
    expect([await isHeld(cart), await told(cart)]).toEqual([HELD, ["stock_held"]])
  })

  it("stay until the order of a signed contract stands", async () => {
    const cart = await signed()
    room.pass(2 * HELD_MS)
    medusa.refuse.place_order = new Error("the store is down")
    await run()
    expect(await isHeld(cart)).toEqual(HELD)
    await placeOrder(room, medusa, { cart })
    await run()
    expect(await isHeld(cart)).toEqual(FREE)
  })

  it("stay where the contract is signed and its first payment is on its way", async () => {
    const { cart, url } = await handedOut()
    await signContract(url)
    await room.sql("update lease set contracts_received_at = now()")
    room.pass(HELD_MS + MINUTE)
    await room.ledger.store.wake((await leaseOf(cart)).id)
    expect(await owesStock(room.ledger, await leaseOf(cart))).toBe(false)
  })

  it("are given back with a cancellation", async () => {
    const cart = await signed()
    await cancelContract(room.ledger, await leaseOf(cart), MERCHANT)
    await run()
    expect([(await leaseOf(cart)).status, await isHeld(cart)]).toEqual(["cancelled", FREE])
  })

  it("are given back even where a person has said how the lease ended while that failed", async () => {
    const { cart } = await handedOut()
    medusa.refuse.release_stock = new Error("the inventory is down")
    room.pass(HELD_MS + 1000)
    await run()
    expect(await isHeld(cart)).toEqual(HELD)
    await settle(room.ledger, await leaseOf(cart), {
      outcome: "cancelled",
      note: "Ended by phone.",
      seen: [],
      actor: MERCHANT,
    })
    medusa.refuse = Object.assign(medusa.refuse, { release_stock: undefined })
    await run()
    expect(await isHeld(cart)).toEqual(FREE)
  })

  it.each([
    ["before it has reserved anything", () => killed()],
    [
      "after it has reserved the goods",
      async (lease: LeaseRecord) => {
        await reserve(lease)
        return killed()
      },
    ],
  ])("are given back in time when the process dies %s", async (_when, dies) => {
    const cart = await offered()
    let begun = () => {}
    const reached = new Promise<void>((done) => {
      begun = done
    })
    void contract(room.ledger, cart, OWNER, {
      reserve: (lease) => {
        const end = dies(lease)
        begun()
        return end
      },
    })
    await reached
    await run()
    expect(await leaseOf(cart)).toMatchObject({ status: "offered", stock_held_until: expect.any(Date) })
    room.pass(HELD_MS + 1000)
    await run()
    expect(await isHeld(cart)).toEqual(FREE)
  })

  it("are not given back by a job that has read the hold before this one", async () => {
    const { cart } = await handedOut()
    const before = await leaseOf(cart)
    room.pass(HELD_MS + 1000)
    expect(await owesStock(room.ledger, before)).toBe(true)
    await contract(room.ledger, cart, OWNER, { reserve })
    expect(await owesStock(room.ledger, before)).toBe(false)
    await stockGone(room.ledger, before)
    expect(await isHeld(cart)).toEqual(HELD)
  })

  it("are lacking: nothing is signed, held or asked of the service", async () => {
    const cart = await offered()
    const asked = room.calls().length
    await expect(contract(room.ledger, cart, OWNER, { reserve: async () => SOLD_OUT })).rejects.toMatchObject({
      code: "not_orderable",
      params: { reason_code: "out_of_stock", items: "Harbor sofa" },
    })
    expect([(await leaseOf(cart)).status, room.calls().length, await isHeld(cart), await told(cart)]).toEqual([
      "offered",
      asked,
      FREE,
      [],
    ])
  })

  it("are given back at once when reserving fails halfway", async () => {
    const cart = await offered()
    const fails: Reserve = async (lease) => {
      await reserve(lease)
      throw new Error("the inventory is down")
    }
    await expect(contract(room.ledger, cart, OWNER, { reserve: fails })).rejects.toThrow("the inventory is down")
    await run()
    expect(await isHeld(cart)).toEqual(FREE)
  })

  it.each<[string, (cart: CartInput) => Promise<unknown>]>([
    ["the contract is asked for another cart", (cart) => contract(room.ledger, dearer(cart), OWNER, { reserve })],
    [
      "the cart can no longer be ordered",
      (cart) =>
        contract(room.ledger, cart, OWNER, {
          preflight: () => Promise.reject(notOrderable({ code: "shipping_gone", params: { items: "Harbor sofa" } })),
          reserve,
        }),
    ],
    ["another cart is offered", (cart) => offer(room.ledger, dearer(cart), OWNER)],
  ])("are given back at the next run when %s", async (_when, happens) => {
    const { cart } = await handedOut()
    await happens(cart).catch((error) => expect(error).toBeInstanceOf(LedgerRefusal))
    await run()
    expect([await isHeld(cart), await told(cart)]).toEqual([FREE, ["stock_held", "stock_given_back"]])
  })

  it("stay when the cart could not be checked", async () => {
    const { cart } = await handedOut()
    const preflight = () => Promise.reject(new LedgerRefusal("not_checked", {}, { kind: "unavailable" }))
    await expect(contract(room.ledger, cart, OWNER, { preflight, reserve })).rejects.toMatchObject({
      code: "not_checked",
    })
    await run()
    expect(await isHeld(cart)).toEqual(HELD)
  })

  it("are not held for a lease that has ended meanwhile", async () => {
    const cart = await signed()
    const before = await leaseOf(cart)
    await cancelContract(room.ledger, before, MERCHANT)
    await expect(holdStock(room.ledger, before, reserve)).rejects.toMatchObject({ code: "busy" })
  })
}

function dearer(cart: CartInput): CartInput {
  return { ...cartOf({ price: 500 }), id: cart.id }
}
