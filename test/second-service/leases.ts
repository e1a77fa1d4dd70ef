import { randomUUID } from "node:crypto"
import type { Answer, Call } from "./calls"
import { type Cart, Refusal, read, shapes } from "./shapes"

type LeaseStatus = "Approved" | "Cart Received" | "Lease Accepted" | "Lease Active" | "Returned" | "Canceled"
type Lease = {
  applicationId: string
  status: LeaseStatus
  cart?: Cart
  contract?: { number: string; token: string }
  mayReturn: boolean
}

const DENIED = "Please contact Second Street Leasing at 1-555-0100 for more information."
const PAYMENTS = 26
const DUE_AT_SIGNING = 49_00
const COST_PERCENT = 85

/** The leases of one service, in memory, and the rules of sections 3, 4.1 and 7. */
export class Leases {
  private readonly leases = new Map<string, Lease>()
  constructor(private readonly signingUrl: (token: string) => string) {}

  apply({ body }: Call): Answer {
    if (/denied/i.test(JSON.stringify(body))) return { status: 200, body: { status: "Denied", message: DENIED } }
    const applicationId = randomUUID()
    this.leases.set(applicationId, { applicationId, status: "Approved", mayReturn: false })
    return { status: 201, body: { applicationId, status: "Approved", spendingLimit: 3000 } }
  }

  /** A new cart takes the place of the earlier one, and voids its contract. */
  recordCart({ applicationId, body }: Call): Answer {
    const lease = this.lease(applicationId, "Approved", "Cart Received")
    const cart = read(shapes.cart, body)
    Object.assign(lease, { cart, contract: undefined, status: "Cart Received" })
    return { status: 200, body: { ...stateOf(lease), orderId: cart.orderId, cartTotal: dollars(sumsOf(cart).total) } }
  }

  price({ applicationId }: Call): Answer {
    const lease = this.lease(applicationId)
    if (!lease.cart) throw new Refusal(409, "NO_CART", ["No cart was recorded for this application."])
    return { status: 200, body: { ...stateOf(lease), leaseBreakdown: breakdownOf(lease.cart) } }
  }

  contract({ applicationId }: Call): Answer {
    const lease = this.lease(applicationId, "Cart Received", "Lease Accepted", "Lease Active", "Returned")
    lease.contract ??= { number: `C-${randomUUID().slice(0, 8).toUpperCase()}`, token: randomUUID() }
    const isSigned = lease.status !== "Cart Received"
    const { number, token } = lease.contract
    const contract = { number, isSigned, signingUrl: this.signingUrl(token) }
    return { status: 200, body: { ...stateOf(lease), contract, payment: isSigned ? "Captured" : "Authorized" } }
  }

  /** The lease whose contract is signed there. */
  ofToken(token: string): Lease | undefined {
    return [...this.leases.values()].find(({ contract }) => contract?.token === token)
  }

  /** The Submit button: captures the payment and accepts the lease. Pressing it again changes nothing. */
  submit(lease: Lease): void {
    if (lease.status === "Cart Received") lease.status = "Lease Accepted"
  }

  /** Takes any field with "date" in its name, or none. */
  deliver({ applicationId, body }: Call): Answer {
    const lease = this.lease(applicationId, "Lease Accepted")
    const dates = Object.entries(body).filter(([key]) => /date/i.test(key))
    const days = dates.map(([, value]) => read(shapes.day, String(value).slice(0, "YYYY-MM-DD".length)))
    lease.status = "Lease Active"
    const leaseStartDate = days[0] ?? new Date().toISOString().slice(0, 10)
    return { status: 200, body: { ...stateOf(lease), leaseStartDate } }
  }

  /** A lease that was not delivered is canceled, not returned (section 1.5). */
  checkReturn({ applicationId }: Call): Answer {
    const lease = this.lease(applicationId)
    lease.mayReturn = lease.status === "Lease Active"
    const merchandiseReturnAuthorization = { isReturnEligible: lease.mayReturn }
    return { status: 200, body: { ...stateOf(lease), merchandiseReturnAuthorization } }
  }

  return({ applicationId, body }: Call): Answer {
    const lease = this.lease(applicationId)
    const { dateOfReturn } = read(shapes.return, body)
    if (!lease.mayReturn)
      throw new Refusal(409, "RETURN_NOT_AUTHORIZED", ["The return was not authorized. Ask for its availability."])
    Object.assign(lease, { mayReturn: false, status: "Returned" })
    return { status: 200, body: { ...stateOf(lease), dateOfReturn } }
  }

  cancel({ applicationId }: Call): Answer {
    this.lease(applicationId, "Lease Accepted").status = "Canceled"
    return { status: 204 }
  }

  /** `allowed`: none is any status. */
  private lease(applicationId: string, ...allowed: LeaseStatus[]): Lease {
    const lease = this.leases.get(applicationId)
    if (!lease) throw new Refusal(404, "APPLICATION_NOT_FOUND", ["There is no application with this applicationId."])
    if (allowed.length > 0 && !allowed.includes(lease.status))
      throw new Refusal(409, "WRONG_STATUS", [`The lease is ${lease.status}; this needs ${allowed.join(" or ")}.`])
    return lease
  }
}

const stateOf = ({ applicationId, status }: Lease) => ({ applicationId, leaseStatus: status })
const dollars = (cents: number) => cents / 100

/** In cents: tax may stand on one line or on each. */
function sumsOf({ items, deliveryCost: delivery, deliveryCostSalesTax: deliveryTax }: Cart) {
  const merchandise = items.reduce((sum, { unitPrice, quantity }) => sum + Math.round(unitPrice * quantity), 0)
  const salesTax = items.reduce((sum, { tax }) => sum + tax, 0)
  return { merchandise, salesTax, delivery, deliveryTax, total: merchandise + salesTax + delivery + deliveryTax }
}

/** The financial breakdown (section 2.5). The payments sum to the total exactly. */
function breakdownOf(cart: Cart) {
  const { total: leased, ...sums } = sumsOf(cart)
  const cost = Math.round((leased * COST_PERCENT) / 100)
  const total = leased + cost
  const first = Math.min(DUE_AT_SIGNING, total)
  const payment = Math.floor((total - first) / PAYMENTS)
  const last = total - first - payment * (PAYMENTS - 1)
  const cents = { amountLeased: leased, costOfLease: cost, totalOfPayments: total, dueAtSigning: first, ...sums }
  const amounts = Object.entries({ ...cents, paymentAmount: payment, lastPaymentAmount: last })
  const inDollars = Object.fromEntries(amounts.map(([name, amount]) => [name, dollars(amount)]))
  return { ...inDollars, paymentFrequency: "Biweekly", numberOfPayments: PAYMENTS }
}
