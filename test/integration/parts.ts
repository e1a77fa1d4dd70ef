import { books } from "./support/books"
import { AVAILABILITY, LeaseDashboard, RETURN } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

/** With an account that knows lines, Medusa's partial return and refund return lines or lower the price at the service, or don't happen. */
export const parts = storeRules(
  "parts of a lease",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    /** A delivered, captured order of goods with or without sales tax. */
    const delivered = ({ taxed } = { taxed: false }) =>
      store.begin(`delivered, taxed ${taxed}`, async () => {
        if (!taxed) await store.sql("update tax_rate set rate = 0")
        const { order } = await store.ordered(
          taxed ? SOFA_AND_CHAIRS : { ...SOFA_AND_CHAIRS, email: "alex@shopper.example" },
        )
        await dashboard.delivered(order.id)
        return { orderId: order.id, total: order.total }
      })
    const atService = async (orderId: string) => {
      const { application_id } = await dashboard.lease(orderId)
      const found = store.sandbox.leases().find(({ applicationId }) => applicationId === application_id)
      const returns = found?.returns.map(({ amount }) => amount)
      return { state: found?.state, left: found?.cart?.invoiceTotal, returns }
    }
    /** A unit in the contract: its price and its share of the line's tax. */
    const pieceOf = async (orderId: string, quantity: number) => {
      const item = (await dashboard.lease(orderId)).snapshot?.cart.items.find((line) => line.quantity === quantity)
      const tax = Math.floor(Math.round((item?.tax ?? 0) * 100) / quantity) / 100
      return { price: item?.unitPrice ?? 0, due: cents((item?.unitPrice ?? 0) + tax), tax: item?.tax ?? 0 }
    }
    const calls = (...wanted: string[]) => store.calls().filter((call) => wanted.includes(call))
    const refunded = async (orderId: string) => (await books(store, orderId)).refunded
    const cents = (amount: number) => Math.round(amount * 100) / 100
    const dollars = (amount: number) => ({ amount, currency_code: "usd" })

    it("a refund of exactly its price returns a unit that came back, damaged or not, and the lease continues", async () => {
      const { orderId, total } = await delivered({ taxed: true })
      const { invoiceTotal = 0 } = (await dashboard.lease(orderId)).snapshot ?? {}
      const { due: chair, price } = await pieceOf(orderId, 2)
      expect(chair).toBeGreaterThan(price)
      await dashboard.receiveBack(orderId, { chair: 1 }, { damaged: true })
      await store.reconcile()
      const alerts = [{ code: "part_return_due", amount: dollars(chair) }]
      expect(await dashboard.card(orderId)).toMatchObject({ state: "return_partial", alerts })
      const message = expect.stringContaining(`Refund exactly $${chair.toFixed(2)}`)
      const refused = (await store.merchant.refund(orderId, cents(chair - 0.01))).body
      expect(refused).toMatchObject({ code: "reduction_goods", message })
      expect(calls(AVAILABILITY, RETURN)).toEqual([])
      expect((await store.merchant.refund(orderId, chair)).status).toBe(200)
      expect(calls(AVAILABILITY, RETURN)).toEqual([AVAILABILITY, RETURN])
      // The service's own sums are without tax.
      const left = cents(invoiceTotal / 100 - price)
      expect(await atService(orderId)).toEqual({ state: "Funded", left, returns: [price] })
      await store.reconcile()
      const card = await dashboard.card(orderId)
      const reduced = { pieces: 1, rest: dollars(cents(total - chair)) }
      expect(card).toMatchObject({ state: "delivered", alerts: [], reduced })
      const params = expect.objectContaining({ sum: `$${chair.toFixed(2)}` })
      expect(card.facts).toContainEqual(expect.objectContaining({ key: "part_returned", params }))
      expect(await refunded(orderId)).toEqual([chair])
    })

    it("the CSV export has a line for each part that was returned, and the lines add up to what is left", async () => {
      const { orderId, total } = await delivered({ taxed: true })
      const { due: chair, price } = await pieceOf(orderId, 2)
      await dashboard.receiveBack(orderId, { chair: 1 })
      expect((await store.merchant.refund(orderId, chair)).status).toBe(200)
      const lines = await dashboard.exported()
      expect(lines.map(({ entry, entry_date }) => [entry, entry_date])).toEqual([
        ["sale", expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
        ["reduction", expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
      ])
      expect(lines[1]).toMatchObject({ goods: (-price).toFixed(2), amount: (-chair).toFixed(2) })
      expect(cents(lines.reduce((sum, { amount }) => sum + Number(amount), 0))).toBe(cents(total - chair))
    })

    it("refunds without goods lower prices, and several at once are made one after another", async () => {
      const { orderId, total } = await delivered()
      const answers = await Promise.all([1, 2, 3].map(() => store.merchant.refund(orderId, 25)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await atService(orderId)).toMatchObject({ left: cents(total - 75), returns: [25, 25, 25] })
      const { refunded: sums, held } = await books(store, orderId)
      expect([sums, cents(held)]).toEqual([[25, 25, 25], cents(total - 75)])
    })

    it("while an order change is open, only a refund due for returned goods is sent", async () => {
      const { orderId, total } = await delivered()
      await store.admin.post("/admin/order-edits", { order_id: orderId })
      const refusal = { status: 400, body: { code: "order_change_open" } }
      for (const amount of [25, total, undefined])
        expect(await store.merchant.refund(orderId, amount)).toMatchObject(refusal)
      expect([calls(AVAILABILITY, RETURN), await refunded(orderId)]).toEqual([[], []])
      await store.admin.delete(`/admin/order-edits/${orderId}`)
      await dashboard.receiveBack(orderId, { chair: 1 })
      await store.admin.post("/admin/order-edits", { order_id: orderId })
      expect(await store.merchant.refund(orderId, (await pieceOf(orderId, 2)).due)).toMatchObject({ status: 200 })
      expect(calls(RETURN)).toEqual([RETURN])
    })
  },
  { dialect: { returnLines: true } },
)
