import fc from "fast-check"
import { type DialectName, dialectNames, readDialect } from "lease-to-own-sandbox"
import { pricingFields } from "../../../packages/sandbox/src/calls/pricing"
import { paymentsByFrequency } from "../../../packages/sandbox/src/defaults"
import { answerReply } from "../../../packages/sandbox/src/dialect/speak"
import { type Lease, leaseFigures, type RecordedCart } from "../../../packages/sandbox/src/lease"
import type { World } from "../../../packages/sandbox/src/world"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import { offerBlocks } from "../../../packages/storefront/src/screens/offer-blocks"
import { speaker } from "../../../packages/storefront/src/screens/screen-words"
import { offerOf } from "../../../src/api/offer-view"
import { dialectDefaults } from "../../../src/client"
import { toBreakdown } from "../../../src/client/messages/pricing-lines"
import type { LedgerDeps } from "../../../src/modules/lease"
import type { LeaseRecord } from "../../../src/modules/lease/ledger"
import type { LeaseOptions } from "../../../src/modules/lease/options/options"
import { costOf } from "../../../src/modules/lease/outbox/notice-cost"
import { optionsFor } from "../../dialects/options-for"

type Sale = {
  dialect: DialectName
  taxedBy: "in_cart" | "by_operator"
  /** Whether the service names the tax on the payments. */
  paymentTax: "none" | "named"
  payFrequency: Lease["payFrequency"]
  /** Amounts in cents. */
  goods: number
  delivery: number
  tax: number
  firstPayment: number
}

const sales: fc.Arbitrary<Sale> = fc
  .record({
    dialect: fc.constantFrom(...dialectNames),
    taxedBy: fc.constantFrom("in_cart", "by_operator"),
    paymentTax: fc.constantFrom("none", "named"),
    payFrequency: fc.constantFrom(...(Object.keys(paymentsByFrequency) as Lease["payFrequency"][])),
    goods: fc.integer({ min: 2000, max: 500_000 }),
    delivery: fc.integer({ min: 0, max: 20_000 }),
    tax: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60_000 })),
    firstPayment: fc.integer({ min: 0, max: 30_000 }),
  })
  // The reference's cart has no field for tax, so the operator charges it.
  .map(
    (sale) => ({ ...sale, ...("salesTax" in optionsFor(sale.dialect) && { taxedBy: "by_operator", tax: 0 }) }) as Sale,
  )

/** The cart as the sandbox records it, and the lease's figures, of which its answer names some. */
function recorded({ dialect, paymentTax, payFrequency, goods, delivery, tax, firstPayment }: Sale) {
  const { rules } = readDialect(dialect)
  const cart: RecordedCart = {
    ...{ cartId: 1, format: "spec", deliveryCents: delivery, deliveryTaxCents: 0, recordedAt: new Date(0) },
    lines: [{ lineNumber: 1, sku: "SOFA", description: "Sofa", quantity: 1, unitCents: goods, taxCents: tax }],
    ...{ taxIgnored: rules.cartTax === "ignored", taxesPayments: paymentTax === "named" && tax === 0 },
    firstPaymentCents: Math.min(firstPayment, goods),
  }
  const lease = { applicationId: "1", payFrequency, state: "Contracts", approvalCents: 900_000 } as Lease
  return { cart, lease, figures: leaseFigures(lease, cart) }
}

/** The service's answer in its dialect. */
function answerOf(sale: Sale): Record<string, unknown> {
  const dialect = readDialect(sale.dialect)
  const { lease, cart } = recorded(sale)
  const world = { settings: { dialect } } as World
  return JSON.parse(answerReply(dialect, pricingFields(world, lease, cart)).text)
}

