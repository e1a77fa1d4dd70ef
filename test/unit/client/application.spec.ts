import {
  ApplicationRequestSchema,
  applicationFields,
  describeIssues,
  HOME_STATE,
  US_STATES,
  usState,
} from "../../../src/client"
import { applicationRequestSchema } from "../../../src/client/messages/application-request"
import { REFUSED, SENT } from "./support/form-values"
import { day, form } from "./support/samples"

type Form = Record<string, unknown>

const CARD = { cardNumber: "4111111111111111", cvv: "123", expirationDate: "12/29" }

/** The form with one field changed, or removed if undefined. */
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

/** Returns how a field's value is sent. */
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

const malformed = Object.entries(REFUSED).flatMap(([path, values]) =>
  values.map((value): [string, unknown] => [path, value]),
)

/** Texts and numbers that are too long to occur in a message by chance. */
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
  it.each(REQUIRED)("%s is required, and may not be absent, empty or null", (path) => {
    const message = `${path} is required.`
    for (const value of [undefined, " ", null])
      expect(issuesOf(withField(path, value))).toMatchObject([{ field: path, rule: "required", message }])
  })
  it.each(malformed)("%s can't be %j, and one message without the value says why", (path, value) => {
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
  it("the error of a wrong pay frequency lists all valid ones", () => {
    const message = expect.stringContaining("must be one of weekly, biWeekly, semiMonthly, monthly.")
    expect(issuesOf(withField("customer.paymentFrequency.payFrequency", "yearly"))).toMatchObject([{ message }])
  })
  it("all wrong fields are named at once, in the order of the form", () => {
    const required = applicationFields.filter((field) => field.required).map(({ path }) => path)
    expect(fieldsOf({ customer: { homeAddress: {}, paymentFrequency: {} } })).toEqual(required)
    expect(issuesOf({})[0]).toMatchObject({ field: "customer", rule: "required" })
  })
  it("the next payday comes after the last one", () => {
    const paymentFrequency = { payFrequency: "weekly", lastPayDate: day(0), nextPayDate: day(0) }
    const message = expect.stringContaining("after the last one")
    const field = "customer.paymentFrequency.nextPayDate"
    expect(issuesOf({ ...form(), customer: { ...form().customer, paymentFrequency } })).toMatchObject([
      { field, message },
    ])
  })
  it("an applicant must be 18 years old today", () => {
    const paymentFrequency = { payFrequency: "weekly", lastPayDate: "2026-11-20", nextPayDate: "2026-11-27" }
    const on = (today: string, birthdate: string) =>
      applicationRequestSchema(() => today).safeParse({
        ...form(),
        customer: { ...form().customer, birthdate, paymentFrequency },
      }).success
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

describe("values with several spellings", () => {
  it.each(SENT)("%s %j is sent as %j, also if it is normalized twice", (path, value, sent) => {
    expect(sentAs(path, value)).toEqual(sent)
    expect(sentAs(path, sent)).toEqual(sent)
  })

  it.each([
    ["us-tx", "TX"],
    ["N.Y.", "NY"],
    ["TX - Texas", "TX"],
    ["Texas (TX)", "TX"],
    ["Virgin Islands, U.S.", "VI"],
    ["us_tx", "TX"],
    ["TX, USA", "TX"],
    ["Texas, United States", "TX"],
    ["US-AL", "AL"],
    ["Armed Forces (AE)", "AE"],
    ["AP - Armed Forces", "AP"],
    ["ＴＸ", "TX"],
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
    expect(choices).toEqual([...US_STATES.keys(), "weekly", "biWeekly", "semiMonthly", "monthly"])
  })
  it("the home state comes before everything that is private, so that an excluded one is found out first", () => {
    const paths = applicationFields.map(({ path }) => path)
    for (const path of ["customer.ssn", "customer.birthdate", "bank.accountNumber"])
      expect(paths.indexOf(path)).toBeGreaterThan(paths.indexOf(HOME_STATE))
  })
})
