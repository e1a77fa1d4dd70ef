import { providerIsOn, queryOf, readRow, type ShopCart } from "../../../../../medusa/read/carts"
import { judgeProduct, settingsFor } from "../../../../../modules/lease/cart/cart"
import { forShoppers } from "../../../../../modules/lease/options/operator"
import { LARGEST } from "../../../../../modules/lease/options/options"
import { estimateFor } from "../../../../../modules/lease/shopper/estimate"
import { ofCart } from "../../../../../modules/lease/status/ledger"
import { LedgerRefusal } from "../../../../../modules/lease/texts/messages"
import { PRODUCT_FIELDS, type ProductRow } from "../../../../../setup/product-setup"
import { keepable, ProductQuery } from "../../../../schemas"
import { message } from "../../../../small-view"
import { channelsOf, idOf, type StoreRequest, storeRoute } from "../../../../store-route"
import type { ProductLeaseView } from "../../../../types"

/** The longest time until a changed product or option shows (s). */
const SHARED_FOR = 60

/** Whether a product can be leased in a region. No cart, no ledger, no call; the same for everybody, so that pages may cache it. */
export const GET = storeRoute<ProductLeaseView>(
  async (req, desk) => {
    const { regionId, amount } = readQuery(req)
    const [product, region] = await Promise.all([shownProduct(req), regionOf(req, regionId)])
    const currency_code = region.currency_code.toLowerCase()
    // The sales channel of the future cart; a key of several channels doesn't decide it.
    const [channel = null, ...others] = channelsOf(req)
    const sales_channel_id = others.length ? null : channel
    const where = { region_id: region.id, currency_code, sales_channel_id }
    const { operator, widget, mode, minimum, maximum } = settingsFor(desk, where)
    // The widget isn't a payment provider, so no region switches it on.
    const off = providerIsOn({ region }) || widget ? [] : [message("unavailable_off")]
    const countries = (region.countries ?? []).map(({ iso_2 }) => iso_2)
    const sold = { where, region: { currency_code: region.currency_code, countries } }
    const reasons = [...off, ...judgeProduct(desk, { product, is_giftcard: product.is_giftcard }, sold)]
    const isWithin = amount !== null && amount > 0 && amount >= (minimum ?? 0) && amount <= (maximum ?? LARGEST)
    return {
      leasable: reasons.length === 0,
      reasons,
      limits: {
        minimum: minimum || null,
        maximum: maximum === undefined || maximum === LARGEST ? null : maximum,
        currency: currency_code,
      },
      estimate: isWithin && !reasons.length ? estimateFor(ofCart(desk, where), amount, currency_code) : null,
      operator: forShoppers(operator),
      test: mode === "test",
    }
  },
  { sharedFor: SHARED_FOR },
)

type ShownProduct = ProductRow & { status: string; sales_channels?: { id: string }[] | null }
type Region = NonNullable<ShopCart["region"]> & { currency_code: string; countries?: { iso_2: string }[] | null }

/** The product, if Medusa's own route would show it: published, and in a sales channel of the key. */
async function shownProduct(req: StoreRequest): Promise<ShownProduct> {
  const fields = [...PRODUCT_FIELDS, "status", "sales_channels.id"]
  const product = await readRow<ShownProduct>(queryOf(req.scope), "product", idOf(req), fields)
  const isOfKey = product?.sales_channels?.some(({ id }) => channelsOf(req).includes(id))
  if (product?.status === "published" && isOfKey) return product
  throw new LedgerRefusal("product_not_found", {}, { kind: "not_found" })
}

const REGION_FIELDS = ["id", "currency_code", "countries.iso_2", "payment_providers.id", "payment_providers.is_enabled"]

async function regionOf({ scope }: StoreRequest, id: string): Promise<Region> {
  const region = await readRow<Region>(queryOf(scope), "region", id, REGION_FIELDS)
  if (!region) throw new LedgerRefusal("region_not_found", {}, { kind: "not_found" })
  return region
}

/** The region, and the price on the page in major units; null without one. */
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