/** The lease that was priced with this answer. */
function pricedLease({ goods, delivery, tax, taxedBy }: Sale, answer: Record<string, unknown>): LeaseRecord {
  const items = [{ description: "Sofa", quantity: 1, condition: "used" }]
  const snapshot = { invoiceTotal: goods + delivery, tax, taxedBy, cart: { items } }
  return {
    ...{ pricing: toBreakdown(answer, dialectDefaults).lines, priced_at: new Date(0), snapshot },
    ...{ amount: goods + delivery + tax, currency_code: "usd", fingerprint: "f", account_id: null },
  } as unknown as LeaseRecord
}

type Labels = LeaseOptions["disclosures"]["labels"]

const withLabels = (labels: Labels) => ({ disclosures: { offer: {}, message: {}, labels }, account_id: null })
const depsWith = (settings: object) => ({ accounts: { of: () => ({ settings }) } }) as unknown as LedgerDeps
const PLAIN = withLabels({})
const DEPS = depsWith(PLAIN)
const offerOfLease = (lease: LeaseRecord) => offerOf(DEPS, lease, {})

/** The offer of this answer, as the store's route returns it. */
function offerFor(sale: Sale, answer: Record<string, unknown>) {
  return offerOfLease(pricedLease(sale, answer))
}

type Shown = { offer: ReturnType<typeof offerFor>; text: string; amounts: number[] }

/** All that the kit shows of the offer, in both languages, and each amount in it, in cents. */
function shownOf(offer: Shown["offer"]): Shown {
  const operator = { name: "Harbor Leasing" }
  const blocks = [en, es].flatMap((dictionary) => offerBlocks({ offer, operator }, speaker({ dictionary })))
  const text = JSON.stringify(blocks)
  const amounts = [...text.matchAll(/\$([\d,]+\.\d\d)/g)].map(([, amount = ""]) => cents(amount.replaceAll(",", "")))
  return { offer, text, amounts }
}

const dollars = (amount: number) => `$${(amount / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`
const cents = (amount: number | string) => Math.round(Number(amount) * 100)

/** Each amount that the service named, whatever its name, and those of the cart that it was sent. */
function namedIn(answer: Record<string, unknown>, { goods, delivery, tax }: Sale): number[] {
  const amounts = Object.values(answer).filter((value) => Number.isFinite(Number(value)) && typeof value !== "boolean")
  return [...amounts.map((value) => cents(value as number)), goods + delivery, tax]
}

/** Whether an amount is one of the named, or a sum or difference of two of them. */
function isFrom(named: readonly number[]) {
  const known = new Set(named)
  return (amount: number) =>
    named.some((one) => known.has(amount) || known.has(amount - one) || known.has(amount + one))
}

it("an offer shows what the service named, in each dialect: each amount, to the cent, and none else", () => {
  fc.assert(
    fc.property(sales, (sale) => {
      const answer = answerOf(sale)
      const { offer, amounts } = shownOf(offerFor(sale, answer))
      const { figures } = recorded(sale)
      const named = namedIn(answer, sale)
      const isNamed = isFrom(named)
      // The last payment is what the others leave of the total.
      expect(amounts.filter((amount) => !isNamed(amount) && amount !== figures.lastPayment)).toEqual([])
      const { summary } = offer ?? {}
      if (!summary) throw new Error("The sandbox's figures always make a summary.")
      const taxToday = figures.taxToday
      const tax = figures.tax || null
      expect(summary).toEqual({
        cashPrice: figures.invoice / 100,
        costOfLease: figures.costOfLease / 100,
        total: figures.balance / 100,
        allPayments: figures.payments + (figures.firstPayment > 0 ? 1 : 0),
        months: 12,
        dueToday: figures.dueToday / 100,
        payments: figures.payments,
        each: figures.periodicPayment / 100,
        last: figures.lastPayment === figures.periodicPayment ? null : figures.lastPayment / 100,
        every: sale.payFrequency,
        tax: {
          amount: tax && tax / 100,
          dueToday: taxToday / 100,
          isFees: sale.taxedBy === "by_operator" && taxToday > 0,
        },
        totalWithTax: tax && (figures.balance + tax) / 100,
        earlyPurchase: { amount: figures.ninetyDayBuyout / 100, days: 90 },
      })
    }),
    { numRuns: 200 },
  )
})

