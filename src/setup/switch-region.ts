import type { MedusaContainer } from "@medusajs/framework/types"
import { updateRegionsWorkflow, updateTaxRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { PROVIDER_ID, queryOf, readRow } from "../medusa/read/carts"
import { FORMER_DEFAULT, formerMetadata, readTaxRegions, TAX_PROVIDER_ID } from "../medusa/read/taxes"
import { checkRegion } from "./check-region"
import { type LeaseRegion, leaseRegions } from "./lease-regions"

/**
 * Turns lease-to-own on or off in a region, as the dashboard's switch does with Medusa's routes: first the tax providers of its countries, then the
 * payment provider. Keeps the region's other payment providers. Returns whether anything had to be changed.
 */
export async function switchRegion(container: MedusaContainer, regionId: string, on: boolean): Promise<boolean> {
  const region = await checkRegion(container, regionId)
  if (!region) return false
  const changes = region.tax[on ? "on" : "off"]
  for (const { id, provider_id } of changes) await changeTaxProvider(container, id, provider_id)
  if (region.on !== on) await changePaymentProvider(container, regionId, on)
  return region.on !== on || changes.length > 0
}

/**
 * Turns lease-to-own off everywhere in a store without leases. Gives all countries with our tax provider the one that they had before. Returns these
 * regions and countries. Reads nothing of the ledger, whose tables may be missing.
 */
export async function switchAllOff(
  container: MedusaContainer,
): Promise<{ regions: LeaseRegion[]; countries: string[] }> {
  const query = queryOf(container)
  const regions = await leaseRegions(query)
  const ours = await readTaxRegions(query, { provider_id: TAX_PROVIDER_ID })
  for (const { id, former } of ours) await changeTaxProvider(container, id, former ?? FORMER_DEFAULT)
  for (const { id } of regions) await changePaymentProvider(container, id, false)
  return { regions, countries: ours.map(({ country }) => country) }
}

async function changePaymentProvider(container: MedusaContainer, id: string, on: boolean): Promise<void> {
  type Row = { payment_providers?: { id: string }[] }
  const row = await readRow<Row>(queryOf(container), "region", id, ["id", "payment_providers.id"])
  const others = (row?.payment_providers ?? []).map((provider) => provider.id).filter((one) => one !== PROVIDER_ID)
  const payment_providers = on ? [...others, PROVIDER_ID] : others
  await updateRegionsWorkflow(container).run({ input: { selector: { id }, update: { payment_providers } } })
}

async function changeTaxProvider(container: MedusaContainer, id: string, provider_id: string): Promise<void> {
  const row = await readRow<{ provider_id: string | null }>(queryOf(container), "tax_region", id, ["id", "provider_id"])
  const metadata = formerMetadata(row?.provider_id ?? null, provider_id)
  await updateTaxRegionsWorkflow(container).run({ input: [{ id, provider_id, ...(metadata && { metadata }) }] })
}
