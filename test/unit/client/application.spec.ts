import fc from "fast-check"
import { ApplicationRequestSchema, applicationFields, describeIssues, plainText, usState } from "../../../src/client"
import { applicationRequestSchema } from "../../../src/client/messages/application-request"
import { form } from "./support/samples"

type Form = Record<string, unknown>

const CARD = { cardNumber: "4111111111111111", cvv: "123", expirationDate: "12/29" }

/** The form with one field changed; undefined takes it out. */
function withField(path: string, value: unknown): Form {
  const card = { ...CARD, firstNameOnCard: "Marisol", lastNameOnCard: "Okonkwo-Reyes" }
  const changed: Form = { ...form(), ...(path.startsWith("card.") && { card }) }
  const keys = path.split(".")
  const last = keys.pop() ?? ""
  let place: Form = changed
  for (const key of keys) {
    place[key] ??= {}
    place = place[key] as Form
  }
  if (value === undefined) delete place[last]
  else place[last] = value
  return changed
}

const issuesOf = (input: unknown) => {
  const parsed = ApplicationRequestSchema.safeParse(input)
  return parsed.success ? [] : describeIssues(parsed.error)
}
const fieldsOf = (input: unknown) => issuesOf(input).map(({ field }) => field)

/** How a field is sent that was filled in so. */
function sentAs(path: string, value: unknown): unknown {
  const parsed: unknown = ApplicationRequestSchema.parse(withField(path, value))
  return path.split(".").reduce((place, key) => (place as Form)[key], parsed)
}

const REQUIRED = [
  ...["firstName", "lastName", "emailAddress", "ssn", "birthdate", "cellPhone", "grossIncomeMonthly"].map(
    (key) => `customer.${key}`,
  ),
  ...["streetAddress1", "city", "state", "zip"].map((key) => `customer.homeAddress.${key}`),
  ...["payFrequency", "lastPayDate", "nextPayDate"].map((key) => `customer.paymentFrequency.${key}`),
  ...["bank.routingNumber", "bank.accountNumber"],
]

/** Field → what is not one. */
const MALFORMED: Record<string, unknown[]> = {
  "customer.firstName": [7, {}, "x".repeat(101)],
  "customer.lastName": [true],
  "customer.emailAddress": [
    ...["robin", "robin@", "@example.com", "a b@example.com", "robin@example", "robin@shopper.example Okonkwo", 4711],
  ],
  "customer.ssn": [
    ...["51268309", "5126830977", "51268309A", "000-12-3456", "666-12-3456", "512-00-3097", "512-68-0000", 512683097],
  ],
  "customer.birthdate": ["03/17/1984", "1984-02-30", "2015-02-30", "1984-3-17", 19840317, "2015-06-01"],
  "customer.cellPhone": ["555-0147", "25125550147", "512555014A", "home 5125550147", "5125550147 home", 5125550147],
  "customer.homePhone": ["12345"],
  "customer.merchantCustomerId": [7],
  "customer.incomeSourceType": [7],
  "customer.incomeName": [7],
  "customer.homeAddress": ["Elm Street 4711", 7],
  "customer.homeAddress.streetAddress1": ["x".repeat(201)],
  "customer.homeAddress.state": ["Texaz", "T", "T1", 7, "XX", "Ontario"],
  "customer.homeAddress.zip": ["7870", "78701-12", "ABCDE", 78701, "787011", "TX 78701"],
  "customer.grossIncomeMonthly": [0, -4217, "much4217", true, 10_000_001, 99_999_999, "12.34", 4.205, "$4217", "4,217"],
  "customer.paymentFrequency": ["biWeekly4711"],
  "customer.paymentFrequency.payFrequency": ["yearly4711", 7],
  "customer.paymentFrequency.lastPayDate": ["yesterday", "2026-13-01"],
  "customer.paymentFrequency.nextPayDate": ["11/20/2026"],
  "bank.routingNumber": ["12345678", "1234567890", "12345678A", 21000021],
  "bank.accountNumber": ["123", "123456789012345678", "12-34-56", 8833102774],
  "card.cardNumber": ["x4111111111111111", "4111111111111111x", "41111111111", 4111],
  "card.cvv": ["x123", "123x", "12345", 123],
  "card.expirationDate": ["x12/29", "12/29x", "13/29", 1229],
  "card.firstNameOnCard": [7],
  "card.lastNameOnCard": [7],
  "card.billingAddress": ["Elm Street 4711"],
  applicationSource: [7],
  deviceRiskId: [7],
  disclosureCode: [true],
  languagePreference: ["german", 7],
  marketingOptIn: ["perhaps"],
  smsOptIn: [4711],
  custom: ["keys4711"],
  "custom.keys": ["no4711"],
}
const malformed = Object.entries(MALFORMED).flatMap(([path, values]) =>
  values.map((value): [string, unknown] => [path, value]),
)

