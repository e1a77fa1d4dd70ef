import type { Language } from "./contract-words"
import type { ConsentName, PayFrequency, Scenario } from "./defaults"
import type { FrameFault } from "./faults"
import type { State } from "./state-table"

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
export type HistoryEntry = { at: Date; what: string }

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
  /** The language of the contract. */
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
  history: HistoryEntry[]
}

/** Goods after returns and price lowering, without tax, in cents. */
export function goodsCents(cart: RecordedCart): number {
  return cart.lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0)
}

/** All sales tax of a cart, that on the delivery included, in cents. */
export function cartTaxCents(cart: RecordedCart): number {
  return cart.lines.reduce((sum, line) => sum + line.taxCents, cart.deliveryTaxCents)
}

/** `invoiceTotal` of the pricing (reference 5): goods + delivery, no sales tax, in cents. */
export function invoiceCents(cart: RecordedCart): number {
  return goodsCents(cart) + cart.deliveryCents
}
