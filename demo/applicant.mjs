import { randomInt } from "node:crypto"
import { readFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"

/**
 * Somebody who does not exist, in the form's own shape (reference 3). Each one has numbers and an e-mail address of their
 * own: the service answers a repeated application with the earlier approval.
 *
 * @param {{ tag?: string }} [options] `tag` steers the sandbox, as in `name+denied@example.com` (reference 15)
 */
export function inventApplicant({ tag } = {}) {
  const unique = `${Date.now().toString(36)}${randomInt(1000)}`
  const today = new Date()
  return {
    customer: {
      firstName: "Robin",
      lastName: "Example",
      emailAddress: `robin.${unique}${tag ? `+${tag}` : ""}@example.com`,
      ssn: `${digits(randomInt(100, 660), 3)}-${digits(randomInt(1, 100), 2)}-${digits(randomInt(1, 10_000), 4)}`,
      birthdate: `${randomInt(1950, 1999)}-0${randomInt(1, 10)}-${randomInt(10, 29)}`,
      cellPhone: `512555${digits(randomInt(10_000), 4)}`,
      homeAddress: { streetAddress1: "12 Long Road", city: "Austin", state: "TX", zip: "78701" },
      grossIncomeMonthly: (400_000 + randomInt(10_000, 99_999)) / 100,
      paymentFrequency: {
        payFrequency: "biWeekly",
        lastPayDate: calendarDate(today, -7),
        nextPayDate: calendarDate(today, 7),
      },
    },
    bank: {
      routingNumber: digits(randomInt(100_000_000, 999_999_999), 9),
      accountNumber: String(randomInt(1e10, 9e10)),
    },
  }
}

/** @typedef {ReturnType<typeof inventApplicant>} Applicant */

/**
 * The applicant of a file, for services that know their test persons.
 *
 * @param {string} file relative to where the command was given
 * @returns {Applicant}
 */
export function readApplicant(file) {
  const from = process.env.INIT_CWD ?? process.cwd()
  const applicant = JSON.parse(readFileSync(isAbsolute(file) ? file : join(from, file), "utf8"))
  if (typeof applicant?.customer?.emailAddress !== "string") {
    throw new Error(`${file} needs at least customer.emailAddress; its shape is that of the application form.`)
  }
  return applicant
}

/**
 * Secrets that must be found nowhere after an application went through: field name → how its value might be written.
 *
 * @param {Applicant} applicant
 * @returns {Record<string, string[]>}
 */
export function applicantSecrets({ customer, bank }) {
  const written = (/** @type {unknown} */ value) => (value === undefined ? [] : [String(value)])
  return {
    ssn: [...written(customer.ssn), ...written(customer.ssn?.replaceAll("-", ""))],
    birthdate: written(customer.birthdate),
    grossIncomeMonthly: written(customer.grossIncomeMonthly),
    routingNumber: written(bank?.routingNumber),
    accountNumber: written(bank?.accountNumber),
  }
}

/** @param {number} number @param {number} length */
function digits(number, length) {
  return String(number).padStart(length, "0")
}

/** @param {Date} from @param {number} days @returns {string} YYYY-MM-DD */
function calendarDate(from, days) {
  return new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
