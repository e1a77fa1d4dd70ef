import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { mayBe } from "../lease-cart"
import { type Query, queryOf } from "../medusa/read/carts"
import {
  FORMER_DEFAULT,
  readCountriesWithRates,
  readTaxRegions,
  TAX_PROVIDER_ID,
  type TaxRegion,
} from "../medusa/read/taxes"
import { type LedgerDeps, ledgerDepsOf } from "../modules/lease"
import { mayTaxByOperator } from "../modules/lease/ledger"
import type { MessageParams } from "../modules/lease/texts/messages"
import { inCapitals, type LeaseRegion, readChannels, readRegions } from "./lease-regions"
import type { SetupCode } from "./setup-texts"

/** A country that has our tax provider, needs it, or will need it if lease-to-own is turned on in its region. */
type CountryTax = TaxRegion & {
  isOurs: boolean
  /** The provider that calculates the tax of ordinary sales. */
  ordinary: string
  /** Whether the country needs our tax provider, because an operator charges the sales tax on leases that ship there. */
  isNeeded: boolean
  /** What `isNeeded` is while lease-to-own is on in the country's region, and while it is off. */
  isNeededWhenOn: boolean
  isNeededWhenOff: boolean
  includesTax: boolean
}

type Found = { code: SetupCode; params?: MessageParams }

/** Says who calculates the sales tax of the store's countries, and whether that fits the `salesTax` option. */
export async function checkSalesTax(container: MedusaContainer): Promise<Found> {
  const all = await readCountryTaxes(container, await readRegions(queryOf(container)))
  const countries = all.filter(({ isOurs, isNeeded }) => isOurs || isNeeded)
  const found = problemOf(await readOurProvider(container, countries), countries) ?? checkNeeded(countries)
  if (found) return found
  const ours = countries.filter(({ isOurs }) => isOurs)
  if (ours.length) return { code: "tax_unneeded", params: paramsOf(ours) }
  return { code: mayTaxByOperator(ledgerDepsOf(container)) ? "tax_none" : "tax_by_store" }
}

/** A country's tax region, and the tax provider to give it. */
export type TaxChange = { id: string; country: string; provider_id: string }

/** What to change in the tax regions of a region's countries when lease-to-own is turned on or off there. Empty if nothing is left to change. */
export type TaxSwitch = { on: TaxChange[]; off: TaxChange[] }

/** Returns how a region's switch changes its countries' tax providers, with the finding about them. The finding is null if it doesn't concern leases. */
export async function checkRegionTax(
  container: MedusaContainer,
  region: LeaseRegion,
): Promise<{ tax: TaxSwitch; finding: Found | null }> {
  const all = await readCountryTaxes(container, [region])
  const countries = all.filter(({ country }) => region.countries.includes(country))
  const missing = countries.filter(({ isOurs, isNeededWhenOn }) => isNeededWhenOn && !isOurs)
  const left = countries.filter(({ isOurs, isNeededWhenOff }) => isOurs && !isNeededWhenOff)
  // Changes to a leased order stay untaxed only through our provider.
  const unfinished = left.length ? await ledgerDepsOf(container).leases.unfinishedUntaxed() : 0
  const provider = await readOurProvider(container, countries)
  const tax = {
    // Don't use our provider if it wouldn't work, because that breaks every cart of the country.
    on: isWired(provider) ? missing.map((one) => changeTo(TAX_PROVIDER_ID, one)) : [],
    off: unfinished ? [] : left.map((one) => changeTo(one.ordinary, one)),
  }
  const found = problemOf(provider, countries) ?? checkNeeded(countries)
  if (found?.code === "tax_ok" && !region.on) return { tax, finding: { ...found, code: "tax_for_widget" } }
  if (found || region.on) return { tax, finding: found }
  if (unfinished)
    return { tax, finding: { code: "tax_stays", params: { ...paramsOf(left), count: String(unfinished) } } }
  if (left.length) return { tax, finding: { code: "tax_left", params: paramsOf(left) } }
  return { tax, finding: missing.length ? { code: "tax_with_switch", params: paramsOf(missing) } : null }
}

function changeTo(provider_id: string, { id, country }: CountryTax): TaxChange {
  return { id, country, provider_id }
}

/** Says whether the countries that need our tax provider have it. Null if no country needs it. */
function checkNeeded(countries: CountryTax[]): Found | null {
  const needed = countries.filter(({ isNeeded }) => isNeeded)
  const others = needed.filter(({ isOurs }) => !isOurs)
  if (others.length) return { code: "tax_not_ours", params: paramsOf(others) }
  const included = needed.filter(({ includesTax }) => includesTax)
  if (included.length) return { code: "tax_included", params: paramsOf(included) }
  return needed.length ? { code: "tax_ok", params: paramsOf(needed) } : null
}

