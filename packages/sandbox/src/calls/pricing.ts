import { type CallAnswer, type CallInput, idFromQuery } from "../call"
import { paymentsByFrequency, sandboxPricing, slowReads } from "../defaults"
import { cartTaxCents, invoiceCents, type Lease, type RecordedCart } from "../lease"
import { approvalEnd, isOkToDeliver, move, wrongState } from "../lifecycle"
import { dollars, percentOf } from "../money"
import { findLease, type World } from "../world"

/** All figures of a lease in cents (reference 5). `lastPaymentCents` takes what the cut to cents leaves over. */
export type LeaseFigures = {
  invoiceCents: number
  costOfLeaseCents: number
  balanceCents: number
  firstPaymentCents: number
  /** The tax that came with the cart: collected with the first payment. */
  taxCents: number
  payments: number
  periodicPaymentCents: number
  lastPaymentCents: number
  ninetyDayBuyoutCents: number
}

/** The figures of a recorded cart. */
export function leaseFigures(lease: Lease, cart: RecordedCart): LeaseFigures {
  const invoice = cart.keptInvoiceCents ?? invoiceCents(cart)
  const costOfLease = percentOf(invoice, sandboxPricing.costOfLeasePercent)
  const balance = invoice + costOfLease
  const payments = paymentsByFrequency[lease.payFrequency]
  const rest = Math.max(0, balance - cart.firstPaymentCents)
  const periodic = Math.floor(rest / payments)
  return {
    invoiceCents: invoice,
    costOfLeaseCents: costOfLease,
    balanceCents: balance,
    firstPaymentCents: cart.firstPaymentCents,
    taxCents: cart.taxIgnored ? 0 : cartTaxCents(cart),
    payments,
    periodicPaymentCents: periodic,
    lastPaymentCents: rest - periodic * (payments - 1),
    ninetyDayBuyoutCents: percentOf(invoice, sandboxPricing.ninetyDayBuyoutPercent),
  }
}

function statusFields({ settings }: World, lease: Lease) {
  return {
    applicationId: lease.applicationId,
    status: lease.state,
    approvalAmount: dollars(lease.approvalCents),
    isOkToDeliver: isOkToDeliver(lease),
    ...approvalEnd(lease, settings.dialect, "pricing"),
  }
}

/** The pricing answer (reference 5). */
export function pricingFields(world: World, lease: Lease, cart: RecordedCart): Record<string, unknown> {
  const figures = leaseFigures(lease, cart)
  const invoice = dollars(figures.invoiceCents)
  const balance = dollars(figures.balanceCents)
  const tax = dollars(figures.taxCents)
  const initialBalanceCents = figures.balanceCents + figures.firstPaymentCents
  return {
    applicationId: lease.applicationId,
    appStatus: statusFields(world, lease),
    invoiceTotal: invoice,
    cashPrice: invoice,
    invoiceRemaining: invoice,
    costOfLease: dollars(figures.costOfLeaseCents),
    effectiveLeaseBalance: balance,
    initialBalance: dollars(initialBalanceCents),
    initialPaymentAmount: dollars(figures.firstPaymentCents),
    ninetyDayBuyout: dollars(figures.ninetyDayBuyoutCents),
    totalNumberOfPayment: figures.payments,
    paymentFrequency: lease.payFrequency,
    termInMonths: sandboxPricing.termInMonths,
    periodicPaymentAmount: dollars(figures.periodicPaymentCents),
    totalLeasePrice: balance,
    sumOfAllPayments: balance,
    totalDueAtSigning: dollars(figures.firstPaymentCents + figures.taxCents),
    totalRetailerDeliveryFees: dollars(cart.deliveryCents),
    salesTaxRate: figures.invoiceCents ? Math.round((figures.taxCents * 10_000) / figures.invoiceCents) / 100 : 0,
    estimatedTax: tax,
    totalTax: tax,
    initialBalancePlusEstimatedTax: dollars(initialBalanceCents + figures.taxCents),
  }
}

/** After a read the service moves a signed lease on: to paid, or to Lease Accepted (reference 9, 15). */
function afterRead(world: World, lease: Lease): void {
  if (lease.state !== "Contracts Received" || lease.scenario === "notpaid") return
  lease.readsSinceSigning += 1
  if (lease.scenario === "slow" && lease.readsSinceSigning < slowReads) return
  lease.payment = "captured"
  move(lease, "settle", world.clock.now(), "Lease accepted")
}

/** GET application/cart/pricing?applicationId= (spec 4.1, reference 5 and 8): figures and status. */
export function readPricing(world: World, input: CallInput): CallAnswer {
  const lease = findLease(world, idFromQuery(input))
  const { applicationId, cart, state } = lease
  if (!cart) {
    if (world.settings.dialect.rules.pricingWithoutCart === "refused")
      throw wrongState(lease, "There is no cart to price.")
    return { applicationId, note: `${state}, no cart`, body: { applicationId, appStatus: statusFields(world, lease) } }
  }
  const body = pricingFields(world, lease, cart)
  const note = `${state}, ok to deliver ${isOkToDeliver(lease)}`
  afterRead(world, lease)
  return { applicationId, note, body }
}
