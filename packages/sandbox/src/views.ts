import { esignUrl } from "./calls/contract"
import { cartTaxCents, type Delivery, invoiceCents, type Lease } from "./lease"
import { isOkToDeliver } from "./lifecycle"
import { dollars } from "./money"
import type { State } from "./state-table"
import type { World } from "./world"

/** A lease as control calls and tests see it. Amounts in dollars, times as ISO text. No data of the applicant. */
export type LeaseRecordView = {
  applicationId: string
  state: State
  isOkToDeliver: boolean
  approvalAmount: number
  approvedAt?: string
  /** The merchant's reference: from the cart, or given later by the one-time address. */
  orderId?: string
  cart?: CartView
  /** There is a contract address and it can still be signed. */
  esignUrl?: string
  firstPayment: "none" | "outstanding" | "captured" | "refunded"
  shipped: boolean
  delivery?: Delivery
  returnAuthorized: boolean
  returns: { dateOfReturn: string; whole: boolean; amount: number }[]
  history: { at: string; what: string }[]
}

export type CartView = {
  cartId: number
  format: "spec" | "reference"
  recordedAt: string
  invoiceTotal: number
  deliveryCost: number
  deliveryCostSalesTax: number
  /** All tax of the cart, delivery's included. */
  tax: number
  lines: { lineNumber: number; sku: string; description: string; quantity: number; unitPrice: number; tax: number }[]
}

function cartView(cart: NonNullable<Lease["cart"]>): CartView {
  return {
    cartId: cart.cartId,
    format: cart.format,
    recordedAt: cart.recordedAt.toISOString(),
    invoiceTotal: dollars(invoiceCents(cart)),
    deliveryCost: dollars(cart.deliveryCents),
    deliveryCostSalesTax: dollars(cart.deliveryTaxCents),
    tax: dollars(cartTaxCents(cart)),
    lines: cart.lines.map(({ unitCents, taxCents, ...line }) => ({
      ...line,
      unitPrice: dollars(unitCents),
      tax: dollars(taxCents),
    })),
  }
}

/** A lease as it may be shown. */
export function leaseView(world: World, lease: Lease): LeaseRecordView {
  const signable = lease.state === "Contracts" && lease.contract
  return {
    applicationId: lease.applicationId,
    state: lease.state,
    isOkToDeliver: isOkToDeliver(lease),
    approvalAmount: dollars(lease.approvalCents),
    ...(lease.approvedAt ? { approvedAt: lease.approvedAt.toISOString() } : {}),
    ...(lease.orderId ? { orderId: lease.orderId } : {}),
    ...(lease.cart ? { cart: cartView(lease.cart) } : {}),
    ...(signable ? { esignUrl: esignUrl(world, signable) } : {}),
    firstPayment: lease.payment,
    shipped: lease.shipped,
    ...(lease.delivery ? { delivery: { ...lease.delivery } } : {}),
    returnAuthorized: lease.returnAuthorization !== undefined,
    returns: lease.returns.map(({ loweredByCents, ...entry }) => ({ ...entry, amount: dollars(loweredByCents) })),
    history: lease.history.map(({ at, what }) => ({ at: at.toISOString(), what })),
  }
}
