import { paths } from "./defaults"
import { type Contract, cartTaxCents, invoiceCents, isOkToDeliver, type Lease, type RecordedCart } from "./lease"
import { dollars } from "./money"
import { findLease, type World } from "./world"

/** A lease for control calls and tests, with amounts in dollars and times in ISO format, without the applicant's data. */
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
    tax: dollars(cartTaxCents(cart)),
    lines: cart.lines.map(({ unitCents, taxCents, ...line }) => ({
      ...line,
      unitPrice: dollars(unitCents),
      tax: dollars(taxCents),
    })),
  }
}

export const esignUrl = ({ addresses }: World, { token }: Contract) =>
  `${addresses.contractOrigin}${paths.contract}/${token}`

export function leaseView(world: World, lease: Lease) {
  const { contract } = lease
  return {
    applicationId: lease.applicationId,
    state: lease.state,
    isOkToDeliver: isOkToDeliver(lease),
    approvalAmount: dollars(lease.approvalCents),
    approvedAt: lease.approvedAt?.toISOString(),
    /** The merchant's order ID, from the cart or from the one-time URL. */
    orderId: lease.orderId,
    cart: lease.cart && cartView(lease.cart),
    /** Set while the contract can be signed. */
    esignUrl: contract && lease.state === "Contracts" ? esignUrl(world, contract) : undefined,
    firstPayment: lease.payment,
    shipped: lease.shipped,
    delivery: lease.delivery && { ...lease.delivery },
    returnAuthorized: lease.returnAuthorization !== undefined,
    returns: lease.returns.map(({ loweredByCents, ...entry }) => ({ ...entry, amount: dollars(loweredByCents) })),
    history: lease.history.map(({ at, what }) => ({ at: at.toISOString(), what })),
  }
}

/** Oldest first. */
export const leaseViews = (world: World) => [...world.leases.keys()].map((id) => leaseView(world, findLease(world, id)))
