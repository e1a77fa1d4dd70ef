const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A made-up applicant whose data is easy to spot in places where it doesn't belong. */
export const APPLICANT = {
  customer: {
    firstName: "Robin",
    lastName: "Sample",
    emailAddress: "robin@shopper.example",
    ssn: "512-68-3097",
    birthdate: "1984-03-17",
    cellPhone: "5125550147",
    homeAddress: { streetAddress1: "12 Elm Street", city: "Austin", state: "TX", zip: "78701" },
    grossIncomeMonthly: 4217.53,
    paymentFrequency: { payFrequency: "biWeekly", lastPayDate: day(-7), nextPayDate: day(7) },
  },
  bank: { routingNumber: "021000021", accountNumber: "883310277451" },
}

/** Data that must not appear anywhere after the application, in every possible format. */
export const APPLICANT_SECRETS = ["512-68-3097", "512683097", "1984-03-17", "4217.53", "021000021", "883310277451"]

/** Returns an application. The email tag selects the sandbox's decision. */
export function applicant(tag?: string): typeof APPLICANT {
  const emailAddress = tag ? `robin+${tag}@shopper.example` : APPLICANT.customer.emailAddress
  return { ...APPLICANT, customer: { ...APPLICANT.customer, emailAddress } }
}
