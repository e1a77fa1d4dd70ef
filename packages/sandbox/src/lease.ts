import { plusDays } from "./clock"
import {
  type ConsentName,
  type Language,
  limits,
  type PayFrequency,
  paymentsByFrequency,
  type Scenario,
  sandboxPricing,
} from "./defaults"
import type { FrameFault } from "./faults"
import { percentOf } from "./money"
import { Problem } from "./problem"
import { type Action, nextState, type State } from "./state-table"

/** A line of a recorded cart. If the price of some units is lowered, the line becomes two lines with the same number. */
export type CartLine = {
  lineNumber: number
  sku: string
  description: string
  quantity: number
  unitCents: number
  taxCents: number
}

/** A recorded cart (spec 2.2). In both formats, the delivery is separate from the goods. */
export type RecordedCart = {
  cartId: number
  format: "spec" | "reference"
  orderId?: string
  lines: CartLine[]
  deliveryCents: number
  deliveryTaxCents: number
  /** Set if the service ignores the tax (rule `cartTax`). */
  taxIgnored?: boolean
  /** Set if the service taxes the payments, because the cart has no tax (rule `paymentTax`). */
  taxesPayments?: boolean
  /** The `invoiceTotal` before the first partial return (rule `totalAfterPart`). */
  keptInvoiceCents?: number
  /** Set when the cart is recorded, because a later price reduction doesn't change what was paid at signing. */
  firstPaymentCents: number
  recordedAt: Date
}

export type Contract = {
  token: string
  applicationId: string
  phase: "open" | "card" | "complete"
  consents: Set<ConsentName>
  signatures: Set<number>
  /** The origin that receives the page's messages, set when the page loads. */
  merchantOrigin?: string
  fault?: FrameFault
  /** Set if the contract is shown in the widget rather than in the merchant's frame. */
  inWidget?: boolean
}

export type Delivery = { deliveryDate: string; shippingProvider?: string; trackingId?: string }

/** An application and everything that follows it. Contains no SSN, income, birth date, bank data or card data. */
export type Lease = {
  applicationId: string
  signerName: string
  scenario?: Scenario
  state: State
  approvalCents: number
  approvedAt?: Date
  homeState: string
  payFrequency: PayFrequency
  language: Language
  cart?: RecordedCart
  contract?: Contract
  /** The state of the first payment. `outstanding` means signed but not paid. */
  payment: "none" | "outstanding" | "captured" | "refunded"
  readsSinceSigning: number
  shipped: boolean
  delivery?: Delivery
  orderId?: string
  returnAuthorization?: { code: string | null }
  returns: { dateOfReturn: string; whole: boolean; loweredByCents: number }[]
  history: { at: Date; what: string }[]
}

/** Returns a cart's sales tax, including the tax on the delivery. */
export function cartTaxCents(cart: RecordedCart): number {
  return cart.lines.reduce((sum, line) => sum + line.taxCents, cart.deliveryTaxCents)
}

/** Returns the pricing's `invoiceTotal` (reference 5): the goods after returns and price reductions, and the delivery, without sales tax. */
export function invoiceCents(cart: RecordedCart): number {
  return cart.lines.reduce((sum, line) => sum + line.unitCents * line.quantity, cart.deliveryCents)
}

/**
 * Returns all figures of a recorded cart in cents (reference 5). The cart's tax is collected with the first payment, and tax on the payments is added
 * to each of them.
 */
export function leaseFigures(lease: Lease, cart: RecordedCart) {
  const invoice = cart.keptInvoiceCents ?? invoiceCents(cart)
  const costOfLease = percentOf(invoice, sandboxPricing.costOfLeasePercent)
  const balance = invoice + costOfLease
  const firstPayment = cart.firstPaymentCents
  const taxToday = cart.taxIgnored ? 0 : cartTaxCents(cart)
  const tax = cart.taxesPayments ? percentOf(balance, sandboxPricing.paymentTaxPercent) : taxToday
  const payments = paymentsByFrequency[lease.payFrequency]
  const rest = Math.max(0, balance - firstPayment)
  const periodicPayment = Math.floor(rest / payments)
  return {
    invoice,
    costOfLease,
    balance,
    firstPayment,
    tax,
    taxToday,
    taxed: cart.taxesPayments ? balance : invoice,
    dueToday: firstPayment + taxToday,
    payments,
    periodicPayment,
    // Includes what is left from rounding the other payments down to whole cents.
    lastPayment: rest - periodicPayment * (payments - 1),
    ninetyDayBuyout: percentOf(invoice, sandboxPricing.ninetyDayBuyoutPercent),
  }
}

/** Creates the refusal of a call in the wrong state (409, reference 9 and 10). Such a call has no effect. */
export function wrongState(lease: Lease, detail: string): Problem {
  return new Problem("wrong-state", `${detail} The lease is in state ${lease.state}; nothing was changed.`)
}

/** Moves the lease to its next state. Throws if the action isn't allowed, so callers must check first. */
export function move(lease: Lease, action: Action, now: Date, what: string): void {
  const next = nextState(lease.state, action)
  if (!next) throw new Error(`Nothing leads from ${lease.state} by ${action}.`)
  lease.history.push({ at: now, what: next === lease.state ? what : `${what}: ${lease.state} → ${next}` })
  lease.state = next
}

/** Moves the lease to an expired state if its approval is older than 90 days or its cart is older than 60 days (reference 9 and 14). */
export function letTimePass(lease: Lease, now: Date): void {
  const isOver = (since: Date | undefined, days: number) => since && now >= plusDays(since, days)
  const { state, approvedAt, cart } = lease
  if (state === "Approved" && isOver(approvedAt, limits.approvalDays))
    move(lease, "expire", now, `${limits.approvalDays} days since the approval`)
  if (state === "Contracts" && isOver(cart?.recordedAt, limits.contractDays))
    move(lease, "expire", now, `${limits.contractDays} days without a signature`)
}

/** Returns the value of `isOkToDeliver` (reference 9), which is true once the lease is signed and paid. */
export function isOkToDeliver({ state, payment }: Lease): boolean {
  if (state === "Contracts Received") return payment === "captured"
  return state === "Lease Accepted" || state === "Funded" || state === "VCard Available"
}
