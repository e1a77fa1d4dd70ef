import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { providerIsOn, type Query, type ShopCart } from "../medusa/read/carts"
import type { Desk } from "../modules/lease"
import { settingsFor } from "../modules/lease/cart/cart-account"
import { judgeProduct } from "../modules/lease/cart/map-cart"
import { forShoppers } from "../modules/lease/options/operator"
import { LARGEST } from "../modules/lease/options/options"
import { estimateFor } from "../modules/lease/shopper/estimate"
import { ofCart } from "../modules/lease/status/ledger"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import { PRODUCT_FIELDS, type ProductRow } from "../setup/product-setup"
import { idOf, keepable } from "./plain-text"
import { ProductQuery } from "./schemas"
import { message } from "./small-view"
import type { StoreRequest } from "./store-cart"
import type { ProductLeaseView } from "./types"

type ShownProduct = ProductRow & { status: string; sales_channels?: { id: string }[] | null }
type Region = NonNullable<ShopCart["region"]> & { currency_code: string; countries?: { iso_2: string }[] | null }

/**
 * Whether a product can be leased in the region `region_id`, by the rules of a cart. Throws LedgerRefusal: a product that this key's shoppers are not
 * shown, a region that there is not, a query that cannot be read.
 */
export async function productView(req: StoreRequest, desk: Desk): Promise<ProductLeaseView> {
  const query: Query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { regionId, amount } = readQuery(req)
  const [product, region] = await Promise.all([shownProduct(req, query), regionOf(query, regionId)])
  const currency_code = region.currency_code.toLowerCase()
  const where = { region_id: region.id, currency_code, sales_channel_id: onlyChannelOf(req) }
  const { operator, widget, mode, minimum, maximum } = settingsFor(desk, where)
  // The widget is no payment provider, so no region switches it on.
  const off = providerIsOn({ region }) || widget ? [] : [message("unavailable_off")]
  const countries = (region.countries ?? []).map(({ iso_2 }) => iso_2)
  const judged = judgeProduct(
    desk,
    { product, is_giftcard: product.is_giftcard },
    { where, region: { currency_code: region.currency_code, countries } },
  )
  const reasons = [...off, ...judged]
  const isWithin = amount !== null && amount > 0 && amount >= (minimum ?? 0) && amount <= (maximum ?? LARGEST)
  return {
    leasable: reasons.length === 0,
    reasons,
    limits: {
      minimum: minimum || null,
      maximum: maximum === undefined || maximum === LARGEST ? null : maximum,
      currency: currency_code,
    },
    estimate: isWithin && !reasons.length ? estimateFor(ofCart(desk, where), amount, where.currency_code) : null,
    operator: forShoppers(operator),
    test: mode === "test",
  }
}

/** The product, if Medusa's own route would show it: published, and in a sales channel of the key. */
async function shownProduct(req: StoreRequest, query: Query): Promise<ShownProduct> {
  const { data } = await query.graph({
    entity: "product",
    fields: [...PRODUCT_FIELDS, "status", "sales_channels.id"],
    filters: { id: idOf(req) },
  })
  const [product] = data as ShownProduct[]
  const channels = req.publishable_key_context?.sales_channel_ids ?? []
  const isShown = product?.status === "published" && product.sales_channels?.some(({ id }) => channels.includes(id))
  if (!product || !isShown) throw new LedgerRefusal("product_not_found", {}, { kind: "not_found" })
  return product
}

/** The sales channel of the cart that will be; a key of several channels does not tell. */
function onlyChannelOf({ publishable_key_context }: StoreRequest): string | null {
  const [channel = null, ...others] = publishable_key_context?.sales_channel_ids ?? []
  return others.length ? null : channel
}

async function regionOf(query: Query, id: string): Promise<Region> {
  const { data } = await query.graph({
    entity: "region",
    fields: ["id", "currency_code", "countries.iso_2", "payment_providers.id", "payment_providers.is_enabled"],
    filters: { id },
  })
  const [region] = data as Region[]
  if (!region) throw new LedgerRefusal("region_not_found", {}, { kind: "not_found" })
  return region
}

/** The region, and the price that the page shows in major units; null where it names none. */
function readQuery({ query }: StoreRequest): { regionId: string; amount: number | null } {
  const { success, data, error } = ProductQuery.safeParse(query)
  if (success)
    return { regionId: keepable(data.region_id), amount: data.amount === undefined ? null : Number(data.amount) }
  const fields = error.issues.map(({ path: [field = ""], message }) => ({
    field: String(field),
    rule: field === "region_id" ? "missing" : "format",
    message,
  }))
  throw new LedgerRefusal("query_invalid", {}, { kind: "invalid", fields })
}
