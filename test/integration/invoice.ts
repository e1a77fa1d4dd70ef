import { Modules } from "@medusajs/framework/utils"
import type { LeaseInvoice, LeaseInvoiceAnswer } from "../../src/api/admin-types"
import { dateIn } from "../../src/lease-cart"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { SOFA_AND_CHAIRS } from "./support/prepared-carts"

const OPERATOR = {
  name: "Sandbox Leasing",
  contact: "help@leasing.example",
  invoiceAddress: "1 Oak Street\nWaco, TX 76701",
}

/** The account takes back parts of a lease. */
const OPTIONS = { operator: OPERATOR, dialect: { returnLines: true } }

/** The invoice for the sale to the operator, as the dashboard prints it. */
export const invoices = storeRules(
  "invoices for the operator",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const pathOf = (leaseId: string) => `/admin/lease-to-own/leases/${leaseId}/invoice`
    const read = async (orderId: string): Promise<LeaseInvoiceAnswer> =>
      ok(store.admin.get(pathOf((await dashboard.lease(orderId)).id)))
    const written = async (orderId: string): Promise<LeaseInvoice> => {
      const { invoice } = await read(orderId)
      if (!invoice) throw new Error("The lease has no invoice.")
      return invoice
    }
    const today = () => dateIn(new Date(), "UTC")
    const cents = (amount: number) => Math.round(amount * 100)
    const placed = async () => (await store.ordered(SOFA_AND_CHAIRS)).order

    it("an invoice has the order's goods, recipient and tax, and comes to the order's total, without a call or a cached copy", async () => {
      const order = await placed()
      const lease = await dashboard.lease(order.id)
      const calls = store.calls().length
      const answer = await store.admin.get(pathOf(lease.id))
      expect(answer.headers.get("cache-control")).toBe("no-store")
      const [medusasStore] = await store.container.resolve(Modules.STORE).listStores()
      const { invoice } = answer.body as { invoice: LeaseInvoice }
      expect(invoice).toMatchObject({
        ...{ number: order.display_id, reference: lease.reference, operator_id: lease.application_id },
        ...{ ordered_on: today(), delivered_on: null, seller: medusasStore?.name, taxed_by: "in_cart" },
        sold_to: { name: OPERATOR.name, address: OPERATOR.invoiceAddress },
        shipped_to: {
          ...{ name: "Robin Sample", address: ["12 Elm Street"], city: "Austin", state: "TX" },
          ...{ postal_code: "78701", country_code: "us" },
        },
        changes: [],
      })
      const { items } = await store.merchant.order(order.id)
      const skus = [...new Set(invoice.items.map(({ sku }) => sku))]
      expect(skus.sort()).toEqual(items.map((item) => (item as unknown as { variant_sku: string }).variant_sku).sort())
      const { goods, delivery, fees, sales_tax, total, rest } = invoice
      expect(sales_tax).toBeGreaterThan(0)
      expect(cents(goods) + cents(delivery) + cents(fees ?? 0) + cents(sales_tax)).toBe(cents(total))
      expect([cents(total), rest]).toEqual([cents(order.total), total])
      expect(store.calls()).toHaveLength(calls)
    })

    it("an invoice follows the lease: delivered, reduced by what came back, returned", async () => {
      const order = await placed()
      await dashboard.delivered(order.id)
      expect(await written(order.id)).toMatchObject({ delivered_on: today(), changes: [] })
      await dashboard.receiveBack(order.id, { chair: 1 })
      await store.reconcile()
      const [alert] = (await dashboard.card(order.id)).alerts
      const due = alert?.amount?.amount ?? 0
      expect((await store.merchant.refund(order.id, due)).status).toBe(200)
      const reduced = await written(order.id)
      expect(reduced.changes).toEqual([
        {
          ...{ kind: "items_returned", on: today(), amount: -due },
          items: [{ name: expect.stringMatching(/chair/i), quantity: 1 }],
        },
      ])
      const { reduced: left } = await dashboard.card(order.id)
      expect([cents(reduced.total) - cents(due), reduced.rest]).toEqual([cents(reduced.rest), left?.rest.amount])
      expect((await store.merchant.refund(order.id, reduced.rest)).status).toBe(200)
      const { changes, total, rest } = await written(order.id)
      expect(changes.at(-1)).toEqual({ kind: "return", on: today(), items: [], amount: -reduced.rest })
      expect([total, rest]).toEqual([reduced.total, 0])
    })

    it("a canceled sale's invoice says so, and nothing remains", async () => {
      const order = await placed()
      expect((await store.merchant.cancel(order.id)).status).toBe(200)
      const { changes, total, rest } = await written(order.id)
      expect(changes).toEqual([{ kind: "cancellation", on: today(), items: [], amount: -total }])
      expect(rest).toBe(0)
    })

    it("the option names the seller, whatever the store's name is", async () => {
      const order = await placed()
      const invoiceFrom = "Harbor & Home <Inc.>\n200 Harbor Drive"
      store.setOptions({ ...OPTIONS, invoiceFrom })
      try {
        expect((await written(order.id)).seller).toBe(invoiceFrom)
      } finally {
        store.setOptions(OPTIONS)
      }
    })

    it.each<[code: string, change: string]>([
      ["invoice_erased", "erased_at = now()"],
      ["invoice_cart_unknown", "snapshot = null"],
      ["invoice_cart_unknown", "amount = amount - 1"],
      ["invoice_hosted", "flow = 'hosted'"],
      ["invoice_account_removed", "account_id = 'maple'"],
      ["invoice_no_order", "placed_at = null"],
    ])("there is no invoice, but %s, for a lease with %s", async (code, change) => {
      const order = await placed()
      await store.sql(`update lease set ${change} where order_id = ?`, [order.id])
      const message = expect.stringMatching(/^(There is no|Hosted leases have no) invoice.*\w\.$/)
      expect(await read(order.id)).toEqual({ invoice: null, refusal: { code, params: expect.any(Object), message } })
    })

    it("an application without an order has no invoice, and an unknown lease is 404", async () => {
      const shopper = await store.filled()
      await shopper.apply()
      const lease = await store.ledger.leftOfCart(shopper.cartId)
      expect(await ok(store.admin.get(pathOf(lease?.id ?? "")))).toMatchObject({
        refusal: { code: "invoice_no_order" },
      })
      expect(await store.admin.get(pathOf("lease_unknown"))).toMatchObject({
        status: 404,
        body: { code: "lease_not_found" },
      })
      expect((await store.http.get(pathOf(lease?.id ?? ""))).status).toBe(401)
    })
  },
  OPTIONS,
)
