import { cents, formatMoney, isWithinRange, MAX_CENTS, parseAmount, sum, toCents } from "./amount"
import type { ExactAmounts } from "./cart-amounts"
import type { CartInput, CartLine } from "./cart-input"
import type { LeaseCartOptions } from "./options"
import { readProductFacts } from "./product-facts"
import type { Reason } from "./reason"
import { countryName, isExcluded, isInCountry, isShipped, placeName, placeOf, readPlace } from "./ship-to"

/** Why this cart as a whole may not be leased, all reasons at once. Its lines are judged in `lease-items.ts`. */
export function reasonsOfCart(cart: CartInput, amounts: ExactAmounts, options: LeaseCartOptions): Reason[] {
  return [
    judgePlace(cart, options),
    judgeCurrency(cart, options),
    judgeTax(amounts, options),
    judgeAmount(cart, amounts, options),
    judgeCompleteness(cart, options),
  ].filter((reason) => reason !== undefined)
}

/** Where a product is sold: a region of Medusa's. Countries as codes of two letters. */
export type SaleRegion = { currency_code: string; countries: readonly string[] }

/**
 * Why no cart with this product can be leased in this region, all reasons at once, by the rules of the cart. What only a cart can tell is judged
 * there: the sum, the state of delivery, the tax.
 */
export function reasonsOfProduct(
  product: Pick<CartLine, "product" | "is_giftcard">,
  region: SaleRegion,
  options: LeaseCartOptions,
): Reason[] {
  const { problems } = readProductFacts(product, options)
  const unfit: Reason | undefined = problems.length > 0 ? { code: "unavailable_product", params: {} } : undefined
  return [unfit, judgeCountries(region, options), judgeCurrency(region, options)].filter(
    (reason) => reason !== undefined,
  )
}

/** A region that delivers to one served country is served: which of them it is, the address tells. */
function judgeCountries({ countries }: SaleRegion, options: LeaseCartOptions): Reason | undefined {
  if (countries.length === 0 || countries.some((code) => isServed(code, options))) {
    return undefined
  }
  return { code: "unavailable_place", params: { place: countries.map(countryName).sort().join(", ") } }
}

function isServed(country_code: string, { countries }: Pick<LeaseCartOptions, "countries">): boolean {
  const place = readPlace({ country_code })
  return place !== undefined && isInCountry(place, countries)
}

function judgePlace(cart: CartInput, options: LeaseCartOptions): Reason | undefined {
  const place = placeOf(cart)
  if (!place) {
    return undefined
  }
  if (!isInCountry(place, options.countries)) {
    return { code: "unavailable_place", params: { place: placeName(place, "country") } }
  }
  return isExcluded(place, options.excludedStates)
    ? { code: "unavailable_place", params: { place: placeName(place, "state") } }
    : undefined
}

function judgeCurrency(
  { currency_code }: Pick<CartInput, "currency_code">,
  options: LeaseCartOptions,
): Reason | undefined {
  const currency = currency_code.toLowerCase()
  return options.currencies.some((allowed) => allowed.toLowerCase() === currency)
    ? undefined
    : { code: "unavailable_currency", params: { currency: currency.toUpperCase() } }
}

/** The operator taxes the lease payments: an order that carries tax too would be taxed twice (reference 14, rule 8). */
function judgeTax(amounts: ExactAmounts, options: LeaseCartOptions): Reason | undefined {
  const taxed = amounts.deliveryTax > 0n || amounts.lines.some((line) => line.tax > 0n)
  if (options.salesTax === "in_cart" || !taxed) {
    return undefined
  }
  return {
    code: "unavailable_tax",
    params: {},
    hint: 'Sell leases in a tax-exempt region (see docs/options.md), or set salesTax: "in_cart" when the operator takes tax in the cart.',
  }
}

/**
 * The smallest order is measured on the goods, which are what is leased: a delivery alone is no lease. There is nothing to lease below one cent, and
 * nothing beyond what cents can hold, whatever the options say.
 */
function judgeAmount(cart: CartInput, amounts: ExactAmounts, options: LeaseCartOptions): Reason | undefined {
  const minimum = cents(Math.max(1, parseAmount(options.minimum ?? 0)))
  const maximum = options.maximum === undefined ? cents(MAX_CENTS) : parseAmount(options.maximum)
  const total = isWithinRange(amounts.total) ? toCents(amounts.total) : undefined
  if (total === undefined || total > maximum) {
    return { code: "unavailable_maximum", params: { amount: formatMoney(maximum, cart.currency_code) } }
  }
  const goods = toCents(sum(amounts.lines.map(({ net }) => net)))
  return goods < minimum && amounts.lines.length > 0
    ? { code: "unavailable_minimum", params: { amount: formatMoney(minimum, cart.currency_code) } }
    : undefined
}

/** A state is asked for only where states are excluded: without a state it is unclear whether this is such a state. */
function judgeCompleteness(cart: CartInput, options: LeaseCartOptions): Reason | undefined {
  const place = placeOf(cart)
  const statesMatter = options.excludedStates.length > 0 && place?.country === "us"
  const ships = isShipped(cart)
  const missing = [
    place ? undefined : "address",
    statesMatter && place?.state === undefined ? "state" : undefined,
    ships && (cart.shipping_methods ?? []).length === 0 ? "shipping_method" : undefined,
  ].filter((what) => what !== undefined)
  return missing.length > 0 ? { code: "unavailable_incomplete", params: { missing: missing.join(", ") } } : undefined
}
