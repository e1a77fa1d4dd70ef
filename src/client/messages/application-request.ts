import { z } from "zod"
import { canonicalText, sentText } from "../values/clean-text"
import { daysLater, isCalendarDate, isOfAge } from "../values/dates"
import { EXTENSION, phoneDigits } from "../values/phone"
import { usState } from "../values/us-states"

/**
 * Validates and normalizes the application's values (spec 2.1, reference 3). Names and addresses are sent as typed ({@link sentText}), and everything
 * else in one spelling ({@link canonicalText}). `applicationForm` determines which other fields are allowed. Messages never repeat a value, so they
 * can be shown and logged.
 */

const ADULT_YEARS = 18
/** Excludes years such as 0084, which the browser sends if someone types 84. */
const EARLIEST_BIRTH = "1900-01-01"

type Check = (value: string) => boolean

const REQUIRED = "is required"
/** Longer than any valid value. Longer text is refused before any pattern is matched. */
const LONGEST_TYPED = 1000
const text = (error: string, check: Check, form: (typed: string) => string = canonicalText) =>
  z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? REQUIRED : error) })
    .max(LONGEST_TYPED, { error, abort: true })
    .overwrite(form)
    .min(1, { error: REQUIRED, abort: true })
    .refine(check, { error, abort: true })

/** An empty field isn't sent. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === null || (typeof value === "string" && !sentText(value)) ? undefined : value),
    schema.optional(),
  )

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value)
const name = text("must be text of at most 100 characters", matches(/^.{1,100}$/u), sentText)
const words = text("must be text of at most 200 characters", matches(/^.{1,200}$/u), sentText)

const without = (signs: RegExp) => (value: string) => canonicalText(value).replace(signs, "")
/** Removes the spaces and hyphens between groups of digits. */
const grouped = without(/[ -]/g)
const day = text("must be a valid date, as YYYY-MM-DD", isCalendarDate, without(/ /g))

/** An SSN or ITIN. Areas 000 and 666, group 00 and serial number 0000 are never issued. A first digit of 9 means an ITIN. */
const ssn = text(
  "must be a Social Security number or ITIN of 9 digits",
  (value) => /^\d{9}$/.test(value) && !/^(000|666)|^.{3}00|0000$/.test(value),
  without(/[ .-]/g),
)

const phone = text("must be a phone number of 10 digits", (value) => {
  return /^(tel:)?[\d\s().+/-]+$/i.test(value.replace(EXTENSION, "")) && phoneDigits(value).length === 10
}).transform(phoneDigits)

/** Removes what often gets copied along with an email address: a name, `< >`, `mailto:`, or a comma or period at the end. */
function emailAddress(typed: string): string {
  return canonicalText(typed)
    .replace(/[,;.]$/, "")
    .replace(/^[^<>]*<([^<>]*)>$/, "$1")
    .replace(/^mailto:/i, "")
}

const LONGEST_EMAIL = 254
const LOCAL_PART = /^[^\s@,;:<>()[\]\\"]{1,64}$/
const LABEL = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}$/u
const email = text(
  "must be an email address",
  (value) => {
    const [local = "", domain = "", ...more] = value.split("@")
    const labels = domain.split(".")
    const isLocal = LOCAL_PART.test(local) && local.split(".").every(Boolean)
    const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label) && !label.endsWith("-"))
    return (
      value.length <= LONGEST_EMAIL && more.length === 0 && isLocal && isDomain && !/^\d+$/.test(labels.at(-1) ?? "")
    )
  },
  emailAddress,
)
const state = text("must be a state, such as TX", (value) => usState(value) !== undefined).transform(usState)
const zip = text("must be a ZIP code of 5 digits, or 5 and 4", matches(/^\d{5}(\d{4})?$/), grouped).transform((value) =>
  value.replace(/^(\d{5})(?=\d)/, "$1-"),
)

const MONEY = "must be an amount above 0, in dollars a month: a number, or text of digits only"
/**
 * A number, or whole dollars as text. The meaning of a decimal or thousands separator depends on the form's language, so the client must convert such
 * text to a number. Removes floating-point rounding errors.
 */
const income = z.preprocess(
  (given) => {
    const value = typeof given === "string" ? canonicalText(given) : given
    if (value == null || value === "") return undefined
    if (typeof value === "string") return /^\d+$/.test(value) ? Number(value) : value
    if (typeof value !== "number") return String(value)
    const rounded = value.toFixed(2)
    return value.toFixed(6) === `${rounded}0000` ? Number(rounded) : String(value)
  },
  z
    .number({ error: (issue) => (issue.input === undefined ? REQUIRED : MONEY) })
    .gt(0)
    .max(10_000_000),
)

const FREQUENCIES = ["weekly", "biWeekly", "semiMonthly", "monthly"] as const
const FREQUENCY = `must be one of ${FREQUENCIES.join(", ")}`
const payFrequency = z.preprocess(
  (value) => {
    const typed = typeof value === "string" ? grouped(value).toLowerCase() : value
    if (typed === null || typed === "") return undefined
    return FREQUENCIES.find((known) => known.toLowerCase() === typed) ?? value
  },
  z.enum(FREQUENCIES, { error: (issue) => (issue.input === undefined ? REQUIRED : FREQUENCY) }),
)

