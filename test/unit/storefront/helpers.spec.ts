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
    expect(["tx", "TX", "us-tx", "Texas", "Ontario"].map(state)).toEqual(["TX", "TX", "TX", "TX", undefined])
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

  test("the separate cart of a finished cart is passed on, to become the shopper's cart", async () => {
    const forget = jest.fn()
    const metadata = { lease_separate: { cart_id: "cart_2" } }
    await forgetFinishedCart({ ...open, completed_at: "2026-11-23T00:00:00Z", metadata }, forget)
    expect(forget).toHaveBeenCalledWith("cart_2")
  })

  test("a separate cart isn't passed on if the finished cart had its items, because the page was closed before they were removed", async () => {
    const forget = jest.fn()
    const items = [{ id: "line_1", variant_id: "warranty", quantity: 1 }]
    const metadata = { lease_separate: { cart_id: "cart_2", items: [{ line_id: "line_1" }] } }
    await forgetFinishedCart({ ...open, completed_at: "2026-11-23T00:00:00Z", items, metadata }, forget)
    expect(forget).toHaveBeenCalledWith(undefined)
  })

  test("a cart read without its field completed_at is an error that names the field", async () => {
    await expect(forgetFinishedCart({ id: "cart_1" } as never, jest.fn())).rejects.toThrow("fields=+completed_at")
  })
})

