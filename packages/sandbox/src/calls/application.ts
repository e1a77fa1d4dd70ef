import { z } from "zod"
import { type CallAnswer, type CallInput, storeField } from "../call"
import { plusDays } from "../clock"
import {
  excludedStates,
  limits,
  lowLimitCents,
  type PayFrequency,
  paymentsByFrequency,
  type Scenario,
  scenarios,
} from "../defaults"
import * as f from "../fields"
import type { Lease } from "../lease"
import type { State } from "../state-table"
import { findLease, type World } from "../world"
import { statusFields } from "./pricing"

const frequencies = Object.keys(paymentsByFrequency) as PayFrequency[]
const frequencyOf = (value: string) => frequencies.find((name) => name.toLowerCase() === value.toLowerCase())

/** Returns the whole years from a birth date (`YYYY-MM-DD`) to the given time, in UTC. */
function ageAt(birthdate: string, at: Date): number {
  const hadBirthday = at.toISOString().slice(5, 10) >= birthdate.slice(5)
  return at.getUTCFullYear() - Number(birthdate.slice(0, 4)) - (hadBirthday ? 0 : 1)
}

const bank = f.object({
  routingNumber: f.pattern(/^\d{9}$/, "must be 9 digits"),
  accountNumber: f.pattern(/^\d{4,17}$/, "must be 4 to 17 digits"),
})

const card = f.object({
  cardNumber: f.cardNumber,
  cvv: f.cvv,
  expirationDate: f.pattern(/^(0[1-9]|1[0-2])(\/\d{2}|\d{2}|\/\d{4})$/, "must be MM/YY, MMYY or MM/YYYY"),
  firstNameOnCard: f.text,
  lastNameOnCard: f.text,
  billingAddress: f.address,
})

const ssn = f.anyText.refine(
  (value) => /^(?!000|666)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(value.replace(/-/g, "")),
  "must be a possible SSN or ITIN of 9 digits",
)

const customer = (now: Date) =>
  f.object({
    firstName: f.text,
    lastName: f.text,
    emailAddress: f.pattern(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, "must be an email address"),
    merchantCustomerId: f.nullableText,
    ssn,
    birthdate: f.date.refine(
      (value) => !f.isCalendarDate(value) || ageAt(value, now) >= limits.minimumAge,
      `must be at least ${limits.minimumAge} years ago`,
    ),
    cellPhone: f.phone,
    homePhone: f.phone.nullish(),
    homeAddress: f.address,
    grossIncomeMonthly: f.money.refine((cents) => cents > 0, "must be more than 0"),
    incomeSourceType: f.nullableText,
    incomeName: f.nullableText,
    paymentFrequency: f.object({
      payFrequency: f.anyText.refine(frequencyOf, `must be one of: ${frequencies.join(", ")}`),
      lastPayDate: f.date,
      nextPayDate: f.date,
    }),
  })

const applicationSchema = (world: World) =>
  f
    .wholeBody({
      customer: customer(world.clock.now()),
      bank: bank.nullish(),
      card: card.nullish(),
      disclosureCode: f.number("a number or null").nullish(),
      applicationSource: f.nullableText,
      languagePreference: z.enum(["en", "es"], { error: "must be en or es" }).nullish(),
      marketingOptIn: f.flag.nullish(),
      smsOptIn: f.flag.nullish(),
      deviceRiskId: f.nullableText,
      custom: f.custom.nullish(),
      store: storeField(world),
    })
    .refine((body) => body.bank || isUnbanked(body.custom), {
      error: "is required, unless custom.keys has isUnbanked",
      path: ["bank"],
      // Check this even if other fields are invalid, so that one response lists everything that is missing.
      when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
    })

/** Accepts any value, because this runs before the rest of the body is validated. */
const isUnbanked = (value: unknown) =>
  f.custom.safeParse(value).data?.keys?.some((entry) => entry.key === "isUnbanked" && entry.value === "true")

/** Returns the scenario for the magic input: the tag of the email address, or else the last name. */
function scenarioOf(email: string, lastName: string): Scenario | undefined {
  const words = [/^[^@+]*\+([^@]+)@/.exec(email)?.[1], lastName].map((word) => word?.trim().toLowerCase() ?? "")
  return words.find((word): word is Scenario => Object.hasOwn(scenarios, word))
}

export const personKey = (world: World, ssn: string) => world.tokens.hash(ssn.replace(/-/g, ""))

function answer(world: World, lease: Lease, status: State, note: string): CallAnswer {
  const { applicationId } = lease
  return { applicationId, note, body: { ...statusFields(world, lease, "application"), status } }
}

function freshId(world: World): string {
  const id = world.tokens.id()
  return world.leases.has(id) ? freshId(world) : id
}

/**
 * POST application (spec 4.1, reference 3). Returns the decision. An applicant with an earlier lease in Approved or Contracts gets that lease back,
 * in Approved. Stores the SSN only as a keyed hash. Checks income, bank, card and birth date, and then discards them.
 */
export function submitApplication(world: World, input: Pick<CallInput, "body">): CallAnswer {
  const { customer, languagePreference } = f.parseFields(applicationSchema(world), input.body)
  const person = personKey(world, customer.ssn)
  const earlier = world.people.get(person)?.find(({ applicationId }) => {
    const { state } = findLease(world, applicationId)
    return state === "Approved" || state === "Contracts"
  })
  if (earlier) {
    earlier.language = languagePreference ?? earlier.language
    return answer(world, earlier, "Approved", "earlier approval returned")
  }

  const now = world.clock.now()
  const homeState = customer.homeAddress.state.toUpperCase()
  const scenario = scenarioOf(customer.emailAddress, customer.lastName)
  const state = excludedStates.includes(homeState) ? "Denied" : scenarios[scenario ?? "approved"]
  const isApproved = state === "Approved"
  const { approvalCents } = world.settings
  const lease: Lease = {
    applicationId: freshId(world),
    signerName: `${customer.firstName} ${customer.lastName}`,
    scenario,
    state,
    approvalCents: !isApproved ? 0 : scenario === "lowlimit" ? Math.min(lowLimitCents, approvalCents) : approvalCents,
    approvedAt: isApproved ? plusDays(now, scenario === "expired" ? -limits.approvalDays : 0) : undefined,
    homeState,
    payFrequency: frequencyOf(customer.paymentFrequency.payFrequency) ?? "biWeekly",
    language: languagePreference ?? "en",
    payment: "none",
    readsSinceSigning: 0,
    shipped: false,
    returns: [],
    history: [{ at: now, what: `Application: ${state}` }],
  }
  world.leases.set(lease.applicationId, lease)
  world.people.set(person, [...(world.people.get(person) ?? []), lease])
  return answer(world, lease, state, state)
}