/** Texts and numbers that are long enough to be told from a message. */
function leavesOf(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leavesOf)
  const text = String(value)
  return text.length > 2 && !["true", "yes", "@example.com"].includes(text) ? [text] : []
}

describe("the application form (reference 3)", () => {
  it("is accepted, with unknown keys", () => {
    expect(issuesOf(form())).toEqual([])
    expect(ApplicationRequestSchema.parse({ ...form(), flow: "web" })).toMatchObject({ flow: "web" })
    expect(sentAs("customer.nickname", "R")).toBe("R")
  })
  it.each(REQUIRED)("%s is required: absent, empty and null are missing", (path) => {
    const message = `${path} is required.`
    for (const value of [undefined, " ", null])
      expect(issuesOf(withField(path, value))).toMatchObject([{ field: path, rule: "required", message }])
  })
  it.each(malformed)("%s cannot be %j: one message says what it must be, and repeats no value", (path, value) => {
    const given = withField(path, value)
    expect(issuesOf(given)).toMatchObject([{ field: path, message: expect.stringContaining(`${path} must be `) }])
    const { error } = ApplicationRequestSchema.safeParse(given)
    const told = JSON.stringify([issuesOf(given), error?.issues, String(error)])
    for (const leaf of leavesOf(value)) expect(told).not.toContain(leaf)
  })
  it.each(["Robin", 7, null])("is not %j", (given) => {
    expect(issuesOf(given)).toEqual([{ field: "", rule: "format", message: "The form must be an object." }])
  })
  it("an entry of custom has a key, and a text as its value", () => {
    const keys = [{ value: "a" }, { key: "b", value: 7 }, { key: "c", value: "" }]
    const messages = ["custom.keys[0].key is required.", "custom.keys[1].value must be text."]
    expect(issuesOf({ ...form(), custom: { keys } }).map(({ message }) => message)).toEqual(messages)
  })
  it("a wrong pay frequency is told all that it can be", () => {
    const message = expect.stringContaining("must be one of weekly, biWeekly, semiMonthly, monthly.")
    expect(issuesOf(withField("customer.paymentFrequency.payFrequency", "yearly"))).toMatchObject([{ message }])
  })
  it("names every field at once", () => {
    expect(fieldsOf({ customer: { homeAddress: {}, paymentFrequency: {} } })).toEqual(expect.arrayContaining(REQUIRED))
    expect(issuesOf({})[0]).toMatchObject({ field: "customer", rule: "required" })
  })
  it("an applicant must be 18 years old today", () => {
    const on = (today: string, birthdate: string) =>
      applicationRequestSchema(() => today).safeParse(withField("customer.birthdate", birthdate)).success
    expect([on("2026-11-21T23:00Z", "2008-11-21"), on("2026-11-21", "2008-11-22")]).toEqual([true, false])
  })
  it("a bank isn't required of a person who explicitly has none", () => {
    const flow = { key: "flow", value: "web" }
    const saying = (value: string, key = "isUnbanked") => ({
      ...form(),
      ...{ bank: undefined, custom: { keys: [flow, { key, value }] } },
    })
    for (const value of ["true", "TRUE"]) expect(issuesOf(saying(value))).toEqual([])
    for (const given of [saying("false"), saying(""), saying("true", "isHere"), { ...form(), bank: null }])
      expect(fieldsOf(given)).toEqual(["bank.routingNumber", "bank.accountNumber"])
  })
})