describe("offer in words", () => {
  const summary: OfferSummary = {
    ...{ cashPrice: 599.9, costOfLease: 411.65, total: 1011.55, allPayments: 26, months: 12 },
    ...{ dueToday: 95.66, payments: 25, each: 38.46, last: 38.52, every: "biWeekly" },
    tax: { amount: 45.67, dueToday: 45.67, isFees: false },
    ...{ totalWithTax: 1057.22, earlyPurchase: { amount: 650, days: 90 } },
  }
  const offer: Offer = {
    ...{ currency: "usd", cash_price: 645.57, cash_tax: 45.67, taxed_by: "in_cart", before_tax: true, summary },
    ...{ items: [{ title: "Sofa", quantity: 2, condition: "refurbished" }], lines: [] },
    ...{ labels: {}, disclosure: null, priced_at: "2026-11-23T00:00:00Z" },
  }
  const operator = { name: "Harbor Leasing" }
  const inWords = (more: Partial<Offer> = {}, dictionary = en) =>
    dictionary.offer({ offer: { ...offer, ...more }, operator })
  const rows = (more: Partial<OfferSummary> = {}, of: Partial<Offer> = {}) =>
    inWords({ ...of, summary: { ...summary, ...more } })?.figures.map(({ label, value }) => `${label}: ${value}`)
  const untaxed = { tax: { amount: null, dueToday: 0, isFees: false }, totalWithTax: null, dueToday: 49.99 }

  test("the rows have the trade's terms, in their order, and say which prices are before tax", () => {
    expect(rows()).toEqual([
      "Cash price, before tax: $599.90",
      "Cost of lease, before tax: $411.65",
      "Total cost (26 payments over 12 months), before tax: $1,011.55",
      "Due today, with sales tax: $95.66",
      "Then 25 payments, every two weeks: $38.46 each, last payment $38.52",
      "Sales tax, paid at signing: $45.67",
      "Total cost with sales tax: $1,057.22",
      "Early purchase option, first 90 days, before tax: $650.00",
    ])
  })

  test("no row mentions tax where there is none, or what the service didn't return", () => {
    expect(
      rows({ ...untaxed, last: null, every: null, months: null, earlyPurchase: null }, { before_tax: false }),
    ).toEqual([
      "Cash price: $599.90",
      "Cost of lease: $411.65",
      "Total cost (26 payments): $1,011.55",
      "Due today: $49.99",
      "Then 25 payments: $38.46 each",
    ])
  })

  test.each<[string, Partial<OfferSummary>, Partial<Offer>, string[]]>([
    [
      "the operator's, and unknown",
      { ...untaxed, tax: { amount: null, dueToday: null, isFees: false } },
      { taxed_by: "by_operator" },
      [
        "Due today, before tax: $49.99",
        "Then 25 payments, every two weeks, before tax: $38.46 each, last payment $38.52",
      ],
    ],
    [
      "the operator's estimate, and the first payment's is due today",
      { tax: { amount: 83.45, dueToday: 4.12, isFees: false }, dueToday: 54.11, totalWithTax: 1095 },
      { taxed_by: "by_operator" },
      [
        "Due today, with sales tax: $54.11",
        "Then 25 payments, every two weeks, before tax: $38.46 each, last payment $38.52",
        "Sales tax, estimated by Harbor Leasing: $83.45",
        "Total cost with estimated sales tax: $1,095.00",
      ],
    ],
    [
      "the operator's, and the order has a fee",
      { tax: { amount: 5, dueToday: 5, isFees: true }, dueToday: 54.99, totalWithTax: 1016.55 },
      { taxed_by: "by_operator" },
      [
        "Due today, with fees: $54.99",
        "Then 25 payments, every two weeks, before tax: $38.46 each, last payment $38.52",
        "Fees, paid at signing: $5.00",
        "Total cost with fees, before tax: $1,016.55",
      ],
    ],
    [
      "the order's, and not due today",
      { ...untaxed, tax: { amount: 45.67, dueToday: 0, isFees: false }, totalWithTax: 1057.22 },
      {},
      [
        "Due today: $49.99",
        "Then 25 payments, every two weeks, before tax: $38.46 each, last payment $38.52",
        "Sales tax: $45.67",
        "Total cost with sales tax: $1,057.22",
      ],
    ],
    [
      "perhaps only the first payment's",
      { dueToday: 54.99, tax: { amount: 5, dueToday: 5, isFees: false }, totalWithTax: null },
      {},
      [
        "Due today, with sales tax: $54.99",
        "Then 25 payments, every two weeks, before tax: $38.46 each, last payment $38.52",
        "Sales tax, paid at signing: $5.00",
      ],
    ],
  ])("the rows on tax are right if it is %s", (_, more, of, expected) => {
    expect(rows(more, of)?.slice(3, -1)).toEqual(expected)
  })

  test("the sentences say how to purchase early, who owns the items, and that they can be returned", () => {
    expect(inWords()?.sentences).toEqual([
      en.say("offer", "early_only", { operator: operator.name, days: "90" }),
      en.say("offer", "ownership", { operator: operator.name }),
      en.say("offer", "right_to_return"),
    ])
  })

  test.each<[string, Partial<Offer>, string | undefined]>([
    ["is charged by the operator, if at all", { taxed_by: "by_operator", summary: null }, "tax_by_operator"],
    [
      "is charged by the operator, who named it",
      { taxed_by: "by_operator", summary: { ...summary, totalWithTax: 1095 } },
      "tax_on_payments",
    ],
    [
      "is charged by the operator, besides fees",
      { taxed_by: "by_operator", summary: { ...summary, tax: { amount: 5, dueToday: 5, isFees: true } } },
      "tax_by_operator",
    ],
    ["is the order's, and not named by the service", { summary: { ...summary, ...untaxed } }, "tax_in_order"],
    ["is the order's, and a row", {}, undefined],
    ["doesn't exist", { summary: null, cash_tax: undefined, before_tax: false } as Partial<Offer>, undefined],
  ])("a sentence says when sales tax %s", (_, of, key) => {
    const said = inWords(of)?.sentences.filter((sentence) => sentence.includes("ales tax"))
    const params = { operator: operator.name, amount: "$45.67" }
    expect(said).toEqual(key ? [en.say("offer", key as "tax_in_order", params)] : [])
  })

  test("each item has its quantity and condition", () => {
    expect(inWords()?.items).toEqual([{ label: "2 × Sofa", value: "Refurbished" }])
    expect(inWords({}, es)?.items).toEqual([{ label: "2 × Sofa", value: "Reacondicionado" }])
  })

  test.each<[string, object, string]>([
    ["the shopper's language", { es: "Precio de contado", en: "Retail price" }, "Precio de contado"],
    ["a region of the shopper's language", { "es-MX": "Precio MX", en: "Retail price" }, "Precio MX"],
    ["English, if the operator has no other", { en: "Retail price" }, "Retail price"],
    ["ours, without the operator's", {}, "Precio al contado"],
  ])("a row's name is the operator's in %s", (_, cashPrice, label) => {
    const dictionary = es.with({}, "es-MX")
    expect(inWords({ labels: { cashPrice } }, dictionary)?.figures[0]?.label).toBe(`${label}, antes de impuestos`)
  })

  test("the operator's names keep the numbers and the tax beside them", () => {
    const labels = {
      total: { en: "Total of payments" },
      payments: { en: "Renewal payments" },
      dueToday: { en: "Initial payment" },
      earlyPurchase: { en: "90-day price" },
    }
    expect(rows({}, { labels })).toEqual([
      ...["Cash price, before tax: $599.90", "Cost of lease, before tax: $411.65"],
      "Total of payments (26 payments over 12 months), before tax: $1,011.55",
      "Initial payment, with sales tax: $95.66",
      "Renewal payments (25 after the first), every two weeks: $38.46 each, last payment $38.52",
      "Sales tax, paid at signing: $45.67",
      "Total of payments with sales tax: $1,057.22",
      "90-day price, first 90 days, before tax: $650.00",
    ])
  })

  test("if nothing is due at signing, the operator's name has the number of all payments", () => {
    const labels = { payments: { en: "Number of payments" } }
    expect(rows({ allPayments: 25 }, { labels })).toContain(
      "Number of payments (25), every two weeks: $38.46 each, last payment $38.52",
    )
  })

  test("the offer is in the dictionary's language, with amounts formatted as in the United States", () => {
    const amount = new Intl.NumberFormat("es-US", { style: "currency", currency: "usd" }).format(1011.55)
    expect(inWords({}, es)?.figures.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Precio al contado, antes de impuestos: $599.90",
      "Costo del arrendamiento, antes de impuestos: $411.65",
      `Costo total (26 pagos en 12 meses), antes de impuestos: ${amount}`,
      "A pagar hoy, con impuesto sobre las ventas: $95.66",
      "Después, 25 pagos, cada dos semanas: $38.46 cada uno, último pago $38.52",
      "Impuesto sobre las ventas, se paga al firmar: $45.67",
      expect.stringContaining("Costo total con impuesto sobre las ventas: "),
      "Opción de compra anticipada, primeros 90 días, antes de impuestos: $650.00",
    ])
  })

  test("a dictionary with a region is used as it is", () => {
    expect(inWords({}, en.with({}, "de-DE"))?.figures[2]?.value).toMatch(/^1\.011,55/)
  })

  test("after signing, nothing is due today", () => {
    const figures = en.offer({ offer, operator }, "en", true)?.figures
    expect(figures?.[3]).toMatchObject({ name: "dueToday", label: "Due at signing, with sales tax" })
  })

  test("without a summary, the sentences say that a lease costs more unless the service named a total", () => {
    const costs = en.say("offer", "no_total")
    const total = { name: "totalLeasePrice", kind: "money", value: 1011.55 } as const
    expect(inWords({ summary: null })).toMatchObject({ figures: [], sentences: expect.arrayContaining([costs]) })
    expect(inWords({ summary: null, lines: [total] })?.sentences).not.toContain(costs)
    expect(inWords({ summary: null, lines: [total, { ...total, name: "sumOfAllPayments" }] })?.sentences).not.toContain(
      costs,
    )
    for (const none of [{ ...total, kind: "text", value: "on request" } as const, { ...total, name: "initialBalance" }])
      expect(inWords({ summary: null, lines: [none] })?.sentences).toContain(costs)
    const other = { ...total, name: "sumOfAllPayments", value: 1200 }
    expect(inWords({ summary: null, lines: [total, other] })?.sentences).toContain(costs)
    expect(inWords()?.sentences).not.toContain(costs)
  })

  test("an early purchase that only a row of the service names has its sentence, too", () => {
    const early = { name: "ninetyDayBuyout", kind: "money", value: 650 } as const
    const sentence = en.say("offer", "early_only", { operator: operator.name, days: "90" })
    expect(inWords({ summary: null, lines: [early] })?.sentences).toContain(sentence)
    expect(inWords({ summary: { ...summary, earlyPurchase: null } })?.sentences).not.toContain(sentence)
  })

  test("there are no words without an offer", () => {
    expect(en.offer(aView())).toBeNull()
  })
})
