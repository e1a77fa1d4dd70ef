const PAYMENTS = 26
const DUE_AT_SIGNING = 49_00
const COST_PERCENT = 85

/** @param {number} cents */
export const dollars = (cents) => cents / 100

/** @param {import("./shapes.mjs").Cart} cart @returns its sums in cents: tax may stand on one line or on each */
export function sumsOf({ items, deliveryCost: delivery, deliveryCostSalesTax: deliveryTax }) {
  const merchandise = items.reduce((sum, { unitPrice, quantity }) => sum + Math.round(unitPrice * quantity), 0)
  const salesTax = items.reduce((sum, { tax }) => sum + tax, 0)
  return { merchandise, salesTax, delivery, deliveryTax, total: merchandise + salesTax + delivery + deliveryTax }
}

/** The financial breakdown (section 2.5). The payments sum to the total exactly. @param {import("./shapes.mjs").Cart} cart */
export function breakdownOf(cart) {
  const { total: leased, ...sums } = sumsOf(cart)
  const cost = Math.round((leased * COST_PERCENT) / 100)
  const total = leased + cost
  const first = Math.min(DUE_AT_SIGNING, total)
  const payment = Math.floor((total - first) / PAYMENTS)
  return {
    merchandise: dollars(sums.merchandise),
    salesTax: dollars(sums.salesTax),
    delivery: dollars(sums.delivery),
    deliveryTax: dollars(sums.deliveryTax),
    amountLeased: dollars(leased),
    costOfLease: dollars(cost),
    totalOfPayments: dollars(total),
    dueAtSigning: dollars(first),
    paymentFrequency: "Biweekly",
    numberOfPayments: PAYMENTS,
    paymentAmount: dollars(payment),
    lastPaymentAmount: dollars(total - first - payment * (PAYMENTS - 1)),
  }
}
