import { z } from "zod"
import { type Amount, type Decimal, decimalText, readDecimal } from "./amount"
import type { CartInput } from "./cart-input"
import { placeOf, readPlace, readState } from "./place"

/* Who charges the sales tax on what is leased (docs/sales-tax.md). */

const DEFAULT = 'Write salesTax: "in_cart", salesTax: "by_operator", or salesTax: { default: …, states: … }.'
const STATES = 'Write states: { TX: "in_cart" } or states: { TX: "refuse" }, with a US state as "TX" or "Texas".'

const StateSchema = z.string().refine((text) => readState(text) !== undefined, { error: STATES })

/** The `salesTax` option: one rule for all states, or a rule with exceptions by ship-to state. */
export const SalesTaxSchema = z.union(
  [
    z.enum(["in_cart", "by_operator"]),
    z.strictObject({
      /** The rule for all other states. */
      default: z.enum(["in_cart", "by_operator"], { error: DEFAULT }),
      /** The ship-to states with a different rule. `"refuse"` leases nothing there. */
      states: z.record(StateSchema, z.enum(["in_cart", "by_operator", "refuse"], { error: STATES }), { error: STATES }),
    }),
  ],
  { error: DEFAULT },
)

export type SalesTaxOption = z.output<typeof SalesTaxSchema>

/** Who charges the sales tax: the store, with its order, or the operator, with the lease payments. */
export type TaxedBy = "in_cart" | "by_operator"

/** Returns who charges sales tax on a lease that ships to this place, or `"refuse"` if nothing is leased there. */
export function salesTaxAt(option: SalesTaxOption, place: ReturnType<typeof readPlace>): TaxedBy | "refuse" {
  if (typeof option === "string") return option
  const exception = Object.entries(option.states).find(([name]) => {
    const state = readState(name)
    return place !== undefined && state?.country === place.country && state.state === place.state
  })
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

/** Whether Medusa counts any sales tax in this cart. */
export function isTaxed(cart: CartInput): boolean {
  const taxes = [...(cart.items ?? []).map(({ tax_total }) => tax_total), cart.shipping_tax_total]
  return taxes.some((tax) => readDecimal(tax ?? 0) > 0n)
}

/**
 * Returns the cart as it will be without sales tax. Null if that can't be known in advance, because a price includes tax: Medusa keeps such a price
 * when the tax goes. Throws a RangeError if the cart was read without its totals.
 */
export function withoutSalesTax(cart: CartInput): CartInput | null {
  const { items = [], shipping_methods = [] } = cart
  if ([...(items ?? []), ...(shipping_methods ?? [])].some(({ is_tax_inclusive }) => is_tax_inclusive)) return null
  const taxes = [...(items ?? []).map(({ tax_total }) => tax_total), cart.shipping_tax_total ?? 0]
  return {
    ...cart,
    items: (items ?? []).map((line) => ({ ...line, total: less(line.total, line.tax_total), tax_total: 0 })),
    shipping_total: less(cart.shipping_total ?? 0, cart.shipping_tax_total ?? 0),
    shipping_tax_total: 0,
    total: taxes.reduce<Amount>((left, tax) => less(left, tax), cart.total ?? ""),
  }
}

function less(amount: Amount | null | undefined, tax: Amount | null | undefined): string {
  return decimalText((readDecimal(amount) - readDecimal(tax)) as Decimal)
}
