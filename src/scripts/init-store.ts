import type { ExecArgs, MedusaContainer } from "@medusajs/framework/types"
import { reasonsOfRegion } from "../lease-cart"
import { queryOf } from "../medusa/read/carts"
import { ledgerDepsOf } from "../modules/lease"
import { inCapitals, readRegions } from "../setup/lease-regions"
import { type ProductRow, publishedProducts } from "../setup/product-setup"
import { switchAllOff, switchRegion } from "../setup/switch-region"
import { reportSetup } from "./doctor"
import { sourcesFor } from "./init/catalog"
import { type ListedRegion, NO_REGION, pickRegions } from "./init/regions"
import { RESULT, type Result } from "./init/store-results"

/** After how many products, newest first, no more are read. */
const READ = 2000

/** PostgreSQL's code for a table that doesn't exist. */
const NO_TABLE = "42P01"

/**
 * The parts of the command `init` that need the running store. `read` only reads, and also works before the store has the plugin. `finish` turns
 * lease-to-own on and ends with the doctor's report. `undo` takes it back, unless there are leases.
 */
export default async function initStore({ container, args: [what = "", ...words] }: ExecArgs): Promise<void> {
  const parts: Record<string, () => Promise<Result>> = {
    read: () => read(container),
    finish: () => finish(container, words),
    undo: () => undo(container),
  }
  const result = await parts[what]?.()
  process.stdout.write(`\n${RESULT}${JSON.stringify(result)}\n`)
}

async function read(container: MedusaContainer): Promise<Result> {
  const query = queryOf(container)
  const products: ProductRow[] = []
  for await (const batch of publishedProducts(query)) {
    products.push(...batch)
    if (products.length >= READ) break
  }
  const regions = (await readRegions(query)).map((region) => ({
    ...region,
    // The store's options aren't known yet, so these are their defaults.
    usable: region.currency === "usd" && region.countries.includes("us"),
  }))
  return { regions, product: sourcesFor(products), products: products.length }
}

async function finish(container: MedusaContainer, words: string[]): Promise<Result> {
  const all = await readRegions(queryOf(container))
  const accounts = ledgerDepsOf(container).accounts.overview()
  const listed: ListedRegion[] = all.map((region) => {
    const cart = { currency_code: region.currency, countries: region.countries }
    return { ...region, usable: accounts.some(({ settings }) => !reasonsOfRegion(cart, settings).length) }
  })
  const picked = pickRegions(listed, words)
  const lines: string[] = []
  for (const { id, name } of picked) {
    const isChanged = await switchRegion(container, id, true)
    lines.push(`OK   region: Lease-to-own ${isChanged ? "was turned on" : "is already on"} in ${name} (${id}).`)
  }
  if (!picked.length) lines.push(`FAIL region: ${NO_REGION}`)
  const report = await reportSetup(container)
  return { lines: [...lines, ...report.lines], failed: report.failed + (picked.length ? 0 : 1) }
}

async function undo(container: MedusaContainer): Promise<Result> {
  if (await hasLeases(container)) {
    const refusal =
      "The store has leases, so nothing was undone. Run `doctor --before-removal` to see how to remove the plugin."
    return { lines: [`FAIL ${refusal}`], failed: 1 }
  }
  const { regions, countries } = await switchAllOff(container)
  const lines = [
    ...regions.map(({ id, name }) => `OK   region: Lease-to-own was turned off in ${name} (${id}).`),
    ...(countries.length ? [`OK   sales tax: ${inCapitals(countries)} has its former tax provider again.`] : []),
  ]
  return { lines, failed: 0 }
}

async function hasLeases(container: MedusaContainer): Promise<boolean> {
  try {
    const { done } = await ledgerDepsOf(container).leases.all({}).next()
    return !done
  } catch (error) {
    // The store was configured, but its tables were never created.
    if ((error as { code?: string }).code === NO_TABLE) return false
    throw error
  }
}
