import { Modules } from "@medusajs/framework/utils"
import { EXPORT_COLUMNS } from "../../src/api/admin/lease-to-own/leases/export/columns"
import { PROVIDER_ID } from "../../src/medusa/read/carts"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

const CARD = "pp_system_default"
/** The columns for what Medusa recorded. */
const IN_MEDUSA = ["captured", "captured_at", "delivered_at", "refunded", "refunded_at"]
const NOTHING = Object.fromEntries(IN_MEDUSA.map((column) => [column, ""]))

/** What Medusa recorded for each lease's order, in the CSV export. */
export const exportedMoney = storeRules(
  "exported money",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const linesOf = async (orderId: string) =>
      (await dashboard.exported()).filter(({ order_id }) => order_id === orderId)
    /** The columns for what Medusa recorded, of each of an order's lines. */
    const recorded = async (orderId: string) =>
      (await linesOf(orderId)).map((line) => Object.fromEntries(IN_MEDUSA.map((column) => [column, line[column]])))
    const times = async (query: string, orderId: string) =>
      (await store.sql(query, [orderId])).map(({ at }) => new Date(at as string).toISOString())
    /** Adds up amounts in cents. Medusa's own may have fractions of a cent. */
    const sum = (amounts: unknown[]) =>
      amounts.reduce<number>((all, one) => all + Math.round(Number(`${one || 0}e2`)), 0)

    /** Checks that the file's amounts add up to those of all payments by lease in Medusa. */
    async function expectMedusasSums(): Promise<void> {
      const lines = await dashboard.exported()
      const booked = (table: "capture" | "refund") =>
        store.sql(
          `select booked.amount from ${table} booked join payment on payment.id = booked.payment_id
           where payment.provider_id = ? and booked.deleted_at is null`,
          [PROVIDER_ID],
        )
      const [captures, refunds] = [await booked("capture"), await booked("refund")]
      expect({
        captured: sum(lines.map(({ captured }) => captured)),
        refunded: sum(lines.map(({ refunded }) => refunded)),
      }).toEqual({
        captured: sum(captures.map(({ amount }) => amount)),
        refunded: sum(refunds.map(({ amount }) => amount)),
      })
    }

    /** Captures a sum of the order through another provider, as a store's own code can. */
    async function paidByCard(order_id: string, amount: number): Promise<void> {
      const { payment_collection } = await ok(store.admin.post("/admin/payment-collections", { order_id, amount }))
      const payments = store.container.resolve(Modules.PAYMENT)
      const session = { provider_id: CARD, currency_code: "usd", amount, data: {} }
      const { id } = await payments.createPaymentSession(payment_collection.id, session)
      const payment = await payments.authorizePaymentSession(id, {})
      await payments.capturePayment({ payment_id: payment?.id ?? "" })
    }

    it("a lease's first line has what was captured, delivered and refunded, and when last, and its other lines don't", async () => {
      // A refund can lower the price of an untaxed contract.
      await store.sql("update tax_rate set rate = 0")
      const { order } = await store.ordered({ ...SOFA_AND_CHAIRS, email: "alex@shopper.example" })
      const total = order.total.toFixed(2)
      const uncaptured = { ...NOTHING, captured: "0.00", refunded: "0.00" }
      expect(await recorded(order.id)).toEqual([uncaptured])
      await dashboard.delivered(order.id, { sofa: 1 })
      expect(await recorded(order.id)).toEqual([uncaptured])
      await dashboard.delivered(order.id)
      await store.reconcile()
      const fulfillments = `select delivered_at as at from fulfillment join order_fulfillment link on link.fulfillment_id = fulfillment.id
        where link.order_id = ? order by delivered_at`
      const payments = `select captured_at as at from payment join order_payment_collection link
        on link.payment_collection_id = payment.payment_collection_id where link.order_id = ?`
      const refunds = `select refund.created_at as at from refund join payment on payment.id = refund.payment_id
        join order_payment_collection link on link.payment_collection_id = payment.payment_collection_id
        where link.order_id = ? order by refund.created_at`
      const [captured_at] = await times(payments, order.id)
      const [sofa, delivered_at] = await times(fulfillments, order.id)
      expect(delivered_at).not.toBe(sofa)
      const captured = { captured: total, captured_at, delivered_at, refunded: "0.00", refunded_at: "" }
      expect(await recorded(order.id)).toEqual([captured])
      await ok(store.merchant.refund(order.id, 10))
      const [first] = await times(refunds, order.id)
      expect(await recorded(order.id)).toEqual([{ ...captured, refunded: "10.00", refunded_at: first }, NOTHING])
      await ok(store.merchant.refund(order.id, 15.5))
      const [, second] = await times(refunds, order.id)
      expect(second).not.toBe(first)
      const refunded = { ...captured, refunded: "25.50", refunded_at: second }
      expect(await recorded(order.id)).toEqual([refunded, NOTHING, NOTHING])
      await expectMedusasSums()
    })

    it("only a lease's own payments are in the export, and its amounts add up to Medusa's", async () => {
      const kept = (await store.ordered(SOFA_AND_CHAIRS)).order
      await dashboard.delivered(kept.id)
      await store.reconcile()
      await paidByCard(kept.id, 50)
      expect(await recorded(kept.id)).toEqual([
        expect.objectContaining({ captured: kept.total.toFixed(2), refunded: "0.00" }),
      ])
      const canceled = await dashboard.placed()
      await ok(store.merchant.cancel(canceled))
      const nothing = { ...NOTHING, captured: "0.00", refunded: "0.00" }
      expect(await recorded(canceled)).toEqual([nothing, NOTHING])
      await expectMedusasSums()
    })

    it("each lease of an edited order has its own payment in the export", async () => {
      store.setOptions({ contractLink: "https://shop.example/lease?cart={cartId}", captureOn: "order" })
      const { order } = await store.ordered(SOFA_AND_CHAIRS)
      await store.merchant.edit(order.id, { quantities: { chair: 3 } })
      await store.reconcile()
      await dashboard.act(order.id, "replace_contract")
      const { link } = (await dashboard.act(order.id, "signing_link")) as { link: string }
      await ok(store.shopper().follow(link).signOffer())
      await store.reconcile()
      const { order: edited } = await ok(store.admin.get(`/admin/orders/${order.id}?fields=total`))
      const lines = (await linesOf(order.id)).filter(({ captured }) => captured)
      expect(lines.map(({ status, captured, refunded }) => ({ status, captured, refunded }))).toEqual([
        { status: "placed", captured: edited.total.toFixed(2), refunded: "0.00" },
        { status: "canceled", captured: order.total.toFixed(2), refunded: order.total.toFixed(2) },
      ])
      await expectMedusasSums()
    })
  },
  { captureOn: "delivery", dialect: { returnLines: true } },
)

