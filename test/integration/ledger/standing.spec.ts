import type { CartInput } from "../../../src/lease-cart"
import {
  cancelContract,
  checkShippable,
  checkStatus,
  confirmDelivery,
  type LeaseRecord,
  type LedgerRefusal,
  returnLease,
  runOwed,
  SHIPPING_FRESH_MS,
  settle,
} from "../../support/ledger"
import { type MedusaRoom, medusaRoom, placeOrder } from "../support/fake-medusa"
import { cartOf, describeLedger, signedLease } from "../support/ledger-room"

const MINUTE = 60_000
const ANA = { by: "merchant", id: "user_ana" } as const
const NOTE = "Agreed with the operator by phone."

describeLedger("what a person is told of a placed lease", (room) => {
  let medusa: MedusaRoom
  let cart: CartInput
  beforeEach(() => {
    medusa = medusaRoom(room)
    cart = cartOf()
  })
  const count = (call: string) => room.calls().filter((made) => made === call).length
  const current = async (id: string) => (await room.ledger.store.byId(id)) as LeaseRecord
  const raised = async (id: string) => (await current(id)).attention.map(({ code }) => code)
  const ship = async (id: string): Promise<LedgerRefusal | null> =>
    checkShippable(room.ledger, await current(id), cart).then(
      () => null,
      (refusal) => refusal,
    )

  async function placed(): Promise<string> {
    const id = await signedLease(room, cart)
    await placeOrder(room, medusa, { cart })
    return id
  }
  async function delivered(): Promise<string> {
    const id = await placed()
    const count = { pieces: 1, delivered: 1 }
    const date = room.ledger.now().toISOString().slice(0, 10)
    await confirmDelivery(room.ledger, await current(id), { date, count, actor: ANA })
    return id
  }
  const raise = async (id: string, ...codes: Parameters<typeof room.ledger.store.raise>[1][]) => {
    for (const code of codes) await room.ledger.store.raise(id, code)
  }

  describe("ends at once, without another look,", () => {
    it("with a delivery that is confirmed: what stood in its way", async () => {
      const id = await placed()
      await raise(id, "delivery_failed", "money_differs", "shipped_unconfirmed")
      const day = room.ledger.now().toISOString().slice(0, 10)
      const count = { pieces: 1, delivered: 1 }
      await confirmDelivery(room.ledger, await current(id), { date: day, count, actor: ANA })
      expect(await raised(id)).toEqual(["money_differs"])
    })

    it("with a return that is made: that it was not sent, and all but money, goods and other orders", async () => {
      const id = await delivered()
      await raise(id, "return_due", "second_order", "return_failed", "money_differs", "amount_differs", "cart_mismatch")
      await returnLease(room.ledger, await current(id), { actor: ANA })
      expect(await current(id)).toMatchObject({ status: "returned" })
      expect(await raised(id)).toEqual(["second_order", "money_differs", "cart_mismatch"])
    })

    it("with a contract that is canceled: that it could not be", async () => {
      const id = await placed()
      await raise(id, "cancel_failed", "paid_otherwise")
      await cancelContract(room.ledger, await current(id), ANA)
      expect(await raised(id)).toEqual([])
    })
  })

  describe("before goods leave", () => {
    const PRICING = "GET /application/cart/pricing"

    it("is what the service says, read again once a reading is older than minutes", async () => {
      const id = await placed()
      const before = count(PRICING)
      room.pass(SHIPPING_FRESH_MS - MINUTE)
      expect([await ship(id), count(PRICING) - before]).toEqual([null, 0])
      room.pass(2 * MINUTE)
      expect([await ship(id), count(PRICING) - before]).toEqual([null, 1])
      expect(SHIPPING_FRESH_MS).toBeLessThanOrEqual(10 * MINUTE)
    })

    it("must not ship while it is unknown whether the contract was canceled, nor once that is known", async () => {
      const id = await placed()
      room.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-after" })
      await expect(cancelContract(room.ledger, await current(id), ANA)).rejects.toMatchObject({
        code: "result_unknown",
      })
      const refusal = await ship(id)
      expect(refusal?.code).toBe("ship_unknown")
      expect(refusal?.message).toMatch(
        /^Do not ship: we do not know whether the lease of this order was canceled\. We will check again at \w{3} \d+, \d{4}/,
      )
    })

    it("is whom to ask, and by which id, where nothing more can be found out", async () => {
      const id = await placed()
      room.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-after" })
      await expect(cancelContract(room.ledger, await current(id), ANA)).rejects.toMatchObject({
        code: "result_unknown",
      })
      await room.sql("update lease_task set state = 'unknown' where lease_id = ?", [id])
      const { application_id } = await current(id)
      const refusal = await ship(id)
      expect(refusal?.code).toBe("ship_unknown_ask")
      expect(refusal?.message).toContain(`Ask Sandbox Leasing (help@leasing.example, ID ${application_id})`)
    })
  })

  it("is found by a person who checks while it is unknown: what was canceled is canceled, and nothing is sent again", async () => {
    const id = await placed()
    room.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-after" })
    await expect(cancelContract(room.ledger, await current(id), ANA)).rejects.toMatchObject({ code: "result_unknown" })
    await checkStatus(room.ledger, await current(id), ANA)
    await runOwed(room.ledger, medusa, { leaseId: id })
    expect(await current(id)).toMatchObject({ status: "cancelled", attention: [] })
    expect(count("DELETE /application/contract")).toBe(1)
  })

  it("is what a person's word leaves of it", async () => {
    const id = await placed()
    await raise(id, "amount_differs")
    await settle(room.ledger, await current(id), { outcome: "cancelled", note: NOTE, seen: [], actor: ANA })
    expect(await raised(id)).toEqual([])
  })
})
