import { cents, formatMoney, isWithinRange, MAX_CENTS, parseAmount, sum, toCents } from "./amount"
import type { ExactAmounts } from "./cart-amounts"
import type { CartInput, CartLine } from "./cart-input"
import type { LeaseCartOptions } from "./options"
import { countryName, isExcluded, isInCountry, isShipped, type Place, placeOf, readPlace, stateName } from "./place"
import { type ItemProblem, readProductFacts, stateProblems } from "./product-facts"
import { reasonTexts } from "./reason-texts"
import { lacksCertificate } from "./resale-certificates"
import { isTaxed, salesTaxAt, salesTaxOf } from "./sales-tax"

/** Why a cart or a product can't be leased. The code is the message's key. */
export type ReasonCode = keyof typeof reasonTexts

/** `params` fill in the shopper's message. Amounts are formatted, and names are unchanged. */
export type Reason = {
  code: ReasonCode
  params: Record<string, string>
  items?: ItemProblem[]
  /** Tells the merchant what to change in the store. Never shown to shoppers. */
  hint?: string
}

/** Returns the shopper's message for a reason. `more` contains parameters that aren't in the cart, such as `operator`. */
export function describeReason(reason: Reason, more: Record<string, string> = {}): string {
  const params: Record<string, string> = { ...more, ...reason.params }
  return reasonTexts[reason.code].replace(/\{(\w+)\}/g, (placeholder, name: string) => params[name] ?? placeholder)
}

/** Returns all reasons why this cart as a whole can't be leased. `lease-items.ts` checks the lines. */
export function reasonsOfCart(cart: CartInput, amounts: ExactAmounts, options: LeaseCartOptions, now: Date): Reason[] {
  return [
    placeReason(placeOf(cart), options, now),
    currencyReason(cart, options),
    taxReason(cart, options),
    amountReason(cart, amounts, options),
    incompleteReason(cart, options),
  ].filter((reason) => reason !== undefined)
}

/** The Medusa region in which a product is sold. Countries are two-letter codes. */
export type SaleRegion = { currency_code: string; countries: readonly string[] }

/**
 * Returns all reasons why no cart with this product can be leased in this region, or delivered to `state` (a US state's code; undefined if unknown).
 * Doesn't check the total or the tax, which are known only once there is a cart.
 */
export function reasonsOfProduct(
  product: Pick<CartLine, "product" | "is_giftcard"> | null,
  { state, ...region }: SaleRegion & { state?: string | undefined },
  options: LeaseCartOptions,
  now: Date,
): Reason[] {
  const products = product ? [product] : []
  const isUnfit = products.some((each) => readProductFacts(each, options).problems.length > 0)
  const unfit: Reason[] = isUnfit ? [{ code: "unavailable_product", params: {} }] : []
  return [...unfit, ...reasonsOfState(state, products, options, now), ...reasonsOfRegion(region, options)]
}

/** Returns the reason why these products can't be leased and delivered to a US state, if any. Empty if the state is unknown. */
export function reasonsOfState(
  state: string | undefined,
  products: readonly Pick<CartLine, "product" | "is_giftcard">[],
  options: LeaseCartOptions,
  now: Date,
): Reason[] {
  if (!state) return []
  const place = { country: "us", state, province: state }
  const reason = placeReason(place, options, now)
  if (reason) return [reason]
  const isRefused = products.some((product) => stateProblems(readProductFacts(product, options), place).length > 0)
  return isRefused ? [{ code: "unavailable_place", params: { place: stateName(place) } }] : []
}

export function reasonsOfRegion(
  region: SaleRegion,
  options: Pick<LeaseCartOptions, "countries" | "currencies">,
): Reason[] {
  return [countriesReason(region, options), currencyReason(region, options)].filter((reason) => reason !== undefined)
}

/**
 * Returns the reason if leased goods can't be delivered to any of the region's countries. One served country is enough, because only the address
 * shows where the goods go.
 */
function countriesReason({ countries }: SaleRegion, options: Pick<LeaseCartOptions, "countries">): Reason | undefined {
  const isServed = (country_code: string) => {
    const place = readPlace({ country_code })
    return place !== undefined && isInCountry(place, options.countries)
  }
  if (countries.length === 0 || countries.some(isServed)) return undefined
  return { code: "unavailable_place", params: { place: countries.map(countryName).sort().join(", ") } }
}

