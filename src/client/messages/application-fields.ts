import { US_STATES } from "../values/us-states"

export type ApplicationField = {
  /** The dotted path in the `application` object, for example `customer.ssn`. */
  path: string
  /** The label in English, which is also its translation key. */
  label: string
  kind: "text" | "email" | "tel" | "date" | "money" | "select" | "secret"
  required: boolean
  group: (typeof GROUPS)[number]
  /** `excluded` is true for a home state whose residents get no leases. */
  options?: { value: string; label: string; excluded?: boolean }[]
  /** The `autocomplete` attribute: `off` for data that the browser must not store. */
  autocomplete?: string
}

const GROUPS = ["About you", "Your income", "Your bank account"] as const

type Row = Omit<ApplicationField, "group" | "required"> & { optional?: true }

export const HOME_STATE = "customer.homeAddress.state"

/** The home state comes before the Social Security number, so that residents of an excluded state find out before they type it. */
const ABOUT_YOU: Row[] = [
  { path: "customer.firstName", label: "First name", kind: "text", autocomplete: "given-name" },
  { path: "customer.lastName", label: "Last name", kind: "text", autocomplete: "family-name" },
  { path: "customer.emailAddress", label: "Email address", kind: "email", autocomplete: "email" },
  { path: "customer.cellPhone", label: "Mobile phone", kind: "tel", autocomplete: "tel-national" },
  { path: "customer.homeAddress.streetAddress1", label: "Street address", kind: "text", autocomplete: "address-line1" },
  {
    path: "customer.homeAddress.streetAddress2",
    label: "Apartment, suite (optional)",
    kind: "text",
    autocomplete: "address-line2",
    optional: true,
  },
  { path: "customer.homeAddress.city", label: "City", kind: "text", autocomplete: "address-level2" },
  {
    path: HOME_STATE,
    label: "State",
    kind: "select",
    autocomplete: "address-level1",
    options: [...US_STATES].map(([value, label]) => ({ value, label })),
  },
  { path: "customer.homeAddress.zip", label: "ZIP code", kind: "text", autocomplete: "postal-code" },
  { path: "customer.birthdate", label: "Date of birth", kind: "date", autocomplete: "off" },
  { path: "customer.ssn", label: "Social Security number or ITIN", kind: "secret", autocomplete: "off" },
]

const INCOME: Row[] = [
  { path: "customer.grossIncomeMonthly", label: "Monthly income before taxes", kind: "money", autocomplete: "off" },
  {
    path: "customer.paymentFrequency.payFrequency",
    label: "How often you are paid",
    kind: "select",
    autocomplete: "off",
    options: [
      { value: "weekly", label: "Every week" },
      { value: "biWeekly", label: "Every two weeks" },
      { value: "semiMonthly", label: "Twice a month" },
      { value: "monthly", label: "Every month" },
    ],
  },
  { path: "customer.paymentFrequency.lastPayDate", label: "Last payday", kind: "date", autocomplete: "off" },
  { path: "customer.paymentFrequency.nextPayDate", label: "Next payday", kind: "date", autocomplete: "off" },
]

const BANK: Row[] = [
  { path: "bank.routingNumber", label: "Routing number", kind: "secret", autocomplete: "off" },
  { path: "bank.accountNumber", label: "Account number", kind: "secret", autocomplete: "off" },
]

/** The application form's fields in display order (reference 3): all that {@link ApplicationRequestSchema} requires, and a few optional ones. */
export const applicationFields: ApplicationField[] = [ABOUT_YOU, INCOME, BANK].flatMap((rows, index) =>
  rows.map(({ optional, ...row }) => ({ ...row, required: !optional, group: GROUPS[index] ?? GROUPS[0] })),
)
