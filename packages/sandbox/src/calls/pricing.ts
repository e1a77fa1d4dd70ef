import { type CallAnswer, type CallInput, idFromQuery } from "../call"
import { plusDays } from "../clock"
import { limits, sandboxPricing, slowReads } from "../defaults"
import { isOkToDeliver, type Lease, leaseFigures, move, type RecordedCart, wrongState } from "../lease"
import { dollars } from "../money"
import { findLease, type World } from "../world"

/** Returns a lease's status, with the date on which its approval ends if the dialect puts that date in this response (reference 3). */
export function statusFields({ settings }: World, lease: Lease, answer: "application" | "pricing") {
  const { applicationId, state, approvalCents, approvedAt } = lease
  return {
    applicationId,
    status: state,
    approvalAmount: dollars(approvalCents),
    isOkToDeliver: isOkToDeliver(lease),
    ...(approvedAt &&
      settings.dialect.answers.approvalEnd === answer && {
        approvalExpirationDate: plusDays(approvedAt, limits.approvalDays).toISOString(),
      }),
  }
}

/** Returns the figures of a recorded cart's lease (reference 5). */
export function pricingFields(world: World, lease: Lease, cart: RecordedCart): Record<string, unknown> {
  const figures = leaseFigures(lease, cart)
  const invoice = dollars(figures.invoice)
  const balance = dollars(figures.balance)
  const tax = dollars(figures.tax)
  const initialBalance = figures.balance + figures.firstPayment
  return {
    applicationId: lease.applicationId,
    appStatus: statusFields(world, lease, "pricing"),
    invoiceTotal: invoice,
    cashPrice: invoice,
    invoiceRemaining: invoice,
    costOfLease: dollars(figures.costOfLease),
    effectiveLeaseBalance: balance,
    initialBalance: dollars(initialBalance),
    initialPaymentAmount: dollars(figures.firstPayment),
    ninetyDayBuyout: dollars(figures.ninetyDayBuyout),
    totalNumberOfPayment: figures.payments,
    paymentFrequency: lease.payFrequency,
    termInMonths: sandboxPricing.termInMonths,
    periodicPaymentAmount: dollars(figures.periodicPayment),
    totalLeasePrice: balance,
    sumOfAllPayments: balance,
    totalDueAtSigning: dollars(figures.dueToday),
    totalRetailerDeliveryFees: dollars(cart.deliveryCents),
    salesTaxRate: figures.taxed ? Math.round((figures.tax * 10_000) / figures.taxed) / 100 : 0,
    estimatedTax: tax,
    totalTax: tax,
    initialBalancePlusEstimatedTax: dollars(initialBalance + figures.tax),
  }
}

/** Moves a signed lease to Lease Accepted after a read, unless the scenario delays that (reference 9). */
function afterRead(world: World, lease: Lease): void {
  if (lease.state !== "Contracts Received" || lease.scenario === "notpaid") return
  lease.readsSinceSigning += 1
  if (lease.scenario === "slow" && lease.readsSinceSigning < slowReads) return
  lease.payment = "captured"
  move(lease, "accept", world.clock.now(), "Lease accepted")
}

/** GET application/cart/pricing?applicationId= (spec 4.1, reference 5 and 8). Returns the figures and the status. */
export function readPricing(world: World, input: CallInput): CallAnswer {
  const lease = findLease(world, idFromQuery(input))
  const { applicationId, cart, state } = lease
  if (!cart) {
    if (world.settings.dialect.rules.pricingWithoutCart === "refused")
      throw wrongState(lease, "There is no cart to price.")
    const body = { applicationId, appStatus: statusFields(world, lease, "pricing") }
    return { applicationId, note: `${state}, no cart`, body }
  }
  const body = pricingFields(world, lease, cart)
  const note = `${state}, ok to deliver ${isOkToDeliver(lease)}`
  afterRead(world, lease)
  return { applicationId, note, body }
}
