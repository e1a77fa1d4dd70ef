import {
  type Amount,
  type Cents,
  cents,
  type Decimal,
  floorCents,
  isWithinRange,
  readDecimal,
  sum,
  toCents,
  ZERO,
} from "./amount"
import type { CartInput, CartLine } from "./cart-input"

/** The exact amounts of a Medusa line, before any rounding. `quantity` is NaN unless it's a positive whole number. */
export type LineAmounts = { line: CartLine; key: string; quantity: number; net: Decimal; tax: Decimal }

export type ExactAmounts = {
  lines: LineAmounts[]
  delivery: Decimal
  deliveryTax: Decimal
  credit: Decimal
  total: Decimal
}

/** A cart in cents, whose parts add up to its total. `lines` are in the cart's order, and `net` is the amount after discounts, without tax. */
export type CartCents = {
  lines: { line: CartLine; key: string; quantity: number; net: Cents; tax: Cents }[]
  delivery: Cents
  deliveryTax: Cents
  goodsAndDelivery: Cents
  tax: Cents
  total: Cents
}

/**
 * Medusa's BigNumber can leave a residue this small, e.g. after a 100% discount. Amounts up to this size are read as 0, and each part may be off by
 * this much.
 */
const MEDUSA_EPSILON = readDecimal("0.0001")

/** Reads a cart's exact amounts. Throws a RangeError that names the missing total if the cart wasn't read with {@link CART_FIELDS}. */
export function readAmounts(cart: CartInput): ExactAmounts {
  const lines = (cart.items ?? []).map((line) => {
    const tax = readField(line.tax_total, "items.tax_total")
    const net = withoutResidue((readField(line.total, "items.total") - tax) as Decimal)
    return { line, key: lineKey(line), quantity: wholeOrNaN(readField(line.quantity, "items.quantity")), net, tax }
  })
  const unset = (cart.shipping_methods ?? []).length === 0 ? 0 : undefined
  const shipping = readField(cart.shipping_total ?? unset, "shipping_total")
  const deliveryTax = readField(cart.shipping_tax_total ?? unset, "shipping_tax_total")
  return {
    lines,
    delivery: withoutResidue((shipping - deliveryTax) as Decimal),
    deliveryTax,
    credit: readField(cart.credit_line_total ?? 0, "credit_line_total"),
    total: readField(cart.total, "total"),
  }
}

/**
 * Rounds exact amounts to cents so that goods + delivery + taxes = the total, which is rounded once, half up. Goods and delivery together get their
 * share of the total first, and the tax gets the rest. {@link shareCents} distributes the cents within each share. Undefined if the parts exceed the
 * range of cents or don't add up to the total, for example because of a credit or a negative line.
 */
export function toCartCents(exact: ExactAmounts): CartCents | undefined {
  const nets = partsOf(exact, ({ net }) => net, exact.delivery)
  const taxes = partsOf(exact, ({ tax }) => tax, exact.deliveryTax)
  const parts = [...nets, ...taxes]
  if (!parts.every((part) => isWithinRange(part.exact)) || !addsUp(parts, exact.total)) return undefined
  const total = toCents(exact.total)
  // Round this amount and the total once each, so that a cart without tax consists entirely of goods and delivery, and tax is never negative.
  const goodsAndDelivery = toCents((exact.total - sum(taxes.map((part) => part.exact))) as Decimal)
  const tax = (total - goodsAndDelivery) as Cents
  const netShares = shareCents(nets, goodsAndDelivery)
  const taxShares = shareCents(taxes, tax)
  if (!netShares || !taxShares) return undefined
  const lines = exact.lines.map(({ line, key, quantity }, at) => {
    return { line, key, quantity, net: netShares[at] ?? ZERO_CENTS, tax: taxShares[at] ?? ZERO_CENTS }
  })
  const [delivery = ZERO_CENTS, deliveryTax = ZERO_CENTS] = [netShares.at(-1), taxShares.at(-1)]
  return { lines, delivery, deliveryTax, goodsAndDelivery, tax, total }
}

/** An exact amount that gets a share of the total cents. Its key is the same in the cart and in the order. */
type Part = { exact: Decimal; key: string }

