import { paths } from "./defaults"
import { type Contract, cartTaxCents, invoiceCents, isOkToDeliver, type Lease, type RecordedCart } from "./lease"
import { dollars } from "./money"
import { findLease, type World } from "./world"

/** A lease as control calls and tests see it. Amounts in dollars, times as ISO text. No data of the applicant. */
export type LeaseRecordView = ReturnType<typeof leaseView>
export type CartView = ReturnType<typeof cartView>

function cartView(cart: RecordedCart) {
  return {
    cartId: cart.cartId,
    format: cart.format,
    recordedAt: cart.recordedAt.toISOString(),
    invoiceTotal: dollars(invoiceCents(cart)),
    deliveryCost: dollars(cart.deliveryCents),
    deliveryCostSalesTax: dollars(cart.deliveryTaxCents),
    /** All tax of the cart, delivery's included. */
    tax: dollars(cartTaxCents(cart)),
    lines: cart.lines.map(({ unitCents, taxCents, ...line }) => ({
      ...line,
      unitPrice: dollars(unitCents),
      tax: dollars(taxCents),
    })),
  }
}

/** The address of an open contract. */
export const esignUrl = ({ addresses }: World, { token }: Contract) =>
  `${addresses.contractOrigin}${paths.contract}/${token}`

/** A lease as it may be shown. */
export function leaseView(world: World, lease: Lease) {
  const { contract } = lease
  return {
    applicationId: lease.applicationId,
    state: lease.state,
    isOkToDeliver: isOkToDeliver(lease),
    approvalAmount: dollars(lease.approvalCents),
    approvedAt: lease.approvedAt?.toISOString(),
    /** The merchant's reference: from the cart, or given later by the one-time address. */
    orderId: lease.orderId,
    cart: lease.cart && cartView(lease.cart),
    /** There is a contract address and it can still be signed. */
    esignUrl: contract && lease.state === "Contracts" ? esignUrl(world, contract) : undefined,
    firstPayment: lease.payment,
    shipped: lease.shipped,
    delivery: lease.delivery && { ...lease.delivery },
    returnAuthorized: lease.returnAuthorization !== undefined,
    returns: lease.returns.map(({ loweredByCents, ...entry }) => ({ ...entry, amount: dollars(loweredByCents) })),
    history: lease.history.map(({ at, what }) => ({ at: at.toISOString(), what })),
  }
}

/** All leases as they stand now, oldest first. */
export const leaseViews = (world: World) => [...world.leases.keys()].map((id) => leaseView(world, findLease(world, id)))
