import type { MedusaContainer } from "@medusajs/framework/types"
import { reasonsOfRegion } from "../lease-cart"
import { queryOf } from "../medusa/read/carts"
import { ledgerDepsOf } from "../modules/lease"
import { checkRegionTax, type TaxSwitch } from "./check-sales-tax"
import { inWords, isRegistered, type SetupFinding } from "./check-setup"
import { allOf, inCapitals, leftOut, readChannels, readRegion, shippedTo } from "./lease-regions"

/** `on` is true if the region has the payment provider, and `registered` is true if the store has it. */
export type RegionCheck = { id: string; on: boolean; registered: boolean; items: SetupFinding[]; tax: TaxSwitch }

/** Returns whether shoppers in a region can lease, and if not, why. Null if there is no such region. Makes no call to the lease service. */
export async function checkRegion(container: MedusaContainer, regionId: string): Promise<RegionCheck | null> {
  const [deps, query] = [ledgerDepsOf(container), queryOf(container)]
  const region = await readRegion(query, regionId)
  if (!region) return null
  const { id, on, currency, countries } = region
  const registered = await isRegistered(container)
  const accounts = deps.accounts.overview()
  const reasons = accounts.map(({ settings }) => reasonsOfRegion({ currency_code: currency, countries }, settings))
  // One account that can lease in this region is enough.
  const unfit = reasons.some((each) => !each.length) ? [] : (reasons[0] ?? []).map(({ code }) => code)
  const served = allOf(accounts, "countries")
  const reached = await shippedTo(query)
  const unreached = countries.filter((one) => served.includes(one) && !reached.has(one))
  const without = leftOut(deps, [region], await readChannels(query))
  const currencies = inCapitals(allOf(accounts, "currencies"))
  const params = { currencies, currency: inCapitals([currency]), countries: inCapitals(served) }
  const { tax, finding } = await checkRegionTax(container, region)
  const items = [
    ...(registered ? [] : [inWords("provider", { code: "provider_missing" })]),
    ...(unfit.includes("unavailable_currency") ? [inWords("currency", { code: "region_currency", params })] : []),
    ...(unfit.includes("unavailable_place") ? [inWords("countries", { code: "region_countries", params })] : []),
    ...(!unfit.length && without ? [inWords("accounts", without)] : []),
    ...(unreached.length
      ? [inWords("shipping", { code: "shipping_missing", params: { countries: inCapitals(unreached) } })]
      : []),
    ...(finding ? [inWords("sales_tax", finding)] : []),
  ]
  return { id, on, registered, items, tax }
}
