import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { Sandbox } from "lease-to-own-sandbox"
import { isTaxed } from "../../src/lease-cart"
import { queryOf } from "../../src/medusa/read/carts"
import { readOrderToLease } from "../../src/medusa/read/orders"
import { CARD, turnOn } from "./sales-tax"
import { productId } from "./support/goods"
import { ok } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { type LeaseStore, storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"
import { mapleOf, startOther } from "./support/two-accounts"

const MAPLE = { consent: { accepted: ["application"], version: "maple/default-2" } }

type Cart = { total: number; tax_total: number; items: { tax_lines: { code: string }[] }[] }
const cartOf = async ({ http, cartId }: Shopper): Promise<Cart> => (await ok(http.get(`/store/carts/${cartId}`))).cart
const codesOf = ({ items }: Cart) => items.flatMap(({ tax_lines }) => tax_lines.map(({ code }) => code)).sort()

/** Reads a new order's tax lines as a tax engine does, in a subscriber of `order.placed`. */
function placedTaxLines({ container }: LeaseStore): { codes: string[]; end(): void } {
  const [bus, query] = [container.resolve(Modules.EVENT_BUS), container.resolve(ContainerRegistrationKeys.QUERY)]
  const codes: string[] = []
  const context = { subscriberId: "tax-engine" }
  const read = async ({ data }: { data: unknown }) => {
    const fields = ["items.tax_lines.*", "shipping_methods.tax_lines.*"]
    const { data: orders } = await query.graph({ entity: "order", fields, filters: data as { id: string } })
    type Line = { tax_lines?: ({ code: string } | null)[] | null } | null
    const [order] = orders as unknown as { items: Line[]; shipping_methods: Line[] }[]
    const lines = [...(order?.items ?? []), ...(order?.shipping_methods ?? [])]
    codes.push(...lines.flatMap((line) => line?.tax_lines ?? []).flatMap((line) => line?.code ?? []))
  }
  bus.subscribe("order.placed", read, context)
  return { codes, end: () => void bus.unsubscribe("order.placed", read, context) }
}

/** Two operators, of which one charges the sales tax. */
export const taxOfSecondLook = storeRules("the sales tax of a second look", (store) => {
  const dashboard = new LeaseDashboard(store)
  let other: Sandbox

  beforeAll(async () => {
    other = await startOther()
  })
  afterAll(async () => {
    store.setOptions({})
    await other.close()
  })
  beforeEach(async () => {
    other.reset()
    await turnOn(store.container)
  })

  /** Maple is offered after the first operator's denial. */
  const operators = (first: string, maple: string) =>
    store.setOptions({
      ...{ salesTax: first, secondLook: "maple" },
      accounts: [{ id: "maple", ...mapleOf(other), salesTax: maple }],
    })

  /** From the approval to the recorded order. Returns the export's line for it. */
  async function orders(shopper: Shopper): Promise<Record<string, string> | undefined> {
    await shopper.signOffer()
    await shopper.startPayment()
    const { id } = await store.order(shopper)
    return (await dashboard.exported()).find(({ order_id }) => order_id === id)
  }

  it("after a denial by the operator that charges the tax, the other's lease has it to the cent, in the cart, at the service and in the order", async () => {
    operators("by_operator", "in_cart")
    const shopper = await store.filled()
    const before = await cartOf(shopper)
    expect(before.tax_total).toBeCloseTo(37.455, 5)
    expect((await shopper.apply("denied")).body).toMatchObject({ step: "intro", operator: { name: "Maple Leasing" } })
    expect(await cartOf(shopper)).toMatchObject({ tax_total: 0 })
    expect((await shopper.apply(undefined, MAPLE)).body).toMatchObject({ status: "approved" })
    expect(await cartOf(shopper)).toMatchObject({ total: before.total, tax_total: before.tax_total })
    const line = await orders(shopper)
    expect(line).toMatchObject({ amount: "491.46", sales_tax: "37.46", tax_reason: "", purchaser: "Maple Leasing" })
    expect(other.leases()[0]?.cart).toMatchObject({ invoiceTotal: 454, tax: 37.46 })
  })

  it("after a denial by the operator that doesn't, the tax leaves the cart, and staff, the export and a tax engine read why", async () => {
    operators("in_cart", "by_operator")
    const shopper = await store.filled()
    const before = await cartOf(shopper)
    expect((await shopper.apply("denied")).body).toMatchObject({ step: "intro", operator: { name: "Maple Leasing" } })
    expect(await cartOf(shopper)).toMatchObject({ total: before.total })
    expect((await shopper.apply(undefined, MAPLE)).body).toMatchObject({ status: "approved" })
    expect(await cartOf(shopper)).toMatchObject({ tax_total: 0, total: before.total - before.tax_total })
    const engine = placedTaxLines(store)
    const line = await orders(shopper)
    engine.end()
    expect(engine.codes).toEqual(["RESALE", "RESALE"])
    expect(line).toMatchObject({ sales_tax: "0.00", tax_reason: "Resale", purchaser: "Maple Leasing" })
    expect(await dashboard.card(line?.order_id ?? "")).toMatchObject({ taxed_by: "by_operator" })
  })

  it("a new applicant brings the cart back to the first operator, and its tax treatment with it", async () => {
    operators("by_operator", "in_cart")
    const shopper = await store.filled()
    const before = await cartOf(shopper)
    await shopper.apply("denied")
    await shopper.apply("denied", MAPLE)
    expect(await cartOf(shopper)).toMatchObject({ total: before.total, tax_total: before.tax_total })
    await ok(shopper.http.post(`/store/carts/${shopper.cartId}`, { email: "sam@shopper.example" }))
    expect((await shopper.apply()).body).toMatchObject({ status: "approved" })
    expect(await cartOf(shopper)).toMatchObject({ tax_total: 0, total: before.total - before.tax_total })
    expect(await orders(shopper)).toMatchObject({ tax_reason: "Resale", purchaser: "Sandbox Leasing" })
  })
})

/** A fee among the tax rates: 1.5 % on sofas, beside the sales tax. */
export const fees = storeRules(
  "fees among the tax rates",
  (store) => {
    beforeEach(async () => {
      await turnOn(store.container)
      const [region] = await store.container.resolve(Modules.TAX).listTaxRegions({ country_code: "us" })
      await ok(
        store.admin.post("/admin/tax-rates", {
          ...{
            tax_region_id: region?.id,
            name: "Mattress recycling",
            code: "MATTRESS",
            rate: 1.5,
            is_combinable: true,
          },
          rules: [{ reference: "product", reference_id: await productId(store, "sofa") }],
        }),
      )
    })

    it("a fee stays on the lease to the cent while the sales tax leaves, and both are back with another payment method", async () => {
      const shopper = await store.filled()
      await shopper.http.post(`/store/carts/${shopper.cartId}/taxes`)
      const before = await cartOf(shopper)
      const fee = 6.435
      expect(codesOf(before)).toContain("MATTRESS")
      const { amount } = (await shopper.startPayment()) as unknown as { amount: number }
      const leased = await cartOf(shopper)
      expect(codesOf(leased)).toEqual(["MATTRESS", "RESALE"])
      expect(leased).toMatchObject({ tax_total: fee, total: amount })
      expect(await shopper.startPayment(CARD)).toMatchObject({ amount: before.total })
      expect(await cartOf(shopper)).toMatchObject({ total: before.total, tax_total: before.tax_total })
    })

    it("a lease with a fee is offered, signed and ordered with it, and the export and the invoice keep it apart from sales tax", async () => {
      const dashboard = new LeaseDashboard(store)
      const { order } = await store.ordered()
      const { amount, fees, sales_tax, tax_reason } = (await dashboard.exported())[0] ?? {}
      expect({ fees, sales_tax, tax_reason }).toEqual({ fees: "6.44", sales_tax: "0.00", tax_reason: "Resale" })
      expect([amount, order.total]).toEqual(["460.44", 460.435])
      expect(store.sandbox.leases()[0]?.cart).toMatchObject({ tax: 6.44 })
      const { id } = await dashboard.lease(order.id)
      const { invoice } = await ok(store.admin.get(`/admin/lease-to-own/leases/${id}/invoice`))
      const resale = { taxed_by: "by_operator", sales_tax: 0, certificate: "3-20461-9" }
      expect(invoice).toMatchObject({ ...resale, fees: 6.44, total: 460.44 })
      // A new contract for the order is made from these.
      const again = await readOrderToLease(queryOf(store.container), order.id)
      expect(again && [isTaxed(again, { feeTaxCodes: ["MATTRESS"] }), isTaxed(again, { feeTaxCodes: [] })]).toEqual([
        false,
        true,
      ])
    })
  },
  {
    ...{ salesTax: "by_operator", feeTaxCodes: ["MATTRESS"] },
    resaleCertificates: { Texas: { until: "2099-12-31", number: "3-20461-9" } },
  },
)
