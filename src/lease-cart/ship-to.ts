import { US_STATES, US_TERRITORIES, usState } from "../client"
import type { CartInput } from "./cart-input"

/** A place of delivery: lower-case country, upper-case state; the state is undefined when it cannot be told. A territory of the US is a state of it. */
export type ShipTo = { country: string; state: string | undefined; province: string }

/** Reads the place from an address. Medusa writes a province as `us-ca`, storefronts also as "CA" or "California". */
export function readPlace(
  address: { country_code?: string | null; province?: string | null } | null | undefined,
): ShipTo | undefined {
  const country = address?.country_code?.trim().toLowerCase()
  if (!country) {
    return undefined
  }
  const province = address?.province?.trim() ?? ""
  const territory = US_TERRITORIES.find((code) => code.toLowerCase() === country)
  return territory
    ? { country: "us", province, state: territory }
    : { country, province, state: stateCode(province, country) }
}

/** Whether something in the cart ships. */
export function isShipped({ items }: Pick<CartInput, "items">): boolean {
  return (items ?? []).some(({ requires_shipping }) => requires_shipping !== false)
}

/** Where a cart goes; where nothing ships and no such address is there, where its shopper is billed. */
export function placeOf(cart: Pick<CartInput, "items" | "shipping_address" | "billing_address">): ShipTo | undefined {
  return readPlace(cart.shipping_address) ?? (isShipped(cart) ? undefined : readPlace(cart.billing_address))
}

/** Whether one of these countries is that of the place. A territory of the US is served where the US is, or the territory by its own code. */
export function isInCountry({ country, state }: ShipTo, countries: readonly string[]): boolean {
  const codes = [country, ...(country === "us" && state && US_TERRITORIES.includes(state) ? [state.toLowerCase()] : [])]
  return countries.some((served) => codes.includes(served.toLowerCase()))
}

/** Reads an entry of option `excludedStates`: a US state by code or name, or `ca-on`; undefined when it is neither. */
export function readState(text: string): { country: string; state: string } | undefined {
  const prefixed = /^\s*([a-z]{2})-(.+)$/i.exec(text)
  const country = prefixed?.[1]?.toLowerCase() ?? "us"
  const state = stateCode(prefixed?.[2] ?? text, country)
  return state === undefined ? undefined : { country, state }
}

/** Whether the state is among the excluded ones (option `excludedStates`). A state that cannot be told is not. */
export function isExcluded(place: ShipTo, excludedStates: readonly string[]): boolean {
  return excludedStates.some((entry) => {
    const excluded = readState(entry)
    return excluded?.country === place.country && excluded.state === place.state
  })
}

/** The state as the fingerprint and the ledger hold it: the code where one is known, else what the address says. */
export function shipToState(place: ShipTo | undefined): string {
  return place?.state ?? place?.province.toUpperCase() ?? ""
}

/** The name of a place for a person: "New Jersey", or the country's name when that is what stands in the way. */
export function placeName(place: ShipTo, what: "state" | "country"): string {
  if (what === "state" && place.state) {
    return place.country === "us" ? (US_STATES.get(place.state) ?? place.state) : place.state
  }
  return countryName(place.country)
}

/** The English name of a country; the code where there is none. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "region" }).of(code.toUpperCase()) ?? code.toUpperCase()
  } catch {
    return code.toUpperCase()
  }
}

/** The code of a state. In the US only real states count; elsewhere the text without the country's prefix. */
function stateCode(text: string, country: string): string | undefined {
  const whole = text.trim()
  const bare = whole.toLowerCase().startsWith(`${country}-`) ? whole.slice(country.length + 1).trim() : whole
  if (country !== "us") {
    return bare === "" ? undefined : bare.toUpperCase()
  }
  return usState(bare)
}
