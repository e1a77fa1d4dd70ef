import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { type LeaseRecord, LedgerRefusal, notOrderable, type OrderProblem, type Reserve } from "../../support/ledger"
import { placeOrder } from "../support/fake-medusa"
import { cartOf, describeLedger, type LedgerRoom, OWNER, offered } from "../support/ledger-room"

const HELD_MS = 600_000
const MINUTE = 60_000
const MERCHANT = { by: "merchant" as const }
const SOLD_OUT: OrderProblem = { code: "out_of_stock", params: { items: "Harbor sofa" } }

describeLedger("goods held for a lease", suite, { holdStock: HELD_MS })

function suite(room: LedgerRoom): void {
  const reserve: Reserve = async ({ id }) => {
    room.medusa.held.add(id)
    return null
  }
  const leaseOf = async (cart: CartInput) => (await room.ledger.store.ofCart(cart.id)) as LeaseRecord
  const told = async (cart: CartInput) =>
    (await room.ledger.store.histories.of((await leaseOf(cart)).id))
      .map(({ type }) => type)
      .filter((type) => /^stock/.test(type))
  const isHeld = async (cart: CartInput) => {
    const { id, stock_held_until } = await leaseOf(cart)
    return { reserved: room.medusa.held.has(id), noted: stock_held_until !== null }
  }
  const HELD = { reserved: true, noted: true }
  const FREE = { reserved: false, noted: false }

  async function handedOut() {
    const { cart } = await offered(room)
    const { url } = await room.contract(cart, OWNER, { reserve })
    return { cart, url }
  }
  async function signed(): Promise<CartInput> {
    const { cart, url } = await handedOut()
    await signContract(url)
    await room.verifySignature(cart.id, OWNER)
    return cart
  }

  it("are reserved before the contract is asked for, and written down before that", async () => {
    const { cart } = await offered(room)
    const seen: unknown[] = []
    await room.contract(cart, OWNER, {
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
    await room.run()
    expect(await isHeld(cart)).toEqual(HELD)
    room.pass(MINUTE + 1000)
    await room.run()
    await room.run()
    expect([await isHeld(cart), await told(cart)]).toEqual([FREE, ["stock_held", "stock_given_back"]])
    expect(room.medusa.made.map(({ call }) => call)).toEqual(["release_stock"])
  })

  it("stay until the order of a signed contract stands", async () => {
    const cart = await signed()
    room.pass(2 * HELD_MS)
    room.medusa.refuse.place_order = new Error("the store is down")
    await room.run()
    expect(await isHeld(cart)).toEqual(HELD)
    await placeOrder(room, { cart })
    await room.run()
    expect(await isHeld(cart)).toEqual(FREE)
  })

  it("are given back even where a person has said how the lease ended while that failed", async () => {
    const { cart } = await handedOut()
    room.medusa.refuse.release_stock = new Error("the inventory is down")
    room.pass(HELD_MS + 1000)
    await room.run()
    expect(await isHeld(cart)).toEqual(HELD)
    await room.settle(await leaseOf(cart), { outcome: "cancelled", note: "Ended by phone.", seen: [], actor: MERCHANT })
    room.medusa.refuse = Object.assign(room.medusa.refuse, { release_stock: undefined })
    await room.run()
    expect(await isHeld(cart)).toEqual(FREE)
  })

  it("are not given back by a job that has read the hold before this one", async () => {
    const { cart } = await handedOut()
    const before = await leaseOf(cart)
    room.pass(HELD_MS + 1000)
    expect(await room.owesStock(before)).toBe(true)
    await room.contract(cart, OWNER, { reserve })
    expect(await room.owesStock(before)).toBe(false)
    await room.stockGone(before)
    expect(await isHeld(cart)).toEqual(HELD)
  })

  it("are lacking: nothing is signed, held or asked of the service", async () => {
    const { cart } = await offered(room)
    const asked = room.calls().length
    await expect(room.contract(cart, OWNER, { reserve: async () => SOLD_OUT })).rejects.toMatchObject({
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
    const { cart } = await offered(room)
    const fails: Reserve = async (lease) => {
      await reserve(lease)
      throw new Error("the inventory is down")
    }
    await expect(room.contract(cart, OWNER, { reserve: fails })).rejects.toThrow("the inventory is down")
    await room.run()
    expect(await isHeld(cart)).toEqual(FREE)
  })

  it.each<[string, (cart: CartInput) => Promise<unknown>]>([
    ["the contract is asked for another cart", (cart) => room.contract(dearer(cart), OWNER, { reserve })],
    [
      "the cart can no longer be ordered",
      (cart) =>
        room.contract(cart, OWNER, {
          preflight: () => Promise.reject(notOrderable({ code: "shipping_gone", params: { items: "Harbor sofa" } })),
          reserve,
        }),
    ],
    ["another cart is offered", (cart) => room.offer(dearer(cart), OWNER)],
  ])("are given back at the next run when %s", async (_when, happens) => {
    const { cart } = await handedOut()
    await happens(cart).catch((error) => expect(error).toBeInstanceOf(LedgerRefusal))
    await room.run()
    expect([await isHeld(cart), await told(cart)]).toEqual([FREE, ["stock_held", "stock_given_back"]])
  })

  it("stay when the cart could not be checked", async () => {
    const { cart } = await handedOut()
    const preflight = () => Promise.reject(new LedgerRefusal("not_checked", {}, { kind: "unavailable" }))
    await expect(room.contract(cart, OWNER, { preflight, reserve })).rejects.toMatchObject({ code: "not_checked" })
    await room.run()
    expect(await isHeld(cart)).toEqual(HELD)
  })

  it("are not held for a lease that has ended meanwhile", async () => {
    const cart = await signed()
    const before = await leaseOf(cart)
    await room.cancelContract(before, MERCHANT)
    await expect(room.holdStock(before, reserve)).rejects.toMatchObject({ code: "busy" })
  })
}

function dearer(cart: CartInput): CartInput {
  return { ...cartOf({ price: 500 }), id: cart.id }
}