it("each row of the kit has its own amount", () => {
  fc.assert(
    fc.property(sales, (sale) => {
      const { figures } = recorded(sale)
      const offer = offerFor(sale, answerOf(sale))
      const rows = en.offer({ offer, operator: { name: "Harbor Leasing" } })?.figures ?? []
      const last =
        figures.lastPayment === figures.periodicPayment ? "" : `, last payment ${dollars(figures.lastPayment)}`
      expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
        cashPrice: dollars(figures.invoice),
        costOfLease: dollars(figures.costOfLease),
        total: dollars(figures.balance),
        dueToday: dollars(figures.dueToday),
        payments: `${dollars(figures.periodicPayment)} each${last}`,
        ...(figures.tax > 0 && { tax: dollars(figures.tax), totalWithTax: dollars(figures.balance + figures.tax) }),
        earlyPurchase: dollars(figures.ninetyDayBuyout),
      })
    }),
  )
})

const states = fc.constantFrom("NY", "TX")
const texts = fc.dictionary(fc.constantFrom("en", "es"), fc.constantFrom("Plan", "Own name", "Nombre propio"))
const rows = fc.dictionary(fc.constantFrom("total", "payments", "dueToday"), texts)
/** The operator's labels for NY, for all other states, or both, in one language or both. */
const labels: fc.Arbitrary<Labels> = fc.dictionary(fc.constantFrom("default", "NY"), rows)

/** The lease of a cart that ships to this state. */
function shippedTo(state: string, lease: LeaseRecord): LeaseRecord {
  return { ...lease, snapshot: { ...lease.snapshot, place: { country: "us", state } } } as LeaseRecord
}

it.each([
  ["en", en],
  ["es", es],
] as const)("an email in %s names the cost as the offer does", (language, dictionary) => {
  fc.assert(
    fc.property(sales, labels, states, (sale, labels, state) => {
      const settings = withLabels(labels)
      const lease = shippedTo(state, pricedLease(sale, answerOf(sale)))
      const offer = offerOf(depsWith(settings), lease, { shipping_address: { country_code: "us", province: state } })
      const rows = dictionary.offer({ offer, operator: { name: "Harbor Leasing" } }, language, true)
      const shown = new Map(rows?.figures.map(({ name, label, value }) => [name, `${label}: ${value}`]))
      const { later_payments, ...lines } = costOf(lease, language, settings)
      expect(lines).toEqual({
        total_cost: shown.get("total"),
        due_at_signing: shown.get("dueToday"),
        then_payments: shown.get("payments"),
        ...(shown.has("totalWithTax") && { total_with_tax: shown.get("totalWithTax") }),
      })
      expect(later_payments?.split(": ")[1]).toBe(lines.then_payments?.split(": ")[1])
    }),
  )
})

it("an email has the operator's labels for the state that was sent with the lease, and the default ones if none was stored", () => {
  const sale = { ...fc.sample(sales, { numRuns: 1, seed: 1 })[0] } as Sale
  const lease = pricedLease(sale, answerOf(sale))
  const settings = withLabels({
    NY: { total: { en: "Total of payments" } },
    default: { total: { en: "All payments" } },
  })
  const totals = [shippedTo("NY", lease), shippedTo("TX", lease), lease].map((each) => costOf(each, "en", settings))
  expect(totals.map(({ total_cost }) => total_cost?.split(" (")[0])).toEqual([
    ...["Total of payments", "All payments", "All payments"],
  ])
})

it("an email names no cost that the service's figures don't agree on, or of another cart", () => {
  const sale = { ...fc.sample(sales, { numRuns: 1, seed: 1 })[0] } as Sale
  const lease = pricedLease(sale, answerOf(sale))
  const others = [{ fingerprint: null }, { pricing: null }, { pricing: (lease.pricing ?? []).slice(0, 2) }]
  expect(others.map((change) => costOf({ ...lease, ...change }, "en", PLAIN))).toEqual([{}, {}, {}])
})