describe("what may be written in more than one way", () => {
  it("normalizing a form twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text))
        expect(plainText(text)).not.toMatch(/[\p{Cf}\p{Cs}\p{Cc}]/u)
      }),
    )
  })
  it.each([
    ["customer.ssn", "512-68-3097", "512683097"],
    ["customer.ssn", " 512683097 ", "512683097"],
    ["customer.ssn", "912-78-3097", "912783097"],
    ["customer.ssn", "512-66-6309", "512666309"],
    ["customer.ssn", "512-60-0003", "512600003"],
    ["customer.cellPhone", "\u202a(512)\u00a0555\u20110147\u202c", "5125550147"],
    ["customer.cellPhone", "+1 (512) 555-0147,,12#", "5125550147"],
    ["customer.cellPhone", "512/555-0147 ext: 12", "5125550147"],
    ["customer.cellPhone", "５１２ ５５５ ０１４７", "5125550147"],
    ["customer.cellPhone", "tel:+1-512-555-0147;ext=12", "5125550147"],
    ["customer.cellPhone", "TEL:5125550147", "5125550147"],
    ["customer.homePhone", "", undefined],
    ["customer.homePhone", null, undefined],
    ["leaseSource", " ", undefined],
    ["disclosureCode", 7, 7],
    ["disclosureCode", "7", "7"],
    ["customer.homeAddress.streetAddress2", " Apt\u200b 4", "Apt 4"],
    ["customer.firstName", "R", "R"],
    ["customer.grossIncomeMonthly", 1, 1],
    ["customer.grossIncomeMonthly", 10_000_000, 10_000_000],
    ["customer.paymentFrequency.payFrequency", " weekly ", "weekly"],
    ["languagePreference", "EN-us", "en"],
    ["customer.homeAddress.zip", "78701-1234", "78701-1234"],
    ["customer.homeAddress.zip", "78701 1234", "78701-1234"],
    ["customer.homeAddress.zip", "78701–1234", "78701-1234"],
    ["customer.homeAddress.streetAddress1", "12\u00a0Elm\u200b Street", "12 Elm Street"],
    ["customer.emailAddress", "robin\u200b@shopper.example", "robin@shopper.example"],
    ["customer.firstName", " Rob\u200din ", "Robin"],
    ["customer.grossIncomeMonthly", "4217", 4217],
    ["customer.grossIncomeMonthly", 4556.860000000001, 4556.86],
    ["customer.paymentFrequency.payFrequency", "SEMIMONTHLY", "semiMonthly"],
    ["languagePreference", "es-MX", "es"],
    // The service has no contracts in it, so it takes its own language.
    ["languagePreference", "fr", undefined],
  ])("%s %j is sent as %j", (path, value, sent) => expect(sentAs(path, value)).toEqual(sent))

  it.each([
    ["us-tx", "TX"],
    ["N.Y.", "NY"],
    ["TX - Texas", "TX"],
    ["Texas (TX)", "TX"],
    ["Virgin Islands, U.S.", "VI"],
  ])("the state %j is sent as %s", (state, sent) => {
    expect(sentAs("customer.homeAddress.state", state)).toBe(sent)
    expect(usState(usState(state) ?? "")).toBe(sent)
  })
})

describe("the form's fields", () => {
  it("the form's fields are those that the schema requires", () => {
    const required = applicationFields.filter((field) => field.required).map(({ path }) => path)
    expect(required.sort()).toEqual([...REQUIRED].sort())
  })
  it("the browser doesn't store private fields", () => {
    const kept = applicationFields.filter(({ autocomplete }) => autocomplete !== "off").map(({ path }) => path)
    for (const name of [
      "customer.ssn",
      "bank.routingNumber",
      "bank.accountNumber",
      "customer.birthdate",
      "customer.grossIncomeMonthly",
    ])
      expect(kept).not.toContain(name)
  })
  it("the form offers every choice", () => {
    const choices = applicationFields.flatMap(({ options = [] }) => options.map(({ value }) => value))
    expect(choices).toEqual(["weekly", "biWeekly", "semiMonthly", "monthly"])
  })
})
