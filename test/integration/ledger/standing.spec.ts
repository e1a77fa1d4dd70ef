import type { CartInput } from "../../../src/lease-cart"
import { type AttentionCode, type LedgerRefusal, SHIPPING_FRESH_MS } from "../../support/ledger"
import { deliverLease } from "../support/fake-medusa"
import { ANA, cartOf, describeLedger, MINUTE } from "../support/ledger-room"

const DELETE = "DELETE /application/contract"
const PRICING = "GET /application/cart/pricing"
const NOTE = "Agreed with the operator by phone."

describeLedger("what a person is told of a placed lease", (room) => {
  let cart: CartInput
  beforeEach(() => {
    cart = cartOf()
  })
  const ship = async (id: string): Promise<LedgerRefusal | null> =>
    room.checkShippable(await room.lease(id), cart).then(
      () => null,
      (refusal) => refusal,
    )

  const placed = async () => (await room.placed({ cart })).id
  const raise = async (id: string, ...codes: AttentionCode[]) => {
    for (const code of codes) await room.ledger.store.raise(id, code)
  }
  /** Placed, and a person's cancellation was not answered. */
  async function unclear() {
    const id = await placed()
    room.sandbox.fault({ route: DELETE, fault: "drop-after" })
    await expect(room.cancelContract(await room.lease(id), ANA)).rejects.toMatchObject({ code: "result_unknown" })
    return id
  }

  it("a completed return closes all alerts but those about money, goods and other orders", async () => {
    const id = await placed()
    await deliverLease(room, id)
    await raise(id, "return_due", "second_order", "return_failed", "money_differs", "amount_differs", "cart_mismatch")
    await room.returnLease(await room.lease(id), { actor: ANA })
    expect(await room.lease(id)).toMatchObject({ status: "returned" })
    expect(await room.alerts(id)).toEqual(["second_order", "money_differs", "cart_mismatch"])
  })

  it("a delivery that the operator recorded in its portal closes the alerts that end with it", async () => {
    const id = await placed()
    await raise(id, "delivery_failed")
    await room.becomes(await room.lease(id), "Funded")
    await room.checkStatus(await room.lease(id), ANA)
    expect(await room.lease(id)).toMatchObject({ status: "delivered", attention: [] })
  })

  it("an end that staff enter closes the alerts that end with it", async () => {
    const id = await placed()
    await raise(id, "amount_differs")
    await room.settle(await room.lease(id), { outcome: "canceled", note: NOTE, seen: [], actor: ANA })
    expect(await room.alerts(id)).toEqual([])
  })

  it("a status that is minutes old is read again before goods ship", async () => {
    const id = await placed()
    const before = room.count(PRICING)
    room.pass(SHIPPING_FRESH_MS - MINUTE)
    expect([await ship(id), room.count(PRICING) - before]).toEqual([null, 0])
    room.pass(2 * MINUTE)
    expect([await ship(id), room.count(PRICING) - before]).toEqual([null, 1])
    expect(SHIPPING_FRESH_MS).toBeLessThanOrEqual(10 * MINUTE)
  })

  it("goods ship although the service can't be asked", async () => {
    const id = await placed()
    room.pass(SHIPPING_FRESH_MS + MINUTE)
    room.sandbox.fault({ route: PRICING, fault: "503", times: 5 })
    expect(await ship(id)).toBeNull()
  })

  it("goods can't ship while a cancellation's outcome is unknown, or after it", async () => {
    const id = await unclear()
    const refusal = await ship(id)
    expect(refusal?.code).toBe("ship_unknown")
    expect(refusal?.message).toMatch(
      /^Do not ship: we do not know whether the lease of this order was canceled\. We will check again at \w{3} \d+, \d{4}/,
    )
  })

  it("the refusal names whom to ask, and by which id, if nothing more can be found out", async () => {
    const id = await unclear()
    await room.rows.changeTask({ state: "unknown" })
    const { application_id } = await room.lease(id)
    const refusal = await ship(id)
    expect(refusal?.code).toBe("ship_unknown_ask")
    expect(refusal?.message).toContain(`Ask Sandbox Leasing (help@leasing.example, ID ${application_id})`)
  })

  it("an outcome that staff enter for a part leaves the alert for returned goods open", async () => {
    const id = await placed()
    await deliverLease(room, id)
    await room.rows.addTask({ lease_id: id, kind: "return_lines", state: "unknown", sent: true })
    await raise(id, "return_unknown", "return_partial")
    const seen = await room.alerts(id)
    await room.settle(await room.lease(id), { outcome: "nothing", note: NOTE, seen, actor: ANA })
    expect(await room.alerts(id)).toEqual(["return_partial"])
  })
})
