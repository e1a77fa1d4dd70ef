import { randomInt } from "node:crypto"
import { readFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"

/**
 * Makes up an applicant in the form's shape (reference 3). The numbers and the email address are new each time, because the service answers a
 * repeated application with the earlier approval.
 *
 * @param {{ tag?: string, home?: { city: string, state: string, zip: string } }} [options] `tag` selects an outcome in the sandbox, as in `name+denied@example.com` (see "Magic inputs" in its README)
 */
export function inventApplicant({ tag, home = { city: "Austin", state: "TX", zip: "78701" } } = {}) {
  const unique = `${Date.now().toString(36)}${randomInt(36 ** 6).toString(36)}`
  return {
    customer: {
      firstName: "Robin",
      lastName: "Example",
      emailAddress: `robin.${unique}${tag ? `+${tag}` : ""}@example.com`,
      ssn: `${digits(randomInt(100, 660), 3)}-${digits(randomInt(1, 100), 2)}-${digits(randomInt(1, 10_000), 4)}`,
      birthdate: `${randomInt(1950, 1999)}-0${randomInt(1, 10)}-${randomInt(10, 29)}`,
      cellPhone: `512555${digits(randomInt(10_000), 4)}`,
      homeAddress: { streetAddress1: "12 Long Road", ...home },
      grossIncomeMonthly: (400_000 + randomInt(10_000, 99_999)) / 100,
      paymentFrequency: {
        payFrequency: "biWeekly",
        lastPayDate: day(-7),
        nextPayDate: day(7),
      },
    },
    bank: {
      routingNumber: routingNumber(digits(randomInt(100_000, 99_999_999), 8)),
      accountNumber: String(randomInt(1e10, 9e10)),
    },
  }
}

/** @typedef {ReturnType<typeof inventApplicant>} Applicant */

/**
 * Returns a function that returns an applicant for each lease: the operator's approved test people in turn, one person for all leases, or
 * a made-up one.
 *
 * @param {{ applicants?: string, "after-order"?: boolean }} given `applicants`: the file of the conformance command, or one with a single
 *   application
 * @returns {() => Applicant}
 */
export function applicantsFrom({ applicants: file, "after-order": isWhole }) {
  if (!file) return inventApplicant
  const read = readJson(file)
  const isApproved = (/** @type {{ test: unknown, expected: unknown }} */ { test, expected }) =>
    test === true && expected === "approved"
  /** @type {Applicant[]} */
  const all = Array.isArray(read) ? read.filter(isApproved).map(({ application }) => application) : [read]
  if (all.length < (isWhole ? 3 : 1))
    throw new Error(
      `${file} needs ${isWhole ? "three persons" : "a person"} with "test": true and "expected": "approved", like the file for the conformance command.`,
    )
  if (all.some((one) => typeof one?.customer?.emailAddress !== "string"))
    throw new Error(`${file} needs at least customer.emailAddress. It must have the shape of the application form.`)
  let next = 0
  return () => /** @type {Applicant} */ (all[next++ % all.length])
}

/** @param {string} file relative to the folder in which the command was run */
function readJson(file) {
  const from = process.env.INIT_CWD ?? process.cwd()
  const text = readFileSync(isAbsolute(file) ? file : join(from, file), "utf8")
  try {
    return JSON.parse(text)
  } catch {
    // Don't pass on the parser's message, because it quotes the file.
    throw new Error(`${file} isn't JSON.`)
  }
}

/** Adds the check digit. @param {string} start the first eight digits */
function routingNumber(start) {
  const sum = [...start].reduce((before, digit, at) => before + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0)
  return `${start}${(10 - (sum % 10)) % 10}`
}

/** @param {number} number @param {number} length */
const digits = (number, length) => String(number).padStart(length, "0")

/** Returns a day as YYYY-MM-DD. @param {number} days from today */
const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
