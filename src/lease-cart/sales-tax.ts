import { z } from "zod"
import { isCalendarDate } from "../client"
import { type Amount, type Cents, type Decimal, decimalText, readDecimal, sum, toCents } from "./amount"
import { readAmounts, withoutResidue } from "./cart-amounts"
import type { CartInput, CartLine, TaxLine } from "./cart-input"
import { isState, placeOf, readPlace, readState } from "./place"

/* Who charges the sales tax on leased goods (docs/sales-tax.md). */

const DEFAULT = 'Set salesTax: "in_cart", salesTax: "by_operator", or salesTax: { default: …, states: … }.'
const STATES = 'Set states: { TX: "in_cart" } or states: { TX: "refuse" }, with a US state such as "TX" or "Texas".'

/**
 * A schema for values by state. Refuses a state that is listed twice, such as "TX" and "Texas". `others` lists the allowed keys that aren't states.
 */
export function byState<Value extends z.ZodType>(value: Value, error: string, others: readonly string[] = []) {
  const isKey = (text: string) => others.includes(text) || readState(text) !== undefined
  const StateSchema = z.string().refine(isKey)
  const isEachOnce = (states: object) => {
    const names = Object.keys(states).map((text) => JSON.stringify(readState(text) ?? text))
    return new Set(names).size === names.length
  }
  return z.record(StateSchema, value, { error }).refine(isEachOnce, { error: "Name each state once." })
}

const ByStateSchema = z.strictObject(
  {
    /** The rule for all other states. */
    default: z.enum(["in_cart", "by_operator"], { error: DEFAULT }),
    /** The ship-to states with a different rule. With `"refuse"`, nothing is leased there. */
    states: byState(z.enum(["in_cart", "by_operator", "refuse"], { error: STATES }), STATES),
  },
  { error: DEFAULT },
)

/** The `salesTax` option: one rule for all states, or a rule with exceptions by ship-to state. */
export const SalesTaxSchema = z.union([z.enum(["in_cart", "by_operator"]), ByStateSchema], {
  // Report the error in the second form, which has its own messages.
  error: ({ errors }) => errors[1]?.[0]?.message,
})

const CERTIFICATES =
  'Set resaleCertificates: { TX: "2027-12-31" } or { TX: { until: "2027-12-31", number: "…" } }, with a US state such as "TX" or "Texas" and the last day of its certificate.'

const LastDaySchema = z.string().refine(isCalendarDate, { error: CERTIFICATES })

const CertificateSchema = z.union(
  [
    LastDaySchema.transform((until): Certificate => ({ until })),
    z.strictObject({
      /** The certificate's last day. */
      until: LastDaySchema,
      /** The certificate's number, for invoices to the operator. */
      number: z.string().trim().min(1, { error: CERTIFICATES }).optional(),
    }),
  ],
  { error: CERTIFICATES },
)

/** A resale certificate. `until` is its last day. */
export type Certificate = { until: string; number?: string | undefined }

/** The `resaleCertificates` option: each certificate's last day, and its number if the store wants it on invoices, by state. */
export const ResaleCertificatesSchema = byState(CertificateSchema, CERTIFICATES)

export type SalesTaxOption = z.output<typeof SalesTaxSchema>

/** Who charges the sales tax: the store, with its order, or the operator, with the lease payments. */
export type TaxedBy = "in_cart" | "by_operator"

/** Returns who charges sales tax on a lease that ships to this place, or `"refuse"` if nothing is leased there. */
export function salesTaxAt(option: SalesTaxOption, place: ReturnType<typeof readPlace>): TaxedBy | "refuse" {
  if (typeof option === "string") return option
  const exception = Object.entries(option.states).find(([name]) => place && isState(place, name))
  return exception?.[1] ?? option.default
}

/** Returns who charges sales tax on a lease of this cart, or `"refuse"` if nothing is leased in its ship-to state. */
export function salesTaxOf(option: SalesTaxOption, cart: Parameters<typeof placeOf>[0]): TaxedBy | "refuse" {
  return salesTaxAt(option, placeOf(cart))
}