function placeReason(place: Place | undefined, options: LeaseCartOptions, now: Date): Reason | undefined {
  const { countries, excludedStates, salesTax } = options
  if (!place) return undefined
  if (!isInCountry(place, countries))
    return { code: "unavailable_place", params: { place: countryName(place.country) } }
  const reason: Reason = { code: "unavailable_place", params: { place: stateName(place) } }
  if (isExcluded(place, excludedStates) || salesTaxAt(salesTax, place) === "refuse") return reason
  return lacksCertificate(place, options, now) ? { ...reason, hint: NO_CERTIFICATE } : undefined
}

const NO_CERTIFICATE =
  "The operator charges the sales tax, and option requireResaleCertificate is set, but option resaleCertificates has no valid certificate for this state."

function currencyReason(
  sale: { currency_code: string },
  { currencies }: Pick<LeaseCartOptions, "currencies">,
): Reason | undefined {
  const currency = sale.currency_code
  if (currencies.includes(currency.toLowerCase())) return undefined
  return { code: "unavailable_currency", params: { currency: currency.toUpperCase() } }
}

/**
 * Returns the reason if the cart includes tax even though the operator taxes the lease payments. Such an order would be taxed twice (reference 14.1).
 */
function taxReason(cart: CartInput, options: LeaseCartOptions): Reason | undefined {
  if (salesTaxOf(options.salesTax, cart) !== "by_operator" || !isTaxed(cart, options)) return undefined
  const lines = [...(cart.items ?? []), ...(cart.shipping_methods ?? [])]
  return {
    code: "unavailable_tax",
    params: {},
    hint: lines.some(({ is_tax_inclusive }) => is_tax_inclusive)
      ? "Set prices without tax for the region and its currency, because tax that is part of a price can't be taken out."
      : 'Make Lease-to-own the tax provider of the country (see docs/sales-tax.md), or set salesTax: "in_cart" if the operator takes tax in the cart.',
  }
}

/**
 * Returns why the cart's amount can't be leased, or undefined if it can. The minimum applies to the goods only, because only goods are leased. A cart
 * under one cent or beyond the range of cents can't be leased either.
 */
function amountReason(cart: CartInput, amounts: ExactAmounts, options: LeaseCartOptions): Reason | undefined {
  const minimum = cents(Math.max(1, parseAmount(options.minimum ?? 0)))
  const maximum = options.maximum === undefined ? cents(MAX_CENTS) : parseAmount(options.maximum)
  const total = isWithinRange(amounts.total) ? toCents(amounts.total) : undefined
  if (total === undefined || total > maximum)
    return { code: "unavailable_maximum", params: { amount: formatMoney(maximum, cart.currency_code) } }
  const goods = toCents(sum(amounts.lines.map(({ net }) => net)))
  if (goods >= minimum || amounts.lines.length === 0) return undefined
  return { code: "unavailable_minimum", params: { amount: formatMoney(minimum, cart.currency_code) } }
}

/**
 * Returns the reason if the cart lacks an address, a state or a shipping method. A state is required only if an option or a product's `lease_not_in`
 * depends on it.
 */
function incompleteReason(cart: CartInput, options: LeaseCartOptions): Reason | undefined {
  const { excludedStates, salesTax, requireResaleCertificate } = options
  const place = placeOf(cart)
  const isByState = () =>
    excludedStates.length > 0 ||
    typeof salesTax === "object" ||
    requireResaleCertificate ||
    (cart.items ?? []).some((line) => readProductFacts(line, options).notIn.length > 0)
  const lacksState = place?.country === "us" && place.state === undefined && isByState()
  const lacksMethod = isShipped(cart) && (cart.shipping_methods ?? []).length === 0
  const missing = [
    ...(place ? [] : ["address"]),
    ...(lacksState ? ["state"] : []),
    ...(lacksMethod ? ["shipping_method"] : []),
  ]
  return missing.length > 0 ? { code: "unavailable_incomplete", params: { missing: missing.join(", ") } } : undefined
}
