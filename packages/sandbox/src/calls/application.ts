import { z } from "zod"
import { type CallAnswer, type CallInput, storeField } from "../call"
import { ageAt, isCalendarDate, plusDays } from "../clock"
import {
  excludedStates,
  limits,
  lowLimitCents,
  type PayFrequency,
  paymentsByFrequency,
  type Scenario,
  scenarios,
} from "../defaults"
import { address, custom, date, flag, money, nullableText, parseFields, phone, said, text } from "../fields"
import type { Lease } from "../lease"
import { approvalEnd, letTimePass } from "../lifecycle"
import { dollars } from "../money"
import type { State } from "../state-table"
import type { World } from "../world"

const ssnRule = "must be an SSN or ITIN of 9 digits that can exist"

function isSsn(value: string): boolean {
  const digits = value.replace(/-/g, "")
  return /^(?!000|666)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits)
}

const frequencies: readonly string[] = Object.keys(paymentsByFrequency)
const frequencyOf = (value: string) => frequencies.find((name) => name.toLowerCase() === value.toLowerCase())

const bank = z.looseObject(
  {
    routingNumber: z.string({ error: said("text") }).regex(/^\d{9}$/, "must be 9 digits"),
    accountNumber: z.string({ error: said("text") }).regex(/^\d{4,17}$/, "must be 4 to 17 digits"),
  },
  { error: said("an object") },
)

const card = z.looseObject(
  {
    cardNumber: z.string({ error: said("text") }).regex(/^\d{12,19}$/, "must be 12 to 19 digits"),
    cvv: z.string({ error: said("text") }).regex(/^\d{3,4}$/, "must be 3 or 4 digits"),
    expirationDate: z
      .string({ error: said("text") })
      .regex(/^(0[1-9]|1[0-2])(\/\d{2}|\d{2}|\/\d{4})$/, "must be MM/YY, MMYY or MM/YYYY"),
    firstNameOnCard: text,
    lastNameOnCard: text,
    billingAddress: address,
  },
  { error: said("an object") },
)

function customerSchema(now: Date) {
  return z.looseObject(
    {
      firstName: text,
      lastName: text,
      emailAddress: z.string({ error: said("text") }).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "must be an e-mail address"),
      merchantCustomerId: nullableText,
      ssn: z.string({ error: said("text") }).refine(isSsn, ssnRule),
      birthdate: date.refine(
        (value) => !isCalendarDate(value) || ageAt(value, now) >= limits.minimumAge,
        `must be at least ${limits.minimumAge} years ago`,
      ),
      cellPhone: phone,
      homePhone: phone.nullish(),
      homeAddress: address,
      grossIncomeMonthly: money.refine((cents) => cents > 0, "must be more than 0"),
      incomeSourceType: nullableText,
      incomeName: nullableText,
      paymentFrequency: z.looseObject(
        {
          payFrequency: z
            .string({ error: said("text") })
            .refine((value) => frequencyOf(value) !== undefined, `must be one of: ${frequencies.join(", ")}`),
          lastPayDate: date,
          nextPayDate: date,
        },
        { error: said("an object") },
      ),
    },
    { error: said("an object") },
  )
}

/** The application's body (reference 3). Unknown keys pass. */
function applicationSchema(world: World) {
  return z
    .looseObject(
      {
        customer: customerSchema(world.clock.now()),
        bank: bank.nullish(),
        card: card.nullish(),
        disclosureCode: z.number({ error: said("a number or null") }).nullish(),
        applicationSource: nullableText,
        languagePreference: z.enum(["en", "es"], { error: "must be en or es" }).nullish(),
        marketingOptIn: flag.nullish(),
        smsOptIn: flag.nullish(),
        deviceRiskId: nullableText,
        custom: custom.nullish(),
        store: storeField(world),
      },
      { error: "must be a JSON object" },
    )
    .refine((body) => body.bank || saysUnbanked(body.custom), {
      error: "is required, unless custom.keys says isUnbanked",
      path: ["bank"],
      // Also when other fields are wrong: all that is missing is named at once.
      when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
    })
}

