import {
  type CartInput,
  type Cents,
  cents,
  certificateOf,
  lineKey,
  parseAmount,
  readPlace,
  shipToState,
  toMajor,
} from "../../../../../../lease-cart"
import {
  type AccountSettings,
  dayIn,
  type HistoryRecord,
  type LeaseRecord,
  type Order,
  operatorsId,
} from "../../../../../../modules/lease/ledger"
import type { LeaseInvoice } from "../../../../../admin-types"
import { bookEntries } from "../../export/book-entries"

type Snapshot = NonNullable<LeaseRecord["snapshot"]>

type Sources = {
  lease: LeaseRecord
  order: Pick<Order, "displayId" | "createdAt" | "asCart">
  /** The lease's history of reductions, oldest first. */
  history: readonly HistoryRecord[]
  seller: string
  settings: Pick<AccountSettings, "operator" | "timeZone" | "feeTaxCodes" | "resaleCertificates">
}

/**
 * Returns the store's invoice to the operator for a lease: the cart as signed, whose parts add up to the lease's amount, and later changes. Null if
 * the cart isn't known.
 */
export function toInvoice({ lease, order, history, seller, settings }: Sources): LeaseInvoice | null {
  const { snapshot, currency_code, reference, test } = lease
  const { operator, timeZone } = settings
  if (!snapshot) return null
  const items = itemsOf(snapshot, order.asCart)
  const goods = cents(items.reduce((sum, item) => sum + item.total, 0))
  const delivery = parseAmount(snapshot.cart.deliveryCost)
  const total = cents(goods + delivery + snapshot.tax)
  // An invoice must be for the amount that the operator pays.
  if (total !== lease.amount) return null
  const changes = changesOf(lease, snapshot, { history, timeZone })
  return {
    number: order.displayId,
    reference,
    operator_id: operatorsId(lease),
    test,
    ordered_on: dayIn(order.createdAt, timeZone) ?? "",
    delivered_on: lease.delivery_date,
    seller,
    sold_to: { name: operator.name, address: operator.invoiceAddress ?? null },
    shipped_to: shippedTo(order.asCart),
    currency_code,
    items: items.map((item) => ({ ...item, price: toMajor(item.price), total: toMajor(item.total) })),
    goods: toMajor(goods),
    delivery: toMajor(delivery),
    ...taxOf(lease, snapshot, settings),
    total: toMajor(total),
    changes: changes.map((change) => ({ ...change, amount: toMajor(change.amount) })),
    rest: toMajor(cents(changes.reduce<number>((rest, { amount }) => rest + amount, total))),
  }
}

/** Returns the lines of the cart as the operator has them. Their identifiers aren't always SKUs, so reads the SKUs from the order's lines. */
function itemsOf({ cart, lines }: Snapshot, { items }: CartInput) {
  const skuOf = new Map((items ?? []).map((line) => [lineKey(line), line.variant_sku]))
  const keyOf = new Map(lines.flatMap(({ key, parts }) => parts.map(({ identifier }) => [identifier, key] as const)))
  return cart.items.map(({ description, identifier, quantity, unitPrice }) => {
    const price = parseAmount(unitPrice)
    const sku = skuOf.get(keyOf.get(identifier) ?? "") || null
    return { name: description, sku, quantity, price, total: cents(price * quantity) }
  })
}

/** Returns the sales tax and fees. If the operator charges the sales tax, all tax in the cart is fees. Otherwise, the sales tax includes the fees. */
function taxOf(
  { placed_at }: LeaseRecord,
  { tax, taxedBy, place }: Snapshot,
  settings: Sources["settings"],
): Pick<LeaseInvoice, "taxed_by" | "sales_tax" | "fees" | "certificate"> {
  if (taxedBy === "in_cart")
    return {
      taxed_by: taxedBy,
      sales_tax: toMajor(tax),
      fees: settings.feeTaxCodes.length ? null : 0,
      certificate: null,
    }
  const { until = "", number = null } = (place && certificateOf(place, settings)) ?? {}
  const isValid = until >= (dayIn(placed_at, settings.timeZone) ?? "")
  return { taxed_by: taxedBy, sales_tax: 0, fees: toMajor(tax), certificate: isValid ? number : null }
}

type Change = Omit<LeaseInvoice["changes"][number], "amount"> & { amount: Cents }

function changesOf(
  lease: LeaseRecord,
  { cart, tax }: Snapshot,
  { history, timeZone }: Pick<Sources, "history"> & { timeZone: string },
): Change[] {
  const delivery = parseAmount(cart.deliveryCost)
  const [, ...later] = bookEntries({ ...lease, tax, delivery }, history)
  return later.map(({ entry, at, parts }, place) => {
    const lines = entry === "reduction" ? (lease.reductions?.[place]?.lines ?? []) : []
    const isLowered = lines.some(({ action }) => action === "lower")
    const items = lines.map(({ number, quantity }) => ({ name: cart.items[number - 1]?.description ?? "", quantity }))
    const amount = cents(parts ? parts.goods + parts.delivery + parts.tax : 0)
    const reduction = isLowered ? "price_lowered" : "items_returned"
    const kind = entry === "cancellation" || entry === "return" ? entry : reduction
    return { kind, on: dayIn(at, timeZone), items, amount }
  })
}

function shippedTo({ shipping_address: to }: CartInput): LeaseInvoice["shipped_to"] {
  if (!to) return null
  const { first_name, last_name, address_1, address_2, city, postal_code, country_code } = to
  return {
    name: [first_name, last_name].filter(Boolean).join(" "),
    address: [address_1, address_2].flatMap((line) => line || []),
    city: city ?? "",
    state: shipToState(readPlace(to)),
    postal_code: postal_code ?? "",
    country_code: country_code ?? "",
  }
}
