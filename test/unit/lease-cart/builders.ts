import { BigNumber, decorateCartTotals, MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  type CartInput,
  checkLeaseCartOptions,
  type LeaseCart,
  type LeaseCartOptions,
  leaseCartOptionsShape,
  type MappedCart,
  type OrderInput,
  type ProductInput,
  type Reason,
  toLeaseCart,
} from "../../../src/lease-cart"

export type Adjustment = { amount: number; is_tax_inclusive?: boolean }

/** A cart line as Medusa stores it, before totals. */
export type PlainLine = {
  id: string
  title: string
  product_title?: string | null
  variant_title?: string | null
  variant_sku: string | null
  variant_id: string | null
  product_id?: string | null
  quantity: number
  unit_price: number
  is_tax_inclusive: boolean
  tax_lines: { rate: number; code?: string }[]
  adjustments: Adjustment[]
  thumbnail?: string | null
  metadata?: Record<string, unknown> | null
  requires_shipping?: boolean
  is_giftcard?: boolean
  is_custom_price?: boolean
  product?: ProductInput | null
}

export type PlainShipping = Pick<PlainLine, "id" | "is_tax_inclusive" | "tax_lines" | "adjustments"> & {
  amount: number
}
type Place = { country_code?: string | null; province?: string | null }

/** A cart as Medusa stores it, before totals. */
export type PlainCart = {
  id: string
  currency_code: string
  email?: string
  billing_address?: Place | null
  shipping_address: Place | null
  items: PlainLine[]
  shipping_methods: PlainShipping[]
  credit_lines: { amount: number }[]
}

export const sofa: ProductInput = {
  categories: [{ name: "Furniture" }],
  metadata: { lease_brand: "Northwood", lease_condition: "new" },
}

let made = 0

export function line(changes: Partial<PlainLine> = {}): PlainLine {
  made += 1
  return {
    id: `cali_${made}`,
    title: "Sofa",
    variant_sku: `SOFA-${made}`,
    variant_id: `variant_${made}`,
    product_id: "prod_sofa",
    quantity: 1,
    unit_price: 429,
    is_tax_inclusive: false,
    tax_lines: [],
    adjustments: [],
    metadata: null,
    requires_shipping: true,
    product: sofa,
    ...changes,
  }
}

export function shipping(changes: Partial<PlainShipping> = {}): PlainShipping {
  made += 1
  return { id: `casm_${made}`, amount: 10.99, is_tax_inclusive: false, tax_lines: [], adjustments: [], ...changes }
}

export function plainCart(changes: Partial<PlainCart> = {}): PlainCart {
  return {
    id: "cart_1",
    currency_code: "usd",
    shipping_address: { country_code: "us", province: "us-tx" },
    items: [line()],
    shipping_methods: [shipping()],
    credit_lines: [],
    ...changes,
  }
}

/** The cart with totals computed by Medusa, its amounts as Medusa's live BigNumbers. */
export function totalled(cart: PlainCart): CartInput {
  return decorateCartTotals(structuredClone(cart)) as unknown as CartInput
}

export function cart(changes: Partial<PlainCart> = {}): CartInput {
  return totalled(plainCart(changes))
}

/** The options of `lease-cart` alone, with their defaults. */
export const OptionsSchema = z.object(leaseCartOptionsShape).superRefine(checkLeaseCartOptions)

export function options(changes: Record<string, unknown> = {}): LeaseCartOptions {
  return OptionsSchema.parse(changes)
}

/** When the tests' carts are mapped. */
export const NOW = new Date("2027-01-15T12:00:00Z")

export function map(input: CartInput, changes: Record<string, unknown> = {}, now = NOW): MappedCart {
  const result = toLeaseCart(input, options(changes), { now })
  if (!result.ok) {
    throw new Error(`Refused: ${JSON.stringify(result.reasons)}`)
  }
  return result.mapped
}

export function refusals(input: CartInput, changes: Record<string, unknown> = {}, now = NOW): Reason[] {
  const result = toLeaseCart(input, options(changes), { now })
  return result.ok ? [] : result.reasons
}

/** The refused fields of a cart's items, as `field:rule`. */
export function refusedFields(input: CartInput, changes: Record<string, unknown> = {}): string[] {
  return refusals(input, changes)
    .flatMap((reason) => reason.items ?? [])
    .map((item) => `${item.field}:${item.rule}`)
}

/**
 * The order that Medusa creates from a cart: amounts pass through numbers, lines and methods get new ids and another sequence,
 * quantities and metadata move into the line's detail.
 */
export function orderFrom(cart: PlainCart): OrderInput {
  const items = structuredClone(cart.items)
    .reverse()
    .map(({ product, ...item }, index) => ({
      ...item,
      id: `ordli_${index}`,
      detail: { quantity: new BigNumber(item.quantity), fulfilled_quantity: 0, metadata: item.metadata },
    }))
  const methods = structuredClone(cart.shipping_methods).map((method, index) => ({ ...method, id: `ordsm_${index}` }))
  const order = { ...cart, id: "order_1", items, shipping_methods: methods, credit_lines: [] }
  return decorateCartTotals(order as unknown as PlainCart) as unknown as OrderInput
}

/** Medusa's total in cents, rounded half up by Medusa's own arithmetic library once the noise of its doubles is off. */
export function totalInCents(input: CartInput): number {
  return MathBN.convert(input.total as BigNumber)
    .decimalPlaces(8, 4)
    .times(100)
    .decimalPlaces(0, 4)
    .toNumber()
}

/** Cents of an amount in JSON; throws if it has more than two decimals or is negative. */
export function decimalOf(amount: number): number {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(JSON.stringify(amount))
  if (!match) {
    throw new Error(`${amount} is no amount with two decimals at most`)
  }
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"))
}

/** Σ unitPrice × quantity + Σ tax + deliveryCost + deliveryCostSalesTax of a cart in the spec's format. */
export function specSum({ items, deliveryCost, deliveryCostSalesTax }: LeaseCart): number {
  const lines = items.map((item) => decimalOf(item.unitPrice) * item.quantity + decimalOf(item.tax))
  return lines.reduce((total, amount) => total + amount, 0) + decimalOf(deliveryCost) + decimalOf(deliveryCostSalesTax)
}

/** Σ lineTotal of the cart in the reference's format (reference 4): lines and one for the delivery, no tax anywhere. */
export function referenceSum({ items, deliveryCost }: LeaseCart): number {
  const lines = items.map((item) => ({ priceEach: item.unitPrice, quantity: item.quantity }))
  const all = deliveryCost > 0 ? [...lines, { priceEach: deliveryCost, quantity: 1 }] : lines
  return all.reduce((total, { priceEach, quantity }) => total + decimalOf(priceEach) * quantity, 0)
}