it("after a partial return, neither the order nor an email names the payments for all items", () => {
  const sale = { ...fc.sample(sales, { numRuns: 1, seed: 1 })[0] } as Sale
  const lease = pricedLease(sale, answerOf(sale))
  expect(offerOfLease({ ...lease, reductions: [] })).not.toBeNull()
  expect(costOf({ ...lease, reductions: [] }, "en", PLAIN)).not.toEqual({})
  const returned = { ...lease, reductions: [{ amount: 100, lines: [] }] }
  expect([offerOfLease(returned), costOf(returned, "en", PLAIN)]).toEqual([null, {}])
})

it("a payment frequency without words is left out of an email, even one named like a property of every object", () => {
  const sale = { ...fc.sample(sales, { numRuns: 1, seed: 1 })[0] } as Sale
  const { then_payments } = costOf(
    pricedLease(sale, { ...answerOf(sale), paymentFrequency: "constructor" }),
    "en",
    PLAIN,
  )
  expect(then_payments).toMatch(/^Then \d+ payments(, before tax)?: \$/)
})

it("no amount is more than is ever paid", () => {
  fc.assert(
    fc.property(sales, (sale) => {
      const { amounts } = shownOf(offerFor(sale, answerOf(sale)))
      const { balance, tax } = recorded(sale).figures
      expect(Math.max(...amounts)).toBe(balance + tax)
    }),
  )
})

it("prices say that they are before tax where there is or may be tax, and nothing speaks of tax otherwise", () => {
  fc.assert(
    fc.property(sales, (sale) => {
      const { offer, text } = shownOf(offerFor(sale, answerOf(sale)))
      const isTaxed = sale.taxedBy === "by_operator" || sale.tax > 0 || recorded(sale).figures.tax > 0
      expect(offer?.before_tax).toBe(isTaxed)
      const rows = en.offer({ offer, operator: { name: "Harbor Leasing" } })?.figures ?? []
      const untaxed = rows.filter(({ label }) => label.endsWith(", before tax")).map(({ name }) => name)
      const prices = ["cashPrice", "costOfLease", "total", "earlyPurchase"]
      expect(prices.filter((name) => untaxed.includes(name as (typeof untaxed)[number]))).toEqual(isTaxed ? prices : [])
      if (!isTaxed) expect(JSON.stringify(rows)).not.toMatch(/tax/i)
      expect(text).toContain("Used")
    }),
  )
})

it("figures that are missing or changed never lead to an amount that the service didn't name", () => {
  const changes = fc.record({
    sale: sales,
    missing: fc.array(fc.nat(25), { maxLength: 6 }),
    changed: fc.nat(25),
    by: fc.integer({ min: -5000, max: 5000 }),
  })
  fc.assert(
    fc.property(changes, ({ sale, missing, changed, by }) => {
      const answer = answerOf(sale)
      const names = Object.keys(answer).filter((name) => Number.isFinite(Number(answer[name])))
      const name = names[changed % names.length]
      if (name && by % 3 === 0 && Number(answer[name]) > 0 && typeof answer[name] === "number")
        answer[name] = Math.max(0, cents(answer[name]) + by) / 100
      for (const at of missing) delete answer[names[at % names.length] ?? ""]
      const { offer, amounts } = shownOf(offerFor(sale, answer))
      const { summary } = offer ?? {}
      const isNamed = isFrom(namedIn(answer, sale))
      const last = summary?.last ?? 0
      expect(amounts.filter((amount) => !isNamed(amount) && amount !== cents(last))).toEqual([])
      if (!summary) return
      const { dueToday, payments, each, total, tax, cashPrice, costOfLease } = summary
      const paid = cents(dueToday) - cents(tax.dueToday ?? 0) + (payments - 1) * cents(each) + cents(last || each)
      expect([paid, cents(cashPrice) + cents(costOfLease)]).toEqual([cents(total), cents(total)])
    }),
    { numRuns: 300 },
  )
})
