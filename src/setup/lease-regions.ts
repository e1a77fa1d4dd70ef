import { readPlace } from "../lease-cart"
import { PROVIDER_ID, type Query, readRow, readRows } from "../medusa/read/carts"
import type { LedgerDeps } from "../modules/lease"
import { type AccountOverview, unsentLeases } from "../modules/lease/ledger"
import type { MessageParams } from "../modules/lease/texts/messages"
import type { SetupCode } from "./setup-texts"

type RegionRow = {
  id: string
  name: string
  currency_code: string
  automatic_taxes?: boolean
  countries?: { iso_2: string }[]
  payment_providers?: { id: string }[]
}

/** `countries` are two-letter codes. `on` is true if the region has the payment provider, and `isTaxed` is true if Medusa calculates taxes there. */
export type LeaseRegion = {
  id: string
  name: string
  currency: string
  countries: string[]
  on: boolean
  isTaxed: boolean
}

const REGION_FIELDS = ["id", "name", "currency_code", "automatic_taxes", "countries.iso_2", "payment_providers.id"]

export async function readRegions(query: Query): Promise<LeaseRegion[]> {
  const { data } = await query.graph({ entity: "region", fields: REGION_FIELDS })
  return (data as RegionRow[]).map(toRegion)
}

/** Returns the regions with the payment provider. */
export async function leaseRegions(query: Query): Promise<LeaseRegion[]> {
  return (await readRegions(query)).filter(({ on }) => on)
}

/** Returns a region. Null if there is no such region. */
export async function readRegion(query: Query, id: string): Promise<LeaseRegion | null> {
  const row = await readRow<RegionRow>(query, "region", id, REGION_FIELDS)
  return row && toRegion(row)
}

function toRegion({ countries = [], payment_providers = [], ...row }: RegionRow): LeaseRegion {
  const { id, name, currency_code: currency, automatic_taxes } = row
  return {
    ...{ id, name, currency, countries: countries.map(({ iso_2 }) => iso_2) },
    on: payment_providers.some(({ id }) => id === PROVIDER_ID),
    isTaxed: automatic_taxes !== false,
  }
}

export function allOf(accounts: readonly AccountOverview[], list: "currencies" | "countries"): string[] {
  return [...new Set(accounts.flatMap(({ settings }) => settings[list]))]
}

export function inCapitals(codes: readonly string[]): string {
  return codes.join(", ").toUpperCase()
}

type Zone = { country_code: string; province_code?: string | null }
type ShippingRow = {
  rules?: { attribute: string; value: unknown }[]
  service_zone?: { geo_zones?: Zone[] } | null
}

/** Returns the places that at least one of the storefront's shipping options delivers to. */
async function shippingZones(query: Query): Promise<Zone[]> {
  const zone = ["country_code", "province_code"].map((field) => `service_zone.geo_zones.${field}`)
  const { data } = await query.graph({
    entity: "shipping_option",
    fields: ["id", "rules.attribute", "rules.value", ...zone],
  })
  return (data as ShippingRow[]).filter(isForShoppers).flatMap(({ service_zone }) => service_zone?.geo_zones ?? [])
}

/** Returns the countries that at least one of the storefront's shipping options delivers to. */
export async function shippedTo(query: Query): Promise<Set<string>> {
  return new Set((await shippingZones(query)).map(({ country_code }) => country_code))
}

/** Returns a function that says whether the storefront's shipping options deliver to at least a part of a US state. */
export async function statesShippedTo(query: Query): Promise<(state: string) => boolean> {
  const places = (await shippingZones(query)).flatMap(
    ({ country_code, province_code }) => readPlace({ country_code, province: province_code }) ?? [],
  )
  return (state) => places.some((place) => place.country === "us" && (place.state ?? state) === state)
}

/** Whether shoppers can use a shipping option, which is neither for returns nor hidden from the storefront. */
function isForShoppers({ rules = [] }: ShippingRow): boolean {
  const ruleValue = (attribute: string) => rules.find((rule) => rule.attribute === attribute)?.value
  return (
    String(ruleValue("is_return") ?? "false") === "false" && String(ruleValue("enabled_in_store") ?? "true") === "true"
  )
}

type Named = { id: string; name: string }
type Found = { code: SetupCode; params?: MessageParams }

/** Checks that every leasable cart has an account, and that no account in use was removed. Reads only the ledger and the store. */
export async function accountsOf(deps: LedgerDeps, query: Query): Promise<Found> {
  const accounts = deps.accounts.overview()
  const left = await unsentLeases(deps)
  if (left.length) {
    const names = left.map(({ account_id, count }) => `${account_id ?? "–"} (${count})`).join(", ")
    return { code: "accounts_removed", params: { accounts: names } }
  }
  if (accounts.length === 1 && !accounts[0]?.settings.takes) return { code: "accounts_one" }
  const [regions, channels] = await Promise.all([leaseRegions(query), readChannels(query)])
  const missing = await unknownIds(query, accounts, [...regions, ...channels])
  if (missing.length) return { code: "accounts_unknown", params: { ids: missing.join(", ") } }
  const without = leftOut(deps, regions, channels)
  if (without) return without
  const names = accounts.map(({ settings: { account_id, operator } }) => account_id ?? operator.name)
  return { code: "accounts_ok", params: { accounts: names.join(", ") } }
}

/** Returns a finding with the regions and sales channels that no account handles. Null if there are none. */
export function leftOut(deps: LedgerDeps, regions: LeaseRegion[], channels: Named[]): Found | null {
  const relevant = deps.accounts.all.some(({ settings }) => settings.takes?.sales_channel) ? channels : [null]
  const places = regions.flatMap((region) => relevant.map((channel) => ({ region, channel })))
  const without = places.filter(({ region: { id, currency }, channel }) => {
    return !deps.accounts.taking({ region_id: id, currency_code: currency, sales_channel_id: channel?.id ?? null })
  })
  if (!without.length) return null
  const nameOf = (place: Named | null) => (place ? `${place.name} (${place.id})` : [])
  const named = without.map(({ region, channel }) => [region, channel].flatMap(nameOf).join(", "))
  return { code: "accounts_left_out", params: { places: named.join("; "), region: without[0]?.region.id ?? "" } }
}

export async function readChannels(query: Query): Promise<Named[]> {
  const filters = { is_disabled: false }
  const { data } = await query.graph({ entity: "sales_channel", fields: ["id", "name"], filters })
  return data as Named[]
}

/** Returns the IDs in the `accounts` option that don't exist in the store, even as a region without lease-to-own or a disabled channel. */
async function unknownIds(query: Query, accounts: AccountOverview[], known: Named[]): Promise<string[]> {
  const named = accounts.flatMap(({ settings: { takes } }) => [
    ...(takes?.region ?? []),
    ...(takes?.sales_channel ?? []),
  ])
  const ids = [...new Set(named)].filter((id) => !known.some((one) => one.id === id))
  const found = await Promise.all(
    ["region", "sales_channel"].map((entity) => readRows<{ id: string }>(query, entity, ids, ["id"])),
  )
  return ids.filter((id) => !found.flat().some((one) => one.id === id))
}
