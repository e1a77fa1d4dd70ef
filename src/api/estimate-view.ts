import { placeOf, readAmounts, readProductFacts, reasonsOfState, taxedByOf, toCartCents, toMajor } from "../lease-cart"
import type { ShopCart } from "../medusa/read/carts"
import type { LedgerDeps } from "../modules/lease"
import { type AccountSettings, type EstimateInput, estimateFor } from "../modules/lease/ledger"
import type { ProductRow } from "../setup/product-setup"
import type { LeaseEstimate, LeaseView, WithEstimate } from "./types"

const NONE: WithEstimate = { estimate: null, zip: null }
/** What an estimate excludes while there is no address. */
const BEFORE_ADDRESS: LeaseEstimate["excludes"] = ["delivery", "sales_tax"]

/** Returns the estimate for a product that can be leased at this price. */
export function productEstimate(
  deps: LedgerDeps,
  settings: AccountSettings,
  product: ProductRow,
  asked: Pick<EstimateInput, "amount" | "currency" | "state" | "frequency">,
): WithEstimate {
  const { category, brand, condition } = readProductFacts({ product }, settings)
  if (!condition) return NONE
  const item = { product_id: product.id, title: product.title, category, brand }
  const about = { conditions: [condition], excludes: BEFORE_ADDRESS }
  return withEstimate(deps, settings, { ...asked, item, condition }, { about, isByZip: true })
}

/**
 * Returns the estimate for a cart before the application, if the cart can be leased or could be with an address. `zipState` is used until the address
 * has a state. The cash price is what the service calls `invoiceTotal`: goods and delivery, before sales tax.
 */
export function cartEstimate(
  deps: LedgerDeps,
  settings: AccountSettings,
  cart: ShopCart,
  { step, reasons }: Pick<LeaseView, "step" | "reasons">,
  zipState?: string,
): WithEstimate {
  const isEarly = step === "unavailable" && reasons.every(({ code }) => code === "unavailable_incomplete")
  const items = (cart.items ?? []).map((line) => ({ line, ...readProductFacts(line, settings) }))
  const [first] = items
  const amounts = toCartCents(readAmounts(cart))
  if (!first || !amounts || !(isEarly || step === "intro")) return NONE
  const conditions = [...new Set(items.flatMap(({ condition }) => condition ?? []))]
  const { line, category, brand } = first
  const isOne = items.every((other) => other.line.product_id === line.product_id)
  const title = line.product_title ?? line.title ?? ""
  const place = placeOf(cart)
  const isByZip = !place || (place.country === "us" && !place.state)
  if (isByZip && reasonsOfState(zipState, cart.items ?? [], settings, deps.now()).length)
    return { estimate: null, zip: "needed" }
  const input = {
    amount: toMajor(amounts.goodsAndDelivery),
    currency: cart.currency_code.toLowerCase(),
    item: isOne ? { product_id: line.product_id ?? "", title, category, brand } : undefined,
    state: isByZip ? zipState : place.country === "us" ? place.state : undefined,
    frequency: undefined,
    condition: conditions.length === 1 ? conditions[0] : undefined,
  }
  const isTaxed = amounts.tax > 0 || taxedByOf(settings.salesTax, cart) === "by_operator"
  const excludes: LeaseEstimate["excludes"] = isEarly ? BEFORE_ADDRESS : isTaxed ? ["sales_tax"] : []
  return withEstimate(deps, settings, input, { about: { conditions, excludes }, isByZip })
}

function withEstimate(
  { log }: LedgerDeps,
  options: AccountSettings,
  input: EstimateInput,
  { about, isByZip }: { about: Pick<LeaseEstimate, "conditions" | "excludes">; isByZip: boolean },
): WithEstimate {
  const found = estimateFor({ options, log }, input)
  if (found === null) return NONE
  if (found === "state") return { estimate: null, zip: isByZip ? "needed" : null }
  const zip = isByZip && input.state !== undefined ? "used" : null
  return { estimate: { ...found, currency: input.currency, ...about }, zip }
}