/** Returns a problem with our tax provider, or with one that it calls, for countries that have or need ours. Null if there is none. */
function problemOf(provider: OurProvider | null, countries: CountryTax[]): Found | null {
  if (!countries.length) return null
  const ours = countries.filter(({ isOurs }) => isOurs)
  if (!provider && ours.length) return { code: "tax_provider_gone", params: paramsOf(ours) }
  if (!provider) return { code: "tax_provider_missing", params: paramsOf(countries) }
  if (!isWired(provider)) return { code: "tax_provider_unlinked", params: paramsOf(countries) }
  const gone = ours.filter(({ ordinary }) => !provider.knows(ordinary))
  return gone.length ? { code: "tax_former_gone", params: paramsOf(gone) } : null
}

function paramsOf(countries: CountryTax[]): MessageParams {
  const providers = [...new Set(countries.map(({ ordinary }) => ordinary))].join(", ")
  return { countries: inCapitals(countries.map(({ country }) => country)), providers }
}

/** Returns every country that has our tax provider, and the regions' countries that need it or will if lease-to-own is turned on there. */
async function readCountryTaxes(container: MedusaContainer, regions: LeaseRegion[]): Promise<CountryTax[]> {
  const [deps, query] = [ledgerDepsOf(container), queryOf(container)]
  const taxRegions = await readTaxRegions(query, mayTaxByOperator(deps) ? {} : { provider_id: TAX_PROVIDER_ID })
  if (!taxRegions.length) return []
  const [rated, inclusive, channels] = await Promise.all([
    readCountriesWithRates(query),
    readTaxInclusive(query),
    readChannels(query),
  ])
  return taxRegions.flatMap((taxRegion) => {
    const { country, provider_id, former } = taxRegion
    const isOurs = provider_id === TAX_PROVIDER_ID
    const region = regions.find(({ countries }) => countries.includes(country))
    const ordinary = (isOurs ? former : provider_id) ?? FORMER_DEFAULT
    // Medusa's own provider charges tax only if the database has rates for the country.
    const isTaxed = region?.isTaxed && (ordinary !== FORMER_DEFAULT || rated.has(country))
    const accounts = region && isTaxed ? accountsTaxedByOperator(deps, region, country, channels) : []
    if (!isOurs && !accounts.length) return []
    // The hosted widget doesn't need the payment provider in the region.
    const [isNeededWhenOn, isNeededWhenOff] = [accounts.length > 0, accounts.some(({ widget }) => widget)]
    return {
      ...{ ...taxRegion, isOurs, ordinary, isNeededWhenOn, isNeededWhenOff },
      isNeeded: region?.on ? isNeededWhenOn : isNeededWhenOff,
      includesTax: region !== undefined && (inclusive.has(region.id) || inclusive.has(region.currency)),
    }
  })
}

/** Returns the accounts that lease this region's carts to this country and whose operator may charge the sales tax. */
function accountsTaxedByOperator(
  { accounts }: LedgerDeps,
  { id: region_id, currency: currency_code }: LeaseRegion,
  country: string,
  channels: { id: string }[],
) {
  const ids = [null, ...channels.map(({ id }) => id)].flatMap((sales_channel_id) => {
    const first = accounts.taking({ region_id, currency_code, sales_channel_id })
    return first ? accounts.onwardFrom(first) : []
  })
  return accounts.all.flatMap(({ account_id, settings }) => {
    const isServed = settings.countries.includes(country) && settings.currencies.includes(currency_code)
    return ids.includes(account_id) && isServed && mayBe(settings.salesTax, "by_operator") ? settings : []
  })
}

/** Returns the IDs of regions and the codes of currencies whose prices include tax. */
async function readTaxInclusive(query: Query): Promise<Set<string>> {
  const filters = { is_tax_inclusive: true }
  const { data } = await query.graph({ entity: "price_preference", fields: ["id", "value"], filters })
  return new Set((data as { value: string | null }[]).flatMap(({ value }) => value ?? []))
}

/** The part of our tax provider (`src/providers/lease-tax`) that the check uses. */
type OurProvider = { knows(name: string): boolean }

/** Whether the tax module's `dependencies` list what our provider needs. */
function isWired(provider: OurProvider | null): boolean {
  return provider !== null && ["lease", "query"].every((name) => provider.knows(name))
}

/** Returns our tax provider. Null if it isn't in medusa-config, or no country uses it. */
async function readOurProvider(container: MedusaContainer, countries: CountryTax[]): Promise<OurProvider | null> {
  if (!countries.length) return null
  const tax = container.resolve(Modules.TAX)
  try {
    // Medusa logs an error for a provider it can't find, so don't ask for one without a row. A removed provider keeps its row.
    const rows = await tax.listTaxProviders({ id: TAX_PROVIDER_ID })
    return rows.length ? (tax.getProvider(TAX_PROVIDER_ID) as unknown as OurProvider) : null
  } catch {
    return null
  }
}