/** Returns who charges sales tax on a lease of this cart, if it can be leased. */
export function taxedByOf(option: SalesTaxOption, cart: Parameters<typeof placeOf>[0]): TaxedBy {
  return salesTaxOf(option, cart) === "by_operator" ? "by_operator" : "in_cart"
}

/** Whether the option says `taxedBy` for at least one state. */
export function mayBe(option: SalesTaxOption, taxedBy: TaxedBy): boolean {
  return typeof option === "string"
    ? option === taxedBy
    : [option.default, ...Object.values(option.states)].includes(taxedBy)
}

/** The part of a Medusa tax context that determines the ship-to state. `province_code` is Medusa's `us-tx`, or what the storefront wrote. */
type TaxAddress = { country_code?: string | null; province_code?: string | null }

/** Returns who charges sales tax on a lease that ships to the address of a Medusa tax context. */
export function salesTaxAtAddress(
  option: SalesTaxOption,
  { country_code, province_code }: TaxAddress,
): TaxedBy | "refuse" {
  return salesTaxAt(option, readPlace({ country_code, province: province_code }))
}

type WithFees = { feeTaxCodes: readonly string[] }

/** Returns the sales tax in a tax total: the total less the fees, whose codes are in the `feeTaxCodes` option. */
function salesTaxIn(tax: Amount | null | undefined, taxLines: readonly TaxLine[], { feeTaxCodes }: WithFees): Decimal {
  const fees = taxLines.filter(({ code }) => code && feeTaxCodes.includes(code)).map(({ total }) => readDecimal(total))
  return withoutResidue((readDecimal(tax) - sum(fees)) as Decimal)
}

function deliverySalesTax({ shipping_methods, shipping_tax_total }: CartInput, options: WithFees): Decimal {
  const taxLines = (shipping_methods ?? []).flatMap(({ tax_lines }) => tax_lines ?? [])
  return salesTaxIn(shipping_tax_total ?? 0, taxLines, options)
}

/** Whether there is any sales tax in this cart. */
export function isTaxed(cart: CartInput, options: WithFees): boolean {
  const taxes = (cart.items ?? []).map(({ tax_total, tax_lines }) =>
    salesTaxIn(tax_total ?? 0, tax_lines ?? [], options),
  )
  return [...taxes, deliverySalesTax(cart, options)].some((tax) => tax > 0n)
}

/**
 * Returns the cart as it will be without sales tax. Fees stay. May be off by a cent if Medusa's amounts have fractions of a cent. Null if a price
 * includes tax, because Medusa doesn't change such a price when the tax is removed. Throws a RangeError if the cart was read without its totals.
 */
export function withoutSalesTax(cart: CartInput, options: WithFees): CartInput | null {
  const { items, shipping_methods } = cart
  if ([...(items ?? []), ...(shipping_methods ?? [])].some(({ is_tax_inclusive }) => is_tax_inclusive)) return null
  const lines = (items ?? []).map((line) => ({ line, tax: salesTaxIn(line.tax_total, line.tax_lines ?? [], options) }))
  const deliveryTax = deliverySalesTax(cart, options)
  const salesTax = sum([...lines.map(({ tax }) => tax), deliveryTax])
  return {
    ...cart,
    items: lines.map(({ line, tax }) => ({
      ...line,
      total: less(line.total, tax),
      tax_total: less(line.tax_total, tax),
    })),
    shipping_total: less(cart.shipping_total ?? 0, deliveryTax),
    shipping_tax_total: less(cart.shipping_tax_total ?? 0, deliveryTax),
    total: less(cart.total, salesTax),
  }
}

/**
 * Returns the net price of a cart's or order's matching lines and delivery, in cents: after discounts, without tax and fees. Throws a RangeError if
 * the cart was read without its totals.
 */
export function netOf(cart: CartInput, matches: (line: Pick<CartLine, "tax_lines">) => boolean): Cents {
  const { lines, delivery } = readAmounts(cart)
  const nets = lines.filter(({ line }) => matches(line)).map(({ net }) => net)
  return toCents(sum((cart.shipping_methods ?? []).some(matches) ? [...nets, delivery] : nets))
}

function less(amount: Amount | null | undefined, tax: Decimal): string {
  return decimalText((readDecimal(amount) - tax) as Decimal)
}
