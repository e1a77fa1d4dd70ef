import type { HttpTypes } from "@medusajs/framework/types"
import { LEASE_PROVIDER_ID } from "../../../packages/storefront/src/client/provider"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import {
  forgetFinishedCart,
  isLeaseProvider,
  type Offer,
  type OfferSummary,
  prefill,
} from "../../../packages/storefront/src/index"
import { applicationFields } from "../../../src/client"
import { aView } from "./local-store"

const fields = applicationFields.map((field) => ({ ...field, required: true, group: "x" }))

test("only the lease's own payment provider is one of leases", () => {
  const others = ["pp_lease-to-own_us", "pp_lease-to-owners", "pp_system_default", "lease-to-own", "", null, undefined]
  expect([...others, LEASE_PROVIDER_ID].filter(isLeaseProvider)).toEqual([LEASE_PROVIDER_ID])
})

describe("prefill", () => {
  const shipping_address: HttpTypes.StoreCart["shipping_address"] & object = {
    ...{ first_name: "Ana", last_name: "Reyes", phone: "5125550100", address_1: "1 Main St", address_2: undefined },
    ...{ city: "Austin", province: "us-tx", postal_code: "78701" },
  } as never

  test("prefill fills in what the cart contains", () => {
    expect(prefill(fields, { email: "ana@example.com", shipping_address })).toEqual({
      "customer.firstName": "Ana",
      "customer.lastName": "Reyes",
      "customer.emailAddress": "ana@example.com",
      "customer.cellPhone": "5125550100",
      "customer.homeAddress.streetAddress1": "1 Main St",
      "customer.homeAddress.city": "Austin",
      "customer.homeAddress.state": "TX",
      "customer.homeAddress.zip": "78701",
    })
  })

  test("prefill never fills in a secret, whatever its name, or a field that isn't in the form", () => {
    const secret = fields.map((field) => ({ ...field, kind: "secret" as const }))
    expect(prefill(secret, { email: "ana@example.com", shipping_address })).toEqual({})
    expect(prefill(fields.slice(0, 1), { shipping_address })).toEqual({ "customer.firstName": "Ana" })
    expect(prefill(fields, {} as HttpTypes.StoreCart)).toEqual({})
  })

  test("prefill writes a state as the form expects it", () => {
    const state = (province: string) =>
      prefill(fields, { shipping_address: { province } })["customer.homeAddress.state"]
    expect(["tx", "TX", "Texas"].map(state)).toEqual(["TX", "TX", "Texas"])
  })
})

describe("forgetFinishedCart", () => {
  const open = { id: "cart_1", completed_at: null }

  test("an open cart is kept, and without a cart nothing is forgotten", async () => {
    const forget = jest.fn()
    const kept = [open, null, undefined].map((cart) => forgetFinishedCart(cart, forget))
    expect(await Promise.all(kept)).toEqual([open, null, null])
    expect(forget).not.toHaveBeenCalled()
  })

  test("a cart that became an order is forgotten before the call resolves", async () => {
    let isForgotten = false
    const slowly = async () => {
      await Promise.resolve()
      isForgotten = true
    }
    expect(await forgetFinishedCart({ ...open, completed_at: "2026-11-23T00:00:00Z" }, slowly)).toBeNull()
    expect(isForgotten).toBe(true)
  })

  test("a cart read without its field completed_at is an error that names the field", async () => {
    await expect(forgetFinishedCart({ id: "cart_1" } as never, jest.fn())).rejects.toThrow("fields=+completed_at")
  })
})

describe("offer in words", () => {
  const summary: OfferSummary = {
    ...{ dueToday: 49.99, payments: 25, each: 38.46, last: 38.52, every: "biWeekly", total: 1011.55, months: 12 },
    ...{ cashPrice: 599.9, overCash: 411.65, earlyPurchase: { amount: 650, days: 90 } },
    tax: { mode: "in_cart", amount: 45.67, dueToday: true },
  }
  const offer: Offer = { currency: "usd", cash_price: 599.9, summary, lines: [], priced_at: "2026-11-23T00:00:00Z" }
  const viewOf = (changes: Partial<OfferSummary>) => aView({ offer: { ...offer, summary: { ...summary, ...changes } } })
  const rows = (changes: Partial<OfferSummary> = {}) =>
    en.offer(viewOf(changes))?.figures.map(({ name, label, value }) => [name, label, value])

  test("the summary has what a shopper should read first, to the cent", () => {
    expect(rows()).toEqual([
      ["dueToday", en.say("screens", "due_today"), "$49.99"],
      ["payments", "Then 25 payments, every two weeks", "$38.46, the last $38.52"],
      ["total", "Total to own, over 12 months", "$1,011.55"],
      ["overCash", "More than the cash price of $599.90, both with sales tax", "$411.65"],
      ["earlyPurchase", "Price if you buy it within 90 days, before sales tax", "$650.00"],
    ])
  })

  test("the summary leaves out what the service didn't return", () => {
    const [, payments, total, , ...more] = rows({ last: null, every: null, months: null, earlyPurchase: null }) ?? []
    expect([payments, total, more]).toEqual([
      ["payments", "Then 25 payments", "$38.46"],
      ["total", "Total to own", "$1,011.55"],
      [],
    ])
  })

  test.each([
    ["paid today", { mode: "in_cart", amount: 45.67, dueToday: true }, "tax_today"],
    ["paid today, though the operator adds more", { mode: "by_operator", amount: 45.67, dueToday: true }, "tax_today"],
    ["part of the order", { mode: "in_cart", amount: 45.67, dueToday: false }, "tax_in_order"],
    ["zero", { mode: "in_cart", amount: 0, dueToday: false }, "tax_none"],
    ["added by the operator", { mode: "by_operator", amount: null, dueToday: false }, "tax_by_operator"],
    ["added by the operator, with an amount", { mode: "by_operator", amount: 3, dueToday: false }, "tax_on_payments"],
  ] as const)("the sentence on sales tax covers tax that is %s", (_, tax, key) => {
    const params = { amount: "$45.67", operator: "the leasing company" }
    expect(en.offer(viewOf({ tax }))?.tax).toBe(en.say("screens", key, params))
  })

  test("the summary is in the dictionary's language, with amounts formatted as in the United States", () => {
    const [, payments, total] = es.offer(viewOf({}))?.figures ?? []
    const amount = new Intl.NumberFormat("es-US", { style: "currency", currency: "usd" }).format(1011.55)
    expect(total).toEqual({ name: "total", label: "Total para ser dueño, en 12 meses", value: amount })
    const label = "Después, 25 pagos, cada dos semanas"
    expect(payments).toEqual({ name: "payments", label, value: "$38.46, el último de $38.52" })
  })

  test("a dictionary with a region is used as it is", () => {
    const figures = en.with({}, "de-DE").offer(viewOf({}))?.figures
    expect(figures?.[2]?.value).toMatch(/^1\.011,55/)
  })

  test("there is no summary if the store returns none", () => {
    expect(en.offer(aView({ offer: { ...offer, summary: null } }))).toBeNull()
    expect(en.offer(aView())).toBeNull()
  })
})
