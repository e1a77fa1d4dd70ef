import { historyOf } from "../support/history"
import { type LeaseRecord } from "../support/ledger"
import { eventually } from "./support/eventually"
import { LeaseDesk, WHOM } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

const CANCEL = "DELETE /application/contract"
const ASK = "POST /application/return/availability"
const RETURN = "POST /application/return"

/** A refund in Medusa is a canceled contract or a returned lease at the service, or it does not happen. */
export const refunds = storeRules("refunds", (store) => {
  async function placed(tag?: string) {
    const { order } = await store.ordered(SOFA_AND_CHAIRS, tag)
    return { orderId: order.id, total: order.total }
  }
  async function shipped(tag?: string) {
    const order = await placed(tag)
    await store.merchant.send(order.orderId)
    const { application_id } = await leaseOf(order.orderId)
    await fetch(`${store.sandbox.controlUrl}/leases/${application_id}/ship`, { method: "POST" })
    return order
  }
  const delivered = (tag?: string) =>
    store.begin(`delivered ${tag}`, async () => {
      const order = await shipped(tag)
      const [parcel] = await store.merchant.parcels(order.orderId)
      await store.andWait("delivery.created", () => store.merchant.deliver(order.orderId, parcel?.id ?? ""))
      await until(order.orderId, "delivered")
      return order
    })
  const leaseOf = async (orderId: string) => (await store.ledger.ofOrder(orderId)) as LeaseRecord
  const until = (orderId: string, wanted: LeaseRecord["status"]) =>
    eventually(
      () => leaseOf(orderId),
      ({ status }) => status === wanted,
    )
  const said = () => store.calls().filter((call) => [CANCEL, ASK, RETURN].includes(call))
  /** Medusa's books: the number of refunds, and the rest of the payment. */
  async function books(orderId: string) {
    const refunds = await store.sql("select amount from refund where deleted_at is null")
    const [row] = await store.sql(
      "select sum(amount) as sum from order_transaction where order_id = ? and deleted_at is null",
      [orderId],
    )
    return { refunds: refunds.length, held: Number(row?.sum) }
  }

  describe("of the whole sum", () => {
    it("with the goods packed cancels the contract, too: packed is not shipped", async () => {
      const { orderId, total } = await placed()
      await store.merchant.packed(orderId)
      expect((await store.merchant.refund(orderId, total)).status).toBe(200)
      expect(said()).toEqual([CANCEL])
    })

    it("of goods that are on their way is a return, never a cancellation", async () => {
      const { orderId } = await shipped()
      expect((await store.merchant.refund(orderId)).status).toBe(200)
      expect(said()).toEqual([ASK, RETURN])
      expect((await leaseOf(orderId)).status).toBe("returned")
    })

    it("of a lease whose delivery was scheduled is a return, though nothing has shipped", async () => {
      const { orderId } = await placed()
      const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
      const actor = { by: "merchant", id: "user_1" } as const
      await store.ledger.confirmDelivery(await leaseOf(orderId), { date, count: { pieces: 3, delivered: 0 }, actor })
      expect((await store.merchant.refund(orderId)).status).toBe(200)
      expect(said()).toEqual([ASK, RETURN])
    })

    it("after the goods came back is dated with the day on which the store received them", async () => {
      const { orderId } = await delivered()
      await new LeaseDesk(store).receiveBack(orderId, { sofa: 1, chair: 2 })
      await store.sql("update lease set placed_at = placed_at - interval '3 days'")
      const moved = "update return set received_at = received_at - interval '2 days' returning received_at"
      const [row] = await store.sql(moved)
      expect((await store.merchant.refund(orderId)).status).toBe(200)
      const day = new Date(row?.received_at as string).toISOString().slice(0, 10)
      const [event] = (await historyOf(store.ledger, (await leaseOf(orderId)).id)).filter(
        ({ type }) => type === "returned",
      )
      expect(event?.detail.date).toMatch(new RegExp(`^${day}T`))
    })

    it("with nothing shipped cancels the contract and leaves Medusa's order open, which the card asks to cancel, and which can be", async () => {
      const { orderId } = await placed()
      expect((await store.merchant.refund(orderId)).status).toBe(200)
      expect(said()).toEqual([CANCEL])
      expect((await leaseOf(orderId)).status).toBe("cancelled")
      expect(await books(orderId)).toEqual({ refunds: 1, held: 0 })
      const desk = new LeaseDesk(store)
      expect((await desk.card(orderId)).next_step).toMatchObject({ code: "cancel_order" })
      expect((await store.merchant.cancel(orderId)).status).toBe(200)
      expect((await desk.card(orderId)).next_step).toBeNull()
      expect(said()).toEqual([CANCEL])
      expect(await books(orderId)).toEqual({ refunds: 1, held: 0 })
    })

    it("of a contract that was canceled before only writes Medusa's books", async () => {
      const { orderId } = await placed()
      await store.ledger.cancelContract(await leaseOf(orderId), { by: "merchant", id: "user_1" }, { cause: "by_hand" })
      expect((await store.merchant.refund(orderId)).status).toBe(200)
      expect(said()).toEqual([CANCEL])
      expect(await books(orderId)).toEqual({ refunds: 1, held: 0 })
    })
  })

  describe("that the service does not allow leaves no trace in Medusa", () => {
    it.each([
      ["no return is possible", "noreturn", "return_not_eligible", [ASK]],
      ["the return is refused", undefined, "call_refused", [ASK, RETURN]],
    ])("%s", async (_why, tag, code, calls) => {
      const { orderId, total } = await delivered(tag)
      if (!tag) store.sandbox.fault({ route: RETURN, fault: "409" })
      const before = await books(orderId)
      expect(await store.merchant.refund(orderId, total)).toMatchObject({ status: 400, body: { code, message: WHOM } })
      expect(said()).toEqual(calls)
      expect(await leaseOf(orderId)).toMatchObject({ status: "delivered", attention: [] })
      expect(await books(orderId)).toEqual(before)
      expect(before).toEqual({ refunds: 0, held: total })
    })

    it("goods that are on their way, of a lease that may not be returned before it began: the words name the way out", async () => {
      const { orderId, total } = await shipped("noreturn")
      const told = {
        code: "return_before_start",
        message: expect.stringMatching(/schedule the delivery first, or settle/),
      }
      expect(await store.merchant.refund(orderId, total)).toMatchObject({ status: 400, body: told })
      expect(await books(orderId)).toEqual({ refunds: 0, held: total })
    })

    it("the contract cannot be canceled", async () => {
      const { orderId, total } = await placed()
      store.sandbox.fault({ route: CANCEL, fault: "409" })
      expect(await store.merchant.refund(orderId)).toMatchObject({
        status: 400,
        body: { code: "cancel_refused", message: expect.stringContaining("refused to cancel") },
      })
      expect((await leaseOf(orderId)).status).toBe("placed")
      expect(await books(orderId)).toEqual({ refunds: 0, held: total })
    })

    it("the service cannot be reached: the next click does it", async () => {
      const { orderId, total } = await delivered()
      // The check before the return is a read, so it is retried automatically and then given up.
      store.sandbox.fault({ route: ASK, fault: "503", times: 10 })
      expect(await store.merchant.refund(orderId)).toMatchObject({ status: 500, body: { code: "service_unreachable" } })
      expect((await leaseOf(orderId)).status).toBe("delivered")
      expect(await books(orderId)).toEqual({ refunds: 0, held: total })
      await fetch(`${store.sandbox.controlUrl}/faults`, { method: "DELETE" })
      expect((await store.merchant.refund(orderId)).status).toBe(200)
    })
  })

  describe("of another sum", () => {
    it.each([
      ["a part", (total: number) => total - 0.01],
      ["a cent", () => 0.01],
      ["more than was paid", (total: number) => total + 0.01],
    ])("%s is refused, and nothing is sent", async (_what, amount) => {
      const { orderId, total } = await placed()
      expect((await store.merchant.refund(orderId, Math.round(amount(total) * 100) / 100)).status).toBe(400)
      expect(said()).toEqual([])
      expect(await books(orderId)).toEqual({ refunds: 0, held: total })
      expect((await leaseOf(orderId)).status).toBe("placed")
    })

    it("says that a lease is returned as a whole, and names the sum", async () => {
      const { orderId } = await placed()
      expect((await store.merchant.refund(orderId, 10)).body).toMatchObject({
        code: "refund_partial",
        message: expect.stringMatching(
          /only be returned as a whole.*\$.*Sandbox Leasing \(help@leasing\.example, ID \S+\)/,
        ),
      })
    })
  })

  describe("asked more than once", () => {
    it("is refused by Medusa the second time, nothing is sent, and money and lease agree", async () => {
      const { orderId } = await delivered()
      await store.merchant.refund(orderId)
      expect((await store.merchant.refund(orderId)).status).toBe(400)
      expect(said()).toEqual([ASK, RETURN])
      await store.pass("3 minutes")
      await store.runJob()
      expect((await leaseOf(orderId)).attention).toEqual([])
      expect(said()).toEqual([ASK, RETURN])
      expect(await books(orderId)).toEqual({ refunds: 1, held: 0 })
    })

    it.each([
      ["before shipping", placed, [CANCEL]],
      ["after delivery", delivered, [ASK, RETURN]],
    ] as const)("from two windows at once is made once, %s", async (_when, begin, calls) => {
      const { orderId } = await begin()
      const answers = await Promise.all([1, 2, 3].map(() => store.merchant.refund(orderId)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(said()).toEqual(calls)
      expect(await books(orderId)).toEqual({ refunds: 1, held: 0 })
    })
  })

  describe("whose answer from the service is lost", () => {
    it.each([
      ["cancellation", placed, CANCEL, "cancelling", "cancelled"],
      ["return", delivered, RETURN, "returning", "returned"],
    ] as const)(
      "is not booked; the %s is read back, a person hears of the money, and the next refund only books",
      async (...row) => {
        const [, begin, route, between, after] = row
        const { orderId, total } = await begin()
        store.sandbox.fault({ route, fault: "drop-after" })
        expect(await store.merchant.refund(orderId)).toMatchObject({ status: 500, body: { code: "result_unknown" } })
        expect((await leaseOf(orderId)).status).toBe(between)
        expect(await books(orderId)).toEqual({ refunds: 0, held: total })

        await store.pass("2 minutes")
        await store.runJob()
        expect((await leaseOf(orderId)).status).toBe(after)
        await store.pass("3 minutes")
        await store.runJob()
        expect((await leaseOf(orderId)).attention.map(({ code }) => code)).toEqual(["money_differs"])
        const { status } = await store.andWait("payment.refunded", () => store.merchant.refund(orderId))
        expect(status).toBe(200)
        expect(said().filter((call) => call === route)).toHaveLength(1)
        expect(await books(orderId)).toEqual({ refunds: 1, held: 0 })
        await store.look()
        expect((await leaseOf(orderId)).attention).toEqual([])
      },
    )
  })
})
