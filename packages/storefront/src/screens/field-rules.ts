/** Returns a form's value by path: text as typed, or a parsed amount as text. */
export type Typed = (path: string) => string

/** @param today the shopper's date, `YYYY-MM-DD` */
type Rule = (value: string, typed: Typed, today: string) => boolean

const DAY_MS = 86_400_000
const ADULT_YEARS = 18
const LOCAL_PART = /^[^\s@,;:<>()[\]\\"]{1,64}$/
const LABEL = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}$/u
const EXTENSION = /(?:extension|extn|ext|x|#|,)[.:=]?\s*\d{1,8}#?$/i
/** Longer than any valid value (characters). */
const LONGEST = 1000

const shortened = (most: number): Rule => {
  return (value) => [...value].length <= most
}
const digits = (pattern: RegExp, between = /[ -]/g): Rule => {
  return (value) => pattern.test(value.replace(between, ""))
}

const day = (rule: Rule): Rule => {
  return (typedDay, ...more) => {
    const value = typedDay.replaceAll(" ", "")
    return isDay(value) && rule(value, ...more)
  }
}

/**
 * The store's rules for its fields (`src/client/messages/application-request.ts`), repeated here to find most mistakes before anything is sent. A
 * test compares both sets of rules. Only the store has the list of states.
 */
const RULES: Record<string, Rule> = {
  "customer.firstName": shortened(100),
  "customer.lastName": shortened(100),
  "customer.emailAddress": isEmail,
  "customer.cellPhone": isPhone,
  "customer.birthdate": day((value, _, today) => value >= "1900-01-01" && isOfAge(value, today)),
  "customer.ssn": digits(/^(?!000|666|...00|.....0000)\d{9}$/, /[ .-]/g),
  "customer.homeAddress.streetAddress1": shortened(200),
  "customer.homeAddress.streetAddress2": shortened(200),
  "customer.homeAddress.city": shortened(100),
  "customer.homeAddress.zip": digits(/^\d{5}(\d{4})?$/),
  "customer.grossIncomeMonthly": (value) => Number(value) > 0 && Number(value) <= 10_000_000,
  "customer.paymentFrequency.lastPayDate": day(
    (value, _, today) => value >= daysLater(today, -366) && value <= daysLater(today, 1),
  ),
  "customer.paymentFrequency.nextPayDate": day(
    (value, typed, today) =>
      value > typed("customer.paymentFrequency.lastPayDate") &&
      value >= daysLater(today, -1) &&
      value <= daysLater(today, 366),
  ),
  "bank.routingNumber": isRoutingNumber,
  "bank.accountNumber": digits(/^\d{4,17}$/),
}

/** Whether the store would accept this field's value. True for a field without a rule here. */
export function isTaken(path: string, typed: Typed, now = new Date()): boolean {
  const rule = Object.hasOwn(RULES, path) ? RULES[path] : undefined
  const today = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
  const text = typed(path)
  return text.length <= LONGEST && (!rule || rule(oneSpelling(text), typed, today))
}

/** Converts full-width digits and all kinds of dashes to ASCII, and removes invisible characters. */
function oneSpelling(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu, "")
    .normalize("NFKC")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[\p{Pd}−]/gu, "-")
    .trim()
}

function isEmail(value: string): boolean {
  const address = value
    .replace(/[,;.]$/, "")
    .replace(/^[^<>]*<([^<>]*)>$/, "$1")
    .replace(/^mailto:/i, "")
  const [local = "", domain = "", ...more] = address.split("@")
  const labels = domain.split(".")
  const isLocal = LOCAL_PART.test(local) && local.split(".").every(Boolean)
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label) && !label.endsWith("-"))
  return address.length <= 254 && more.length === 0 && isLocal && isDomain && !/^\d+$/.test(labels.at(-1) ?? "")
}

function isPhone(value: string): boolean {
  const number = value.replace(EXTENSION, "")
  return /^(tel:)?[\d\s().+/;,-]+$/i.test(number) && /^((00|011)?1)?\d{10}$/.test(number.replace(/\D/g, ""))
}

/** Checks the length and the American Bankers Association's check digit. */
function isRoutingNumber(value: string): boolean {
  const number = value.replace(/[ -]/g, "")
  const sum = [...number].reduce((before, digit, at) => before + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0)
  return /^\d{9}$/.test(number) && sum > 0 && sum % 10 === 0
}

function isDay(value: string): boolean {
  const date = new Date(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function isOfAge(birth: string, today: string): boolean {
  return `${Number(birth.slice(0, 4)) + ADULT_YEARS}${birth.slice(4)}` <= today
}

function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}
