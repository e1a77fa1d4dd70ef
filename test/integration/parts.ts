import { type LeaseRecord } from "../support/ledger"
import { AVAILABILITY, LeaseDesk, PRICING, RETURN } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

const NOTE = "The operator says so on the phone."

/** With an account that knows lines, Medusa's partial return and refund are a return of lines or a lowered price at the service, or do not happen. */
export const parts = storeRules(
  "parts of a lease",
  (store) => {
    const desk = new LeaseDesk(store)
    /** A delivered order, paid and captured, of goods with sales tax. */
    const taxed = () =>
      store.begin("delivered with tax", async () => {
        const { order } = await store.ordered(SOFA_AND_CHAIRS)
        await desk.delivered(order.id)
        return { orderId: order.id, total: order.total }
      })
    /** The same without any tax. */
    const delivered = (tag?: string) =>
      store.begin(`delivered without tax ${tag}`, async () => {
        await store.sql("update tax_rate set rate = 0")
        const { order } = await store.ordered({ ...SOFA_AND_CHAIRS, email: "alex@shopper.example" }, tag)
        await desk.delivered(order.id)
        return { orderId: order.id, total: order.total }
      })
    const leaseOf = async (orderId: string) => (await store.ledger.ofOrder(orderId)) as LeaseRecord
    const atService = async (orderId: string) => {
      const { application_id } = await leaseOf(orderId)
      const found = store.sandbox.leases().find(({ applicationId }) => applicationId === application_id)
      const returns = found?.returns.map(({ amount }) => amount)
      return { state: found?.state, left: found?.cart?.invoiceTotal, returns }
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
    const cents = (amount: number) => Math.round(amount * 100) / 100
    const dollars = (amount: number) => ({ amount, currency_code: "usd" })
    /** A refund of 25 whose call met this. */
    async function met(fault: "drop-after" | "drop-before") {
      const order = await delivered()
      store.sandbox.fault({ route: RETURN, fault })
      const refusal = { status: 500, body: { code: "result_unknown" } }
      expect(await store.merchant.refund(order.orderId, 25)).toMatchObject(refusal)
      return order
    }
    async function later(interval = "2 minutes") {
      await store.pass(interval)
      await store.look()
    }

    it("a piece that came back, damaged or not, is returned by a refund of exactly its price, and the lease goes on", async () => {
      const { orderId, total } = await taxed()
      const { invoiceTotal = 0 } = (await leaseOf(orderId)).snapshot ?? {}
      const { due: chair, price } = await pieceOf(orderId, 2)
      expect(chair).toBeGreaterThan(price)
      await desk.receiveBack(orderId, { chair: 1 }, { damaged: true })
      await store.look()
      expect(await desk.card(orderId)).toMatchObject({
        state: "return_partial",
        attention: [{ code: "part_return_due", amount: dollars(chair) }],
        next_step: { code: "refund_part", amount: dollars(chair) },
      })
      expect((await store.merchant.refund(orderId, cents(chair - 0.01))).body).toMatchObject({
        code: "reduction_goods",
        message: expect.stringContaining(`Refund exactly $${chair.toFixed(2)}`),
      })
      expect(calls(AVAILABILITY, RETURN)).toEqual([])
      expect((await store.merchant.refund(orderId, chair)).status).toBe(200)
      expect(calls(AVAILABILITY, RETURN)).toEqual([AVAILABILITY, RETURN])
      // The service's own sums are without tax.
      const left = cents(invoiceTotal / 100 - price)
      expect(await atService(orderId)).toEqual({ state: "Funded", left, returns: [price] })
      await store.look()
      const card = await desk.card(orderId)
      expect(card).toMatchObject({
        ...{ state: "delivered", attention: [] },
        reduced: { pieces: 1, rest: dollars(cents(total - chair)) },
      })
      const params = expect.objectContaining({ sum: `$${chair.toFixed(2)}` })
      expect(card.facts).toContainEqual(expect.objectContaining({ key: "part_returned", params }))
      expect(await refunded()).toEqual([chair])
    })

    it("several follow one another, and the last makes the lease returned as a whole", async () => {
      const { orderId, total } = await taxed()
      const { due: chair, price, tax } = await pieceOf(orderId, 2)
      const other = cents(price + tax - (chair - price))
      for (const amount of [chair, other]) {
        await desk.receiveBack(orderId, { chair: 1 })
        expect((await store.merchant.refund(orderId, amount)).status).toBe(200)
      }
      await desk.receiveBack(orderId, { sofa: 1 })
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
      await later("3 minutes")
      expect(await leaseOf(orderId)).toMatchObject({ status: "returned", attention: [] })
      expect(await refunded()).toEqual([chair, other, rest])
    })

    it("a refund without goods lowers a price, and one that no line can give is refused with those that can", async () => {
      const { orderId, total } = await delivered()
      expect((await store.merchant.refund(orderId, 25)).status).toBe(200)
      expect(await atService(orderId)).toEqual({ state: "Funded", left: cents(total - 25), returns: [25] })
      const sent = store.sandbox.journal().filter(({ route }) => route === RETURN)
      expect(sent.at(-1)?.body).toMatchObject({ merchandiseItems: [{ actionType: "PriceAdj" }] })
      const most = cents(Math.max((await pieceOf(orderId, 1)).price, 2 * (await pieceOf(orderId, 2)).price))
      const message = expect.stringContaining("closest amounts")
      expect((await store.merchant.refund(orderId, most)).body).toMatchObject({ code: "reduction_price", message })
      expect(await refunded()).toEqual([25])
      await store.look()
      expect((await leaseOf(orderId)).attention).toEqual([])
    })

    it.each([
      ["before the delivery", "reduction_undelivered", () => desk.placed(SOFA_AND_CHAIRS)],
      ["as a lower price of goods with sales tax", "reduction_taxed", async () => (await taxed()).orderId],
    ])("nothing goes back in part %s", async (_, code, begin) => {
      const orderId = await begin()
      expect((await store.merchant.refund(orderId, 25)).body).toMatchObject({ code })
      expect([calls(AVAILABILITY, RETURN), await refunded()]).toEqual([[], []])
    })

    it.each([
      ["no return is possible", "noreturn", "return_not_eligible", [AVAILABILITY]],
      ["the part is refused", undefined, "call_refused", [AVAILABILITY, RETURN]],
    ])("where %s nothing is lost", async (_what, tag, code, made) => {
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
      const sums = "select sum(amount) as sum from order_transaction where order_id = ? and deleted_at is null"
      const [row] = await store.sql(sums, [orderId])
      expect(Number(row?.sum)).toBe(cents(total - 75))
    })

    it("beside an open change of the order nothing is sent but what core owes for goods that came back: it can book no more", async () => {
      const { orderId, total } = await delivered()
      await store.admin.post("/admin/order-edits", { order_id: orderId })
      const refusal = { status: 400, body: { code: "refund_beside_change" } }
      for (const amount of [25, total, undefined])
        expect(await store.merchant.refund(orderId, amount)).toMatchObject(refusal)
      expect([calls(AVAILABILITY, RETURN), await refunded()]).toEqual([[], []])
      await store.admin.delete(`/admin/order-edits/${orderId}`)
      await desk.receiveBack(orderId, { chair: 1 })
      await store.admin.post("/admin/order-edits", { order_id: orderId })
      expect(await store.merchant.refund(orderId, (await pieceOf(orderId, 2)).due)).toMatchObject({ status: 200 })
      expect(calls(RETURN)).toEqual([RETURN])
    })

    it.each([
      ["that is read back", async () => {}],
      [
        "that cannot be read, but a person says that it was taken",
        async (orderId: string) => void (await desk.act(orderId, "settle", { outcome: "reduced", note: NOTE })),
      ],
    ] as const)("after an answer %s the same refund only writes Medusa's books", async (how, say) => {
      const { orderId, total } = await met("drop-after")
      if (how !== "that is read back") store.sandbox.fault({ route: PRICING, fault: "no-appstatus" })
      await later()
      await say(orderId)
      await store.look()
      expect(await desk.card(orderId)).toMatchObject({
        attention: [{ code: "part_refund_due", amount: dollars(25) }],
        next_step: { code: "refund_part", amount: dollars(25) },
      })
      expect((await store.merchant.refund(orderId, 30)).body).toMatchObject({ code: "reduction_books_first" })
      expect((await store.merchant.refund(orderId, 25)).status).toBe(200)
      expect(calls(RETURN)).toEqual([RETURN])
      expect(await atService(orderId)).toMatchObject({ left: cents(total - 25), returns: [25] })
      await store.look()
      expect(await leaseOf(orderId)).toMatchObject({ attention: [], reductions: [{ amount: 2500 }] })
    })

    it("what cannot be read back is a person's word, and is never sent again before it", async () => {
      const { orderId, total } = await met("drop-before")
      for (let hour = 0; hour < 3; hour++) await later("1 hour")
      expect(calls(RETURN)).toEqual([RETURN])
      const card = await desk.card(orderId)
      expect(card.attention).toMatchObject([{ code: "return_unknown" }])
      expect(card.outcomes).toEqual(expect.arrayContaining(["reduced", "nothing"]))
      expect((await store.merchant.refund(orderId, 25)).body).toMatchObject({ code: "result_unknown" })
      await desk.act(orderId, "settle", { outcome: "nothing", note: NOTE })
      expect((await leaseOf(orderId)).reductions).toBeNull()
      expect((await store.merchant.refund(orderId, 25)).status).toBe(200)
      expect(await atService(orderId)).toMatchObject({ left: cents(total - 25), returns: [25] })
    })

    it("goods that came back fall due still when a person says that the call for them did not arrive", async () => {
      const { orderId } = await taxed()
      const { due: chair } = await pieceOf(orderId, 2)
      await desk.receiveBack(orderId, { chair: 1 })
      store.sandbox.fault({ route: RETURN, fault: "drop-before" })
      await store.merchant.refund(orderId, chair)
      await later("1 hour")
      // A refund would be refused until somebody says what became of the first one.
      expect(await desk.card(orderId)).toMatchObject({
        attention: [{ code: "part_return_due" }, { code: "return_unknown" }],
        next_step: { code: "ask_operator", action: "settle" },
      })
      await desk.act(orderId, "settle", { outcome: "nothing", note: NOTE })
      await store.look()
      expect((await desk.card(orderId)).attention).toMatchObject([{ code: "part_return_due" }])
      expect((await store.merchant.refund(orderId, chair)).status).toBe(200)
      expect(calls(RETURN)).toEqual([RETURN, RETURN])
    })
  },
  { wire: { returnLines: true } },
)