const group = <T extends z.ZodRawShape>(shape: T) =>
  z.looseObject(shape, { error: (issue) => (issue.input === undefined ? REQUIRED : "must be an object") })

const yesNo = optional(z.boolean({ error: "must be true or false" }))
const addressShape = { streetAddress1: words, streetAddress2: optional(words), city: name, state, zip }

/** Verifies an ABA routing number's check digit. */
function isRoutingNumber(value: string): boolean {
  const sum = [...value].reduce((before, digit, at) => before + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0)
  return /^\d{9}$/.test(value) && sum > 0 && sum % 10 === 0
}

const BankSchema = group({
  routingNumber: text("must be a bank's routing number of 9 digits", isRoutingNumber, grouped),
  accountNumber: text("must be an account number of 4 to 17 digits", matches(/^\d{4,17}$/), grouped),
})

/** Optional, because the contract frame asks for the card, too (reference 13.1). */
const CardSchema = group({
  cardNumber: text("must be a card number", matches(/^\d{12,19}$/), grouped),
  cvv: text("must be 3 or 4 digits", matches(/^\d{3,4}$/)),
  expirationDate: text("must be MM/YY", matches(/^(0[1-9]|1[0-2])\/?(\d\d|\d{4})$/), without(/ /g)),
  firstNameOnCard: name,
  lastNameOnCard: name,
  billingAddress: optional(group(addressShape)),
})

/** A payday is at most this many days from today: a year, plus a day for time zones. */
const PAYDAYS = 366
const NEXT_PAYDAY = "must be a payday within the next year, after the last one"

const paydays = (today: () => string) => {
  const payday = (from: number, to: number, error: string) =>
    day.refine((value) => value >= daysLater(today(), from) && value <= daysLater(today(), to), { error, abort: true })
  return group({
    payFrequency,
    lastPayDate: payday(-PAYDAYS, 1, "must be a payday within the last year"),
    nextPayDate: payday(-1, PAYDAYS, NEXT_PAYDAY),
  }).refine(({ lastPayDate, nextPayDate }) => nextPayDate > lastPayDate, { path: ["nextPayDate"], error: NEXT_PAYDAY })
}

/** Lists the fields in the order of {@link applicationFields}, so errors appear in the form's order. */
const customer = (today: () => string) =>
  group({
    firstName: name,
    lastName: name,
    emailAddress: email,
    cellPhone: phone,
    homePhone: optional(phone),
    homeAddress: group(addressShape),
    birthdate: day.refine((value) => value >= EARLIEST_BIRTH && isOfAge(value, today(), ADULT_YEARS), {
      error: `must be the birth date of an adult of ${ADULT_YEARS} years or more`,
    }),
    ssn,
    grossIncomeMonthly: income,
    incomeSourceType: optional(words),
    incomeName: optional(words),
    paymentFrequency: paydays(today),
    merchantCustomerId: optional(words),
  })

const CustomSchema = group({
  keys: z.array(group({ key: words, value: z.string({ error: "must be text" }) }), { error: "must be a list" }),
})

/** Languages of the service's contracts (reference 3). */
export const CONTRACT_LANGUAGES = ["en", "es"] as const

/** The page's language. Not sent if there are no contracts in that language, so the service uses its default. */
const language = text("must be a language, such as en", matches(/^[a-z]{2,3}([-_.@].*)?$/i)).transform((name) =>
  CONTRACT_LANGUAGES.find((each) => each === name.split(/[-_.@]/)[0]?.toLowerCase()),
)

/** Returns {@link ApplicationRequestSchema} with a different clock. `today` returns an ISO date, with or without a time. */
export function applicationRequestSchema(today: () => string) {
  const application = z.looseObject(
    {
      customer: customer(today),
      bank: optional(BankSchema),
      card: optional(CardSchema),
      disclosureCode: optional(z.union([z.number(), z.string()], { error: "must be a number or text" })),
      applicationSource: optional(words),
      languagePreference: optional(language),
      marketingOptIn: yesNo,
      smsOptIn: yesNo,
      deviceRiskId: optional(words),
      custom: optional(CustomSchema),
      leaseSource: optional(z.unknown()),
    },
    { error: "must be an object" },
  )
  return z.preprocess(askForBank, application)
}

/** Requires a bank account unless the `custom` fields say that the applicant has none (reference 3). */
function askForBank(form: unknown): unknown {
  if (typeof form !== "object" || form === null) return form
  const { bank, custom }: { bank?: unknown; custom?: unknown } = form
  if (bank !== undefined && bank !== null) return form
  const unbanked = CustomSchema.safeParse(custom).data?.keys.some(
    ({ key, value }) => key === "isUnbanked" && canonicalText(value).toLowerCase() === "true",
  )
  return unbanked ? form : { ...form, bank: {} }
}

/** Validates and normalizes an application: SSNs and phone numbers become digits, and a state becomes its postal code. */
export const ApplicationRequestSchema = applicationRequestSchema(() => new Date().toISOString())

export type ApplicationRequest = z.output<typeof ApplicationRequestSchema>
