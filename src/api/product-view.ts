import type { z } from "zod"
import { stateOfZip } from "../client"
import { providerIsOn, queryOf, readRow, readRows, type ShopCart } from "../medusa/read/carts"
import type { LedgerDeps } from "../modules/lease"
import { checkProduct, forShoppers, LARGEST, message, ofCart, settingsAt } from "../modules/lease/ledger"
import { LedgerRefusal } from "../modules/lease/texts/messages"
import { PRODUCT_FIELDS, type ProductRow } from "../setup/product-setup"
import { productEstimate } from "./estimate-view"
import type { ProductQuery } from "./schemas"
import { channelsOf, type StoreRequest } from "./store-route"
import type { ProductLease, RegionLease } from "./types"

type ShownProduct = ProductRow & { status: string; sales_channels?: { id: string }[] | null }
type Region = NonNullable<ShopCart["region"]> & { currency_code: string; countries?: { iso_2: string }[] | null }

const REGION_FIELDS = ["id", "currency_code", "countries.iso_2", "payment_providers.id", "payment_providers.is_enabled"]

/**
 * Returns what can be leased in a region, which is the same for everyone with this publishable key. `of` checks one product. `amount` is the price on
 * its page, in major units. Reads neither a cart nor the ledger, and makes no call. Throws LedgerRefusal `region_not_found`.
 */
export async function leasesIn(
  req: StoreRequest,
  deps: LedgerDeps,
  {
    region_id: regionId,
    zip_prefix,
    frequency,
  }: Pick<z.output<typeof ProductQuery>, "region_id" | "zip_prefix" | "frequency">,
): Promise<{ region: RegionLease; of(product: ProductRow, amount: number | null): ProductLease }> {
  const region = await readRow<Region>(queryOf(req.scope), "region", regionId, REGION_FIELDS)
  if (!region) throw new LedgerRefusal("region_not_found", {}, { kind: "not_found" })
  const currency = region.currency_code.toLowerCase()
  // The future cart's sales channel is known only if the key has just one.
  const [channel = null, ...others] = channelsOf(req)
  const sales_channel_id = others.length ? null : channel
  const accountDeps = ofCart(deps, { region_id: region.id, currency_code: currency, sales_channel_id })
  const settings = settingsAt(deps, accountDeps)
  const { operator, widget, mode, minimum, maximum = LARGEST } = settings
  // The widget isn't a payment provider and works in any region, so don't require the provider.
  const off = providerIsOn({ region }) || widget ? [] : [message("unavailable_off")]
  const countries = (region.countries ?? []).map(({ iso_2 }) => iso_2)
  const state = zip_prefix && stateOfZip(zip_prefix)
  const sold = { currency_code: region.currency_code, countries }
  const evaluate = (product: ProductRow | null, inState?: string) => {
    const goods = product && { product, is_giftcard: product.is_giftcard }
    const reasons = [...off, ...checkProduct(accountDeps, goods, { ...sold, state: inState })]
    return { leasable: reasons.length === 0, reasons }
  }
  return {
    region: {
      ...evaluate(null),
      limits: { minimum: minimum || null, maximum: maximum === LARGEST ? null : maximum, currency },
      operator: forShoppers(operator),
      test: mode === "test",
    },
    of(product, amount) {
      const result = evaluate(product, state)
      const isWithin = amount !== null && amount > 0 && amount >= (minimum ?? 0) && amount <= maximum
      if (!isWithin || !result.leasable) {
        const isElsewhere = !result.leasable && evaluate(product).leasable
        return { ...result, estimate: null, zip: isElsewhere ? "used" : null }
      }
      return { ...result, ...productEstimate(deps, settings, product, { amount, currency, state, frequency }) }
    },
  }
}

/** Returns the products that Medusa's own route would show: published, and in one of the key's sales channels. */
export async function shownProducts(req: StoreRequest, ids: string[]): Promise<ProductRow[]> {
  const fields = [...PRODUCT_FIELDS, "status", "sales_channels.id"]
  const products = await readRows<ShownProduct>(queryOf(req.scope), "product", ids, fields)
  const channels = channelsOf(req)
  return products.filter(
    ({ status, sales_channels }) => status === "published" && sales_channels?.some(({ id }) => channels.includes(id)),
  )
}

/** Parses a query with its schema. Throws a LedgerRefusal that names the invalid fields. */
export function readQuery<T>(schema: z.ZodType<T>, query: unknown): T {
  const { success, data, error } = schema.safeParse(query)
  if (success) return data
  const fields = error.issues.map(({ path: [field = ""], message }) => ({
    field: String(field),
    rule: field === "region_id" ? "missing" : "format",
    message,
  }))
  throw new LedgerRefusal("query_invalid", {}, { kind: "invalid", fields })
}