/** The columns that the export has on request. */
export const exportedColumns = storeRules("exported columns", (store) => {
  const dashboard = new LeaseDashboard(store)
  const exported = (columns: string) => store.admin.get(`/admin/lease-to-own/leases/export?columns=${columns}`)

  it("the export has the requested columns in the file's order, and one line for a lease unless its lines differ", async () => {
    const canceled = await dashboard.placed()
    await dashboard.act(canceled, "cancel_contract")
    const { reference, order_display_id } = await dashboard.lease(canceled)
    const file = async (columns: string) => (await exported(columns)).body.split("\r\n")
    expect(await file("reference,order")).toEqual(["order,reference", `${order_display_id},${reference}`, ""])
    expect(await file("order,order")).toEqual(["order", `${order_display_id}`, ""])
    expect(await file("entry,amount")).toEqual(["amount,entry", "491.46,sale", "-491.46,cancellation", ""])
    expect((await file(EXPORT_COLUMNS.join()))[0]).toBe(EXPORT_COLUMNS.join())
  })

  it.each([
    ["reference,colour", "colour"],
    ["", ""],
    ["order, reference", " reference"],
    ["toString", "toString"],
  ])("an export with the columns %j is refused, and the unknown column is named", async (columns, column) => {
    expect(await exported(encodeURIComponent(columns))).toMatchObject({
      status: 400,
      body: { code: "export_column_unknown", params: { column }, message: `The export has no column "${column}".` },
    })
  })
})
