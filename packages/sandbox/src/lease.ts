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

/** One line of a recorded cart; amounts in cents. A partly lowered line is kept as two with the same number. */
export type CartLine = {
  lineNumber: number
  sku: string
  description: string
  quantity: number
  unitCents: number
  taxCents: number
}

/** A cart as recorded (spec 2.2). Delivery is apart from the goods in both wire formats. */
export type RecordedCart = {
  cartId: number
  format: "spec" | "reference"
  orderId?: string
  lines: CartLine[]
  deliveryCents: number
  deliveryTaxCents: number
  /** The tax is not collected (rule `cartTax` of the dialect). */
  taxIgnored?: boolean
  /** `invoiceTotal` as it was before parts went back (rule `totalAfterPart` of the dialect). */
  keptInvoiceCents?: number
  /** Fixed when the cart is recorded: a later price lowering does not change what was paid at signing. */
  firstPaymentCents: number
  recordedAt: Date
}

/** A contract that can be opened in the frame, and how far it is. */
export type Contract = {
  token: string
  applicationId: string
  validUntil?: Date
  phase: "open" | "card" | "complete"
  consents: Set<ConsentName>
  signatures: Set<number>
  /** Origin the page's messages go to; known once the page was loaded. */
  merchantOrigin?: string
  fault?: FrameFault
  /** Shown in the widget, not in a frame of the merchant's page. */
  inWidget?: boolean
}

export type Delivery = { deliveryDate: string; shippingProvider?: string; trackingId?: string }

/** One application and all that became of it. Holds no SSN, income, birth date, bank or card data. */
export type Lease = {
  applicationId: string
  /** Shown on the contract to sign, nowhere else. */
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
  /** First payment: `outstanding` = signed, not paid. */
  payment: "none" | "outstanding" | "captured" | "refunded"
  readsSinceSigning: number
  shipped: boolean
  delivery?: Delivery
  orderId?: string
  returnAuthorization?: { code: string | null }
  returns: { dateOfReturn: string; whole: boolean; loweredByCents: number }[]
  history: { at: Date; what: string }[]
}

/** All sales tax of a cart, that on the delivery included, in cents. */
export function cartTaxCents(cart: RecordedCart): number {
  return cart.lines.reduce((sum, line) => sum + line.taxCents, cart.deliveryTaxCents)
}

/** `invoiceTotal` of the pricing (reference 5): goods, after returns and lower prices, and delivery, without sales tax, in cents. */
export function invoiceCents(cart: RecordedCart): number {
  return cart.lines.reduce((sum, line) => sum + line.unitCents * line.quantity, cart.deliveryCents)
}

/** All figures of a recorded cart in cents (reference 5). The tax is collected with the first payment. */
export function leaseFigures(lease: Lease, cart: RecordedCart) {
  const invoice = cart.keptInvoiceCents ?? invoiceCents(cart)
  const costOfLease = percentOf(invoice, sandboxPricing.costOfLeasePercent)
  const balance = invoice + costOfLease
  const firstPayment = cart.firstPaymentCents
  const tax = cart.taxIgnored ? 0 : cartTaxCents(cart)
  const payments = paymentsByFrequency[lease.payFrequency]
  const rest = Math.max(0, balance - firstPayment)
  const periodicPayment = Math.floor(rest / payments)
  return {
    invoice,
    costOfLease,
    balance,
    firstPayment,
    tax,
    dueToday: firstPayment + tax,
    payments,
    periodicPayment,
    // Takes what the cut to cents leaves over.
    lastPayment: rest - periodicPayment * (payments - 1),
    ninetyDayBuyout: percentOf(invoice, sandboxPricing.ninetyDayBuyoutPercent),
  }
}

/** The refusal of a call that the state does not allow (reference 9 and 10: 409). Nothing has changed. */
export function wrongState(lease: Lease, detail: string): Problem {
  return new Problem("wrong-state", `${detail} The lease is in state ${lease.state}; nothing was changed.`)
}

/** Moves the lease along an edge of the table; callers have checked that there is one. */
export function move(lease: Lease, action: Action, now: Date, what: string): void {
  const next = nextState(lease.state, action)
  if (!next) throw new Error(`Nothing leads from ${lease.state} by ${action}.`)
  lease.history.push({ at: now, what: next === lease.state ? what : `${what}: ${lease.state} → ${next}` })
  lease.state = next
}

/** Lets the days pass that are over: 90 from the approval, 60 from the last cart (reference 9 and 14). */
export function letTimePass(lease: Lease, now: Date): void {
  const isOver = (since: Date | undefined, days: number) => since && now >= plusDays(since, days)
  const { state, approvedAt, cart } = lease
  if (state === "Approved" && isOver(approvedAt, limits.approvalDays))
    move(lease, "expire", now, `${limits.approvalDays} days since the approval`)
  if (state === "Contracts" && isOver(cart?.recordedAt, limits.contractDays))
    move(lease, "expire", now, `${limits.contractDays} days without a signature`)
}

/** `isOkToDeliver` (reference 9): once signed and paid. */
export function isOkToDeliver({ state, payment }: Lease): boolean {
  if (state === "Contracts Received") return payment === "captured"
  return state === "Lease Accepted" || state === "Funded" || state === "VCard Available"
}
