import { inventApplicant } from "../../demo/applicant.mjs"

/** Somebody new, with an income and a pay day like everybody's: every application of a bench is as long as the next. */
export function benchApplicant() {
  const { customer, bank } = inventApplicant()
  const paymentFrequency = { ...customer.paymentFrequency, payFrequency: /** @type {const} */ ("biWeekly") }
  return { customer: { ...customer, grossIncomeMonthly: 4500, paymentFrequency }, bank }
}