/** Returns the parts that share the cents, delivery last. A line's key contains everything about the line that was signed, but not its position. */
function partsOf({ lines }: ExactAmounts, amountOf: (line: LineAmounts) => Decimal, delivery: Decimal): Part[] {
  const ofLines = lines.map((line) => {
    return { exact: amountOf(line), key: `${line.key} ${line.quantity} ${line.net} ${line.tax}` }
  })
  return [...ofLines, { exact: delivery, key: "" }]
}

/** Returns the line with the largest net amount. Ties go to the first line by key. */
export function largestLine({ lines }: CartCents): CartCents["lines"][number] | undefined {
  const parts = lines.map((line) => {
    return { line, exact: BigInt(line.net) as Decimal, key: `${line.key} ${line.quantity} ${line.tax}` }
  })
  return parts.sort(comparePart)[0]?.line
}

const ZERO_CENTS = toCents(ZERO)

/** Returns a key for a line's article that is the same in cart and order, unlike line IDs: the variant, or else the line's own texts. */
export function lineKey(line: Pick<CartLine, "variant_id" | "product_id" | "variant_sku" | "title">): string {
  return JSON.stringify(line.variant_id ? [line.variant_id] : [line.product_id, line.variant_sku, line.title])
}

function wholeOrNaN(value: Decimal): number {
  const whole = value % ONE === 0n ? Number(value / ONE) : Number.NaN
  return whole > 0 && Number.isSafeInteger(whole) ? whole : Number.NaN
}

const ONE = readDecimal(1)

/** Returns 0 for an amount that is only a residue of Medusa's arithmetic. */
export function withoutResidue(value: Decimal): Decimal {
  return value <= MEDUSA_EPSILON && value >= -MEDUSA_EPSILON ? ZERO : value
}

function addsUp(parts: readonly Part[], total: Decimal): boolean {
  const difference = sum(parts.map((part) => part.exact)) - total
  const tolerance = MEDUSA_EPSILON * BigInt(parts.length)
  return difference <= tolerance && difference >= -tolerance
}

/** Reads an amount of the cart exactly. Throws a RangeError that names the field if the value isn't an amount. */
export function readField(amount: Amount | null | undefined, field: string): Decimal {
  try {
    return withoutResidue(readDecimal(amount))
  } catch (cause) {
    throw new RangeError(`The cart's ${field} is missing or not an amount. Read the cart with CART_FIELDS.`, { cause })
  }
}

/**
 * Whether the service's `invoiceTotal` (reference 5), if any, equals the price that was sent for goods and delivery, without tax. Both are in cents.
 */
export function invoiceTotalAgrees(sent: { invoiceTotal: number }, pricingInvoiceTotal: number | undefined): boolean {
  return pricingInvoiceTotal === undefined || pricingInvoiceTotal === sent.invoiceTotal
}

/**
 * Rounds exact amounts to cents that add up to `target`. Each amount gets its whole cents, and each remaining cent goes to the amount with the next
 * largest fraction. Ties go to the larger amount, then to the first by key. No share is negative or off by a whole cent, an amount in whole cents
 * stays unchanged, and the order of the parts doesn't matter. Undefined if an amount is negative, or if the sum differs from the target by more than
 * rounding.
 */
function shareCents(parts: readonly Part[], target: Cents): Cents[] | undefined {
  if (parts.some((part) => part.exact < 0n)) return undefined
  const shares = parts.map((part) => ({ ...part, ...floorCents(part.exact) }))
  const open = target - shares.reduce((total, { whole }) => total + whole, 0)
  const raisable = shares.filter(({ rest }) => rest !== 0)
  if (open < 0 || open > raisable.length) return undefined
  const raised = new Set(raisable.sort((a, b) => b.rest - a.rest || comparePart(a, b)).slice(0, open))
  return shares.map((share) => cents(share.whole + (raised.has(share) ? 1 : 0)))
}

function comparePart(a: Part, b: Part): number {
  return Number(b.exact - a.exact) || compareTexts(a.key, b.key)
}

/** Compares strings for sorting, with the same result on every machine. */
export function compareTexts(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
