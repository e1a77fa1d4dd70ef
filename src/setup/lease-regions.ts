import { PROVIDER_ID, type Query } from "../medusa/read/carts"

type RegionRow = {
  id: string
  name: string
  currency_code: string
  countries?: { iso_2: string }[]
  payment_providers?: { id: string }[]
}

/** A region in which shoppers can choose lease-to-own. `countries`: codes of two letters. */
export type LeaseRegion = { id: string; name: string; currency: string; countries: string[] }

/** The regions that have the payment provider, whatever their currency. */
export async function leaseRegions(query: Query): Promise<LeaseRegion[]> {
  const fields = ["id", "name", "currency_code", "countries.iso_2", "payment_providers.id"]
  const { data } = await query.graph({ entity: "region", fields })
  return (data as RegionRow[])
    .filter(({ payment_providers = [] }) => payment_providers.some(({ id }) => id === PROVIDER_ID))
    .map(({ id, name, currency_code, countries = [] }) => ({
      id,
      name,
      currency: currency_code,
      countries: countries.map(({ iso_2 }) => iso_2),
    }))
}

type ShippingRow = {
  rules?: { attribute: string; value: unknown }[]
  service_zone?: { geo_zones?: { country_code: string }[] } | null
}

/** The countries to which at least one shipping option of the storefront delivers. */
export async function shippedTo(query: Query): Promise<Set<string>> {
  const fields = ["id", "rules.attribute", "rules.value", "service_zone.geo_zones.country_code"]
  const { data } = await query.graph({ entity: "shipping_option", fields })
  const zones = (data as ShippingRow[])
    .filter(isForShoppers)
    .flatMap(({ service_zone }) => service_zone?.geo_zones ?? [])
  return new Set(zones.map(({ country_code }) => country_code))
}

/** Options for returns, and those that the storefront does not show, bring nothing to a shopper. */
function isForShoppers({ rules = [] }: ShippingRow): boolean {
  const says = (attribute: string) => rules.find((rule) => rule.attribute === attribute)?.value
  return String(says("is_return") ?? "false") === "false" && String(says("enabled_in_store") ?? "true") === "true"
}
