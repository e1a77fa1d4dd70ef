import { canonicalText, US_STATES, US_TERRITORIES, usState } from "../client"
import type { AddressInput, CartInput } from "./cart-input"

/** Where a cart is delivered: the country in lowercase, and the state in uppercase, if known. A US territory is treated as a state of the US. */
export type Place = { country: string; state: string | undefined; province: string }

/** Reads the place from an address. Medusa writes a province as `us-ca`, but storefronts may also write "CA" or "California". */
export function readPlace(address?: Pick<AddressInput, "country_code" | "province"> | null): Place | undefined {
  const country = canonicalText(address?.country_code ?? "").toLowerCase()
  if (!country) return undefined
  const province = canonicalText(address?.province ?? "")
  const territory = US_TERRITORIES.find((code) => code.toLowerCase() === country)
  if (territory) return { country: "us", province, state: territory }
  return { country, province, state: stateCode(province, country) }
}

export function isShipped({ items }: Pick<CartInput, "items">): boolean {
  return (items ?? []).some(({ requires_shipping }) => requires_shipping !== false)
}

/** Returns where the cart is delivered. If nothing ships and there is no shipping address, uses the billing address. */
export function placeOf(cart: Pick<CartInput, "items" | "shipping_address" | "billing_address">): Place | undefined {
  return readPlace(cart.shipping_address) ?? (isShipped(cart) ? undefined : readPlace(cart.billing_address))
}

/** Whether the place is in one of these countries. A US territory is included if the list contains the US or the territory's own code. */
export function isInCountry({ country, state }: Place, countries: readonly string[]): boolean {
  const codes = [country, ...(country === "us" && state && US_TERRITORIES.includes(state) ? [state.toLowerCase()] : [])]
  return countries.some((served) => codes.includes(served))
}

/** Reads a state as written in the options: a US state by code or name, or text like `ca-on`. Undefined for anything else. */
export function readState(text: string): { country: string; state: string } | undefined {
  const country = /^\s*([a-z]{2})-/i.exec(text)?.[1]?.toLowerCase() ?? "us"
  const state = stateCode(text, country)
  return state === undefined ? undefined : { country, state }
}

/** Whether `name`, a state as written in the options, is the place's state. False if the latter is unknown. */
export function isState(place: Pick<Place, "country" | "state">, name: string): boolean {
  const named = readState(name)
  return named?.country === place.country && named.state === place.state
}

/** Whether the `excludedStates` option excludes the state. An unknown state isn't excluded. */
export function isExcluded(place: Place, excludedStates: readonly string[]): boolean {
  return excludedStates.some((name) => isState(place, name))
}

/** Returns the state for the fingerprint and the recipient: its code if known, or else the address's own text in uppercase, or an empty string. */
export function shipToState(place: Place | undefined): string {
  return place?.state ?? place?.province.toUpperCase() ?? ""
}

/** Returns the name of a US state, for example "New Jersey", or the code of a state elsewhere. */
export function stateName({ country, state = "" }: Place): string {
  return country === "us" ? (US_STATES.get(state) ?? state) : state
}

/** Returns the English name of a country, or the code if it has no name. */
export function countryName(code: string): string {
  const region = code.toUpperCase()
  try {
    return new Intl.DisplayNames("en", { type: "region" }).of(region) ?? region
  } catch {
    return region
  }
}

/** Returns the code of a state. In the US, only real states are accepted. Elsewhere, the code is the text without the country's prefix. */
function stateCode(text: string, country: string): string | undefined {
  const whole = text.trim()
  const bare = whole.toLowerCase().startsWith(`${country}-`) ? whole.slice(country.length + 1).trim() : whole
  return country === "us" ? usState(bare) : bare.toUpperCase() || undefined
}
