import type { Cents } from "./amount"
import type { Article } from "./articles"
import type { Condition } from "./product-facts"

/** One line of the lease cart (spec 2.3). Amounts in major units with two decimals at most. */
export type LeaseCartItem = {
  brand: string
  description: string
  category: string
  identifier: string
  imgUrl?: string
  /** Price of one unit, discounts off, without tax. */
  unitPrice: number
  /** Sales tax of the whole line, not of one unit (spec 2.3, rule 2). */
  tax: number
  quantity: number
  condition: Condition
  /** `YYYY-MM-DD`; absent when unknown, never empty (spec 2.3, rule 1). */
  deliveryDate?: string
}

/** The cart as the service takes it (spec 2.2). Amounts in major units with two decimals at most. */
export type LeaseCart = {
  orderId?: string
  deliveryCost: number
  deliveryCostSalesTax: number
  items: LeaseCartItem[]
}

/**
 * A line of the Medusa cart, and the lease cart's lines in which its pieces stand, the dearer first. Article, pieces and price tell it
 * again in the order, where lines have other ids.
 */
export type SourceLine = {
  key: string
  quantity: number
  unitPrice: Cents
  /** Tax of the whole line, also where the lease cart carries it on another. */
  tax: Cents
  parts: { identifier: string; quantity: number }[]
}

/** A lease cart with what the ledger keeps about it. */
export type MappedCart = {
  cart: LeaseCart
  /** Σ unitPrice × quantity + Σ tax + deliveryCost + deliveryCostSalesTax, equal to the Medusa cart's total. */
  total: Cents
  /** Goods and delivery without tax, as sent: what pricing's `invoiceTotal` must say (reference 5). */
  invoiceTotal: Cents
  /** All sales tax, that on the delivery included. */
  tax: Cents
  /** The Medusa cart's contents, to restore a changed cart by. */
  articles: Article[]
  /** The Medusa cart's lines in those of the lease cart, to tell returned pieces by. */
  lines: SourceLine[]
  /** Lower-case ISO code. */
  currency: string
  /** Two letters in the US, else the province as it stands in upper case; empty when the address names none. */
  shipToState: string
  /** See {@link fingerprint}. */
  fingerprint: string
}