function saysUnbanked(value: unknown): boolean {
  const read = custom.safeParse(value)
  return read.data?.keys?.some((entry) => entry.key === "isUnbanked" && entry.value === "true") ?? false
}

/** The magic input: the e-mail's tag, else the last name (reference 15). */
function scenarioOf(email: string, lastName: string): Scenario | undefined {
  const tag = /\+([^@]+)@/.exec(email)?.[1]?.toLowerCase()
  const named = (word: string | undefined) => scenarios.find((name) => name === word)
  return named(tag) ?? named(lastName.trim().toLowerCase())
}

function decide(world: World, scenario: Scenario | undefined, homeState: string): { state: State; cents: number } {
  if (excludedStates.includes(homeState)) return { state: "Denied", cents: 0 }
  if (scenario === "denied") return { state: "Denied", cents: 0 }
  if (scenario === "pending") return { state: "Pending", cents: 0 }
  if (scenario === "preapproved") return { state: "Pre-Approved", cents: 0 }
  if (scenario === "prequalified") return { state: "Prequalified", cents: 0 }
  if (scenario === "lowlimit")
    return { state: "Approved", cents: Math.min(lowLimitCents, world.settings.approvalCents) }
  return { state: "Approved", cents: world.settings.approvalCents }
}

/** The key that recognizes a person again; the SSN itself is not kept. */
export function personKey(world: World, ssn: string): string {
  return world.tokens.hash(ssn.replace(/-/g, ""))
}

function earlierApproval(world: World, person: string): Lease | undefined {
  for (const lease of world.people.get(person) ?? []) {
    letTimePass(lease, world.clock.now())
    if (lease.state === "Approved" || lease.state === "Contracts") return lease
  }
  return undefined
}

function answer(world: World, lease: Lease, status: State, note: string): CallAnswer {
  return {
    applicationId: lease.applicationId,
    note,
    body: {
      applicationId: lease.applicationId,
      status,
      approvalAmount: dollars(lease.approvalCents),
      isOkToDeliver: false,
      ...approvalEnd(lease, world.settings.dialect, "application"),
    },
  }
}

function freshId(world: World): string {
  let id = world.tokens.id()
  while (world.leases.has(id)) id = world.tokens.id()
  return id
}

/**
 * POST application (spec 4.1, reference 3). A person whose earlier lease is in Approved or Contracts gets that one back, as Approved.
 * The SSN is kept as a keyed hash only; income, bank, card and birth date are checked and forgotten.
 */
export function submitApplication(world: World, input: CallInput): CallAnswer {
  const { customer, languagePreference } = parseFields(applicationSchema(world), input.body)
  const person = personKey(world, customer.ssn)
  const earlier = earlierApproval(world, person)
  if (earlier) {
    earlier.language = languagePreference ?? earlier.language
    return answer(world, earlier, "Approved", "earlier approval given back")
  }

  const now = world.clock.now()
  const homeState = customer.homeAddress.state.toUpperCase()
  const scenario = scenarioOf(customer.emailAddress, customer.lastName)
  const { state, cents } = decide(world, scenario, homeState)
  const expired = state === "Approved" && scenario === "expired"
  const lease: Lease = {
    applicationId: freshId(world),
    signerName: `${customer.firstName} ${customer.lastName}`,
    scenario,
    state,
    approvalCents: cents,
    approvedAt: state === "Approved" ? (expired ? plusDays(now, -limits.approvalDays) : now) : undefined,
    homeState,
    payFrequency: payFrequencyOf(customer.paymentFrequency.payFrequency),
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

function payFrequencyOf(value: string): PayFrequency {
  const found = frequencyOf(value)
  return found === "weekly" || found === "semiMonthly" || found === "monthly" ? found : "biWeekly"
}
