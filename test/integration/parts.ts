import { type LeaseRecord } from "../support/ledger"
import { AVAILABILITY, LeaseDesk, RETURN } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

const NOTE = "The operator says so on the phone."

/** With an account that knows lines, Medusa's partial return and refund are a return of lines or a lowered price at the service, or do not happen. */
export const parts = storeRules(
  "parts of a lease",
  (store) => {
    const desk = () => new LeaseDesk(store)
    /** A delivered order, paid and captured, of goods with sales tax. */
    const taxed = () =>
      store.begin("delivered with tax", async () => {
        const { order } = await store.ordered(SOFA_AND_CHAIRS)
        await desk().delivered(order.id)
        return { orderId: order.id, total: order.total }
      })
    /** The same without any tax. */
    const delivered = (tag?: string) =>
      store.begin(`delivered without tax ${tag}`, async () => {
        await store.sql("update tax_rate set rate = 0")
        const { order } = await store.ordered({ ...SOFA_AND_CHAIRS, email: "alex@shopper.example" }, tag)
        await desk().delivered(order.id)
        return { orderId: order.id, total: order.total }
      })
    const leaseOf = async (orderId: string) => (await store.ledger.ofOrder(orderId)) as LeaseRecord
    const atService = async (orderId: string) => {
      const { application_id } = await leaseOf(orderId)
      const found = store.sandbox.leases().find(({ applicationId }) => applicationId === application_id)
      return {
        state: found?.state,
        left: found?.cart?.invoiceTotal,
        returns: found?.returns.map(({ amount }) => amount),
      }
    }
    /** A piece in the contract: its price, and its share of the line's tax. */
    const pieceOf = async (orderId: string, quantity: number) => {
      const item = (await leaseOf(orderId)).snapshot?.cart.items.find((line) => line.quantity === quantity)
      const tax = Math.floor(Math.round((item?.tax ?? 0) * 100) / quantity) / 100
      return { price: item?.unitPrice ?? 0, due: cents((item?.unitPrice ?? 0) + tax), tax: item?.tax ?? 0 }
    }
    const calls = (...wanted: string[]) => store.calls().filter((call) => wanted.includes(call))
    const refunded = async () =>
      (await store.sql("select amount from refund where deleted_at is null order by created_at")).map(({ amount }) =>
        Number(amount),
      )
    /** What Medusa's order says is paid. */
    const booked = async (orderId: string) => {
      const [row] = await store.sql(
        "select sum(amount) as sum from order_transaction where order_id = ? and deleted_at is null",
        [orderId],
      )
      return Number(row?.sum)
    }
    const cents = (amount: number) => Math.round(amount * 100) / 100

    it("a piece that came back is returned by a refund of exactly its price, and the lease goes on", async () => {
      const { orderId, total } = await taxed()
      const { invoiceTotal = 0 } = (await leaseOf(orderId)).snapshot ?? {}
      const { due: chair, price } = await pieceOf(orderId, 2)
      expect(chair).toBeGreaterThan(price)
      await desk().receiveBack(orderId, { chair: 1 })
      await store.look()
      const due = { amount: chair, currency_code: "usd" }
      expect(await desk().card(orderId)).toMatchObject({
        state: "return_partial",
        attention: [{ code: "part_return_due", amount: due }],
        next_step: { code: "refund_part", amount: due },
      })
      expect((await store.merchant.refund(orderId, cents(chair - 0.01))).body).toMatchObject({
        code: "reduction_goods",
        message: expect.stringContaining(`Refund exactly $${chair.toFixed(2)}`),
      })
      expect(calls(AVAILABILITY, RETURN)).toEqual([])

      expect((await store.merchant.refund(orderId, chair)).status).toBe(200)
      expect(calls(AVAILABILITY, RETURN)).toEqual([AVAILABILITY, RETURN])
      const left = cents(total - chair)
      // The service's own sums are without tax.
      expect(await atService(orderId)).toEqual({
        state: "Funded",
        left: cents(invoiceTotal / 100 - price),
        returns: [price],
      })
      await store.look()
      expect(await desk().card(orderId)).toMatchObject({
        state: "delivered",
        attention: [],
        reduced: { pieces: 1, rest: { amount: left } },
        facts: expect.arrayContaining([
          expect.objectContaining({
            key: "part_returned",
            params: expect.objectContaining({ sum: `$${chair.toFixed(2)}` }),
          }),
        ]),
      })
      expect(await refunded()).toEqual([chair])
    })

    it("several follow one another, and the last makes the lease returned as a whole", async () => {
      const { orderId, total } = await taxed()
      const { due: chair, price, tax } = await pieceOf(orderId, 2)
      const other = cents(price + tax - (chair - price))
      await desk().receiveBack(orderId, { chair: 1 })
      expect((await store.merchant.refund(orderId, chair)).status).toBe(200)
      await desk().receiveBack(orderId, { chair: 1 })
      expect((await store.merchant.refund(orderId, other)).status).toBe(200)
      await desk().receiveBack(orderId, { sofa: 1 })
      const rest = cents(total - chair - other)
      const sofa = await pieceOf(orderId, 1)
      expect(sofa.due).toBeLessThan(rest)
      // The delivery goes with the last piece.
      expect((await store.merchant.refund(orderId, sofa.due)).body).toMatchObject({
        code: "reduction_goods",
        message: expect.stringContaining(`Refund exactly $${rest.toFixed(2)}`),
      })
      expect((await store.merchant.refund(orderId, rest)).status).toBe(200)
      expect(await atService(orderId)).toMatchObject({ state: "Returned" })
      expect((await leaseOf(orderId)).status).toBe("returned")
      await store.pass("3 minutes")
      await store.look()
      expect((await leaseOf(orderId)).attention).toEqual([])
      expect(await refunded()).toEqual([chair, other, rest])
    })

    it("a piece that comes back damaged counts once", async () => {
      const { orderId } = await taxed()
      const { due: chair } = await pieceOf(orderId, 2)
      await desk().receiveBack(orderId, { chair: 1 }, { damaged: true })
      await store.look()
      expect(await desk().card(orderId)).toMatchObject({
        state: "return_partial",
        attention: [{ code: "part_return_due", amount: { amount: chair } }],
      })
      expect((await store.merchant.refund(orderId, chair)).status).toBe(200)
      expect((await leaseOf(orderId)).reductions).toMatchObject([{ lines: [{ quantity: 1 }] }])
    })

    it("goods that came back fall due still when a person says that the call for them did not arrive", async () => {
      const { orderId } = await taxed()
      const { due: chair } = await pieceOf(orderId, 2)
      await desk().receiveBack(orderId, { chair: 1 })
      store.sandbox.fault({ route: RETURN, fault: "drop-before" })
      await store.merchant.refund(orderId, chair)
      await store.pass("1 hour")
      await store.look()
      // A refund would be refused until somebody says what became of the first one.
      expect(await desk().card(orderId)).toMatchObject({
        attention: [{ code: "part_return_due" }, { code: "return_unknown" }],
        next_step: { code: "ask_operator", action: "settle" },
      })
      expect((await store.merchant.refund(orderId, chair)).body).toMatchObject({ code: "result_unknown" })
      await desk().act(orderId, "settle", { outcome: "nothing", note: NOTE })
      await store.look()
      expect((await desk().card(orderId)).attention).toMatchObject([{ code: "part_return_due" }])
      expect((await store.merchant.refund(orderId, chair)).status).toBe(200)
      expect(calls(RETURN)).toEqual([RETURN, RETURN])
    })

    it("a refund without goods lowers a price, and one that no line can give is refused with those that can", async () => {
      const { orderId, total } = await delivered()
      expect((await store.merchant.refund(orderId, 25)).status).toBe(200)
      expect(await atService(orderId)).toEqual({ state: "Funded", left: cents(total - 25), returns: [25] })
      expect(
        store.sandbox
          .journal()
          .filter(({ route }) => route === RETURN)
          .at(-1)?.body,
      ).toMatchObject({
        merchandiseItems: [{ actionType: "PriceAdj" }],
      })
      const most = cents(Math.max((await pieceOf(orderId, 1)).price, 2 * (await pieceOf(orderId, 2)).price))
      expect((await store.merchant.refund(orderId, most)).body).toMatchObject({
        code: "reduction_price",
        message: expect.stringContaining("closest amounts"),
      })
      expect(await refunded()).toEqual([25])
      await store.look()
      expect((await leaseOf(orderId)).attention).toEqual([])
    })

    it("a price with sales tax is not lowered: nothing says how much tax that takes along", async () => {
      const { orderId } = await taxed()
      expect((await store.merchant.refund(orderId, 25)).body).toMatchObject({ code: "reduction_taxed" })
      expect(calls(AVAILABILITY, RETURN)).toEqual([])
    })

    it("before the delivery nothing goes back in part", async () => {
      const { order } = await store.ordered(SOFA_AND_CHAIRS)
      expect((await store.merchant.refund(order.id, 25)).body).toMatchObject({ code: "reduction_undelivered" })
      expect(calls(AVAILABILITY, RETURN)).toEqual([])
      expect(await refunded()).toEqual([])
    })

    it.each([
      ["no return is possible", "noreturn", "return_not_eligible", [AVAILABILITY]],
      ["the part is refused", undefined, "call_refused", [AVAILABILITY, RETURN]],
    ])("%s: nothing is lost", async (_what, tag, code, made) => {
      const { orderId, total } = await delivered(tag)
      if (!tag) store.sandbox.fault({ route: RETURN, fault: "409" })
      expect((await store.merchant.refund(orderId, 25)).body).toMatchObject({ code })
      expect(calls(AVAILABILITY, RETURN)).toEqual(made)
      expect(await leaseOf(orderId)).toMatchObject({ status: "delivered", reductions: null, attention: [] })
      expect(await atService(orderId)).toMatchObject({ left: total, returns: [] })
      expect(await refunded()).toEqual([])
    })

    it("several at once are made one after another, as core cannot book two at a time", async () => {
      const { orderId, total } = await delivered()
      const answers = await Promise.all([1, 2, 3].map(() => store.merchant.refund(orderId, 25)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await atService(orderId)).toMatchObject({ left: cents(total - 75), returns: [25, 25, 25] })
      expect(await refunded()).toEqual([25, 25, 25])
      expect(await booked(orderId)).toBe(cents(total - 75))
    })

    it("beside an open change of the order, which core cannot book, nothing is sent", async () => {
      const { orderId, total } = await delivered()
      await store.admin.post("/admin/order-edits", { order_id: orderId })
      for (const amount of [25, total, undefined])
        expect(await store.merchant.refund(orderId, amount)).toMatchObject({
          status: 400,
          body: { code: "refund_beside_change" },
        })
      expect(calls(AVAILABILITY, RETURN)).toEqual([])
      expect(await refunded()).toEqual([])
      await store.admin.delete(`/admin/order-edits/${orderId}`)
      expect((await store.merchant.refund(orderId, 25)).status).toBe(200)
    })

    it("beside an open change of the order, what core owes for goods that came back is refunded", async () => {
      const { orderId } = await delivered()
      await desk().receiveBack(orderId, { chair: 1 })
      await store.admin.post("/admin/order-edits", { order_id: orderId })
      expect(await store.merchant.refund(orderId, (await pieceOf(orderId, 2)).due)).toMatchObject({ status: 200 })
      expect(calls(RETURN)).toEqual([RETURN])
    })

    it("an answer that is lost is read back, and the same refund then only writes Medusa's books", async () => {
      const { orderId, total } = await delivered()
      store.sandbox.fault({ route: RETURN, fault: "drop-after" })
      expect(await store.merchant.refund(orderId, 25)).toMatchObject({ status: 500, body: { code: "result_unknown" } })
      await store.pass("2 minutes")
      await store.runJob()
      await store.look()
      const due = { amount: 25, currency_code: "usd" }
      expect(await desk().card(orderId)).toMatchObject({
        attention: [{ code: "part_refund_due", amount: due }],
        next_step: { code: "refund_part", amount: due },
      })
      expect((await store.merchant.refund(orderId, 30)).body).toMatchObject({ code: "reduction_books_first" })
      expect((await store.merchant.refund(orderId, 25)).status).toBe(200)
      expect(calls(RETURN)).toEqual([RETURN])
      expect(await atService(orderId)).toMatchObject({ left: cents(total - 25), returns: [25] })
      await store.look()
      expect((await leaseOf(orderId)).attention).toEqual([])
    })

    it("what cannot be read back is a person's word, and is never sent again before it", async () => {
      const { orderId, total } = await delivered()
      store.sandbox.fault({ route: RETURN, fault: "drop-before" })
      await store.merchant.refund(orderId, 25)
      for (let hour = 0; hour < 3; hour++) {
        await store.pass("1 hour")
        await store.look()
      }
      expect(calls(RETURN)).toEqual([RETURN])
      const card = await desk().card(orderId)
      expect(card.attention).toMatchObject([{ code: "return_unknown" }])
      expect(card.outcomes).toEqual(expect.arrayContaining(["reduced", "nothing"]))
      expect((await store.merchant.refund(orderId, 25)).body).toMatchObject({ code: "result_unknown" })

      await desk().act(orderId, "settle", { outcome: "nothing", note: NOTE })
      expect((await leaseOf(orderId)).reductions).toBeNull()
      expect((await store.merchant.refund(orderId, 25)).status).toBe(200)
      expect(await atService(orderId)).toMatchObject({ left: cents(total - 25), returns: [25] })
    })

    it("or it is sent again once when a person says that it did not arrive", async () => {
      const { orderId } = await delivered()
      store.sandbox.fault({ route: RETURN, fault: "drop-before", times: 2 })
      await store.merchant.refund(orderId, 25)
      await store.pass("2 minutes")
      await store.look()
      await desk().act(orderId, "retry")
      await store.look()
      for (let hour = 0; hour < 3; hour++) {
        await store.pass("1 hour")
        await store.look()
      }
      // That one was not answered either, and the person's word was for one.
      expect(calls(RETURN)).toEqual([RETURN, RETURN])
      expect((await desk().card(orderId)).attention).toMatchObject([{ code: "return_unknown" }])
      await desk().act(orderId, "retry")
      await store.look()
      expect(await atService(orderId)).toMatchObject({ returns: [25] })
      expect((await leaseOf(orderId)).reductions).toHaveLength(1)
    })

    it("a person's word that it was taken is recorded, and the books follow by a refund of that sum", async () => {
      const { orderId } = await delivered()
      store.sandbox.fault({ route: RETURN, fault: "drop-after" })
      await store.merchant.refund(orderId, 25)
      store.sandbox.fault({ route: "GET /application/cart/pricing", fault: "no-appstatus" })
      await store.pass("2 minutes")
      await store.look()
      await desk().act(orderId, "settle", { outcome: "reduced", note: NOTE })
      await store.look()
      expect((await desk().card(orderId)).attention).toMatchObject([{ code: "part_refund_due" }])
      expect((await store.merchant.refund(orderId, 25)).status).toBe(200)
      expect(calls(RETURN)).toEqual([RETURN])
      await store.look()
      expect(await leaseOf(orderId)).toMatchObject({ attention: [], reductions: [{ amount: 2500 }] })
    })
  },
  { wire: { returnLines: true } },
)
