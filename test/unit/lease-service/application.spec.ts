import { toApplication } from "../../../packages/storefront/src/index"
import { ApplicationRequestSchema, applicationFields, describeIssues } from "../../../src/lease-service"
import { applicationRequestSchema } from "../../../src/lease-service/messages/application-request"
import { TYPED_MONEY } from "../../fixtures/typed-money"
import { form } from "./support/samples"

type Form = Record<string, unknown>

/** The form with one field changed; undefined takes it out. */
function withField(path: string, value: unknown): Form {
  const changed: Form = structuredClone(form())
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
  "customer.lastName": [true, []],
  "customer.emailAddress": ["robin", "robin@", "@example.com", "a b@example.com", "robin@example", 4711],
  "customer.ssn": [
    "51268309",
    "5126830977",
    "51268309A",
    "000-12-3456",
    "666-12-3456",
    "512-00-3097",
    "512-68-0000",
    512683097,
  ],
  "customer.birthdate": ["03/17/1984", "1984-02-30", "1984-3-17", 19840317, "2015-06-01"],
  "customer.cellPhone": ["555-0147", "25125550147", "512555014A", 5125550147],
  "customer.homePhone": ["12345"],
  "customer.homeAddress": ["Elm Street 4711", 7],
  "customer.homeAddress.state": ["Texaz", "T", "T1", 7],
  "customer.homeAddress.zip": ["7870", "78701-12", "ABCDE", 78701],
  "customer.grossIncomeMonthly": [0, -4217, "much4217", true, 99_999_999, "12.34", 4.2005, "$4217", "4,217"],
  "customer.paymentFrequency": ["biWeekly4711"],
  "customer.paymentFrequency.payFrequency": ["yearly4711", 7],
  "customer.paymentFrequency.lastPayDate": ["yesterday", "2026-13-01"],
  "customer.paymentFrequency.nextPayDate": ["11/20/2026"],
  "bank.routingNumber": ["12345678", "1234567890", "12345678A", 21000021],
  "bank.accountNumber": ["123", "123456789012345678", "12-34-56", 8833102774],
  languagePreference: ["german"],
  marketingOptIn: ["perhaps"],
  smsOptIn: [4711],
  custom: ["keys4711", { keys: "no4711" }, { keys: [{ key: "a" }] }],
}
const malformed = Object.entries(MALFORMED).flatMap(([path, values]) =>
  values.map((value): [string, unknown] => [path, value]),
)

describe("the application form (reference 3)", () => {
  it("is accepted", () => expect(issuesOf(form())).toEqual([]))

  it.each(REQUIRED)("%s is required", (path) => {
    expect(issuesOf(withField(path, undefined))).toEqual([
      { field: path, rule: "required", message: `${path} is required.` },
    ])
  })
  it.each(REQUIRED)("%s left empty is missing", (path) => {
    expect(issuesOf(withField(path, " "))).toMatchObject([{ field: path, rule: "required" }])
  })
  it.each(REQUIRED)("%s null is missing", (path) => {
    expect(issuesOf(withField(path, null))).toMatchObject([{ field: path, rule: "required" }])
  })
  it.each(malformed)("%s cannot be %j", (path, value) => {
    expect(fieldsOf(withField(path, value)).every((field) => field.startsWith(path))).toBe(true)
    expect(fieldsOf(withField(path, value))).not.toEqual([])
  })
  it.each(malformed)("%s: the message does not repeat %j", (path, value) => {
    const parsed = ApplicationRequestSchema.safeParse(withField(path, value))
    const told = JSON.stringify([issuesOf(withField(path, value)), parsed.error?.issues, String(parsed.error)])
    for (const leaf of leavesOf(value)) expect(told).not.toContain(leaf)
  })
  it("names every field at once", () => {
    expect(fieldsOf({ customer: { homeAddress: {}, paymentFrequency: {} } })).toEqual(expect.arrayContaining(REQUIRED))
  })
  it.each([undefined, null, "form", 7, []])("%j is no form", (input) => expect(issuesOf(input)).not.toEqual([]))
})

/** Texts and numbers that are long enough to be told from a message. */
function leavesOf(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leavesOf)
  const text = String(value)
  return text.length > 2 && !["true", "yes", "@example.com"].includes(text) ? [text] : []
}

describe("what may be written in more than one way", () => {
  const read = (path: string, value: unknown) => {
    const parsed: unknown = ApplicationRequestSchema.parse(withField(path, value))
    return path.split(".").reduce((place, key) => (place as Form)[key], parsed)
  }
  it.each([
    ["customer.ssn", "512-68-3097", "512683097"],
    ["customer.ssn", " 512683097 ", "512683097"],
    ["customer.ssn", "912-78-3097", "912783097"],
    ["customer.cellPhone", "+1 (512) 555-0147", "5125550147"],
    ["customer.cellPhone", "1.512.555.0147", "5125550147"],
    ["customer.homeAddress.state", "tx", "TX"],
    ["customer.homeAddress.zip", "78701-1234", "78701-1234"],
    ["customer.grossIncomeMonthly", "4217", 4217],
    ["customer.grossIncomeMonthly", 4556.860000000001, 4556.86],
    ["customer.paymentFrequency.payFrequency", "SEMIMONTHLY", "semiMonthly"],
    ["customer.paymentFrequency.payFrequency", "weekly", "weekly"],
    ["customer.homePhone", "", undefined],
    ["customer.firstName", " Robin ", "Robin"],
    ["languagePreference", "es", "es"],
    ["languagePreference", "es-MX", "es"],
    // The service has no contracts in it, so it takes its own language.
    ["languagePreference", "fr", undefined],
  ])("%s %j is %j", (path, value, written) => expect(read(path, value)).toEqual(written))
})

describe("an income", () => {
  const PATH = "customer.grossIncomeMonthly"
  const asked = applicationFields.filter(({ path }) => path === PATH)

  it.each(TYPED_MONEY)("that was typed as %j in %s is sent as %s", (typed, locale, read) => {
    const { customer } = toApplication(asked, { [PATH]: typed }, locale) as { customer: Form }
    const parsed = ApplicationRequestSchema.safeParse(withField(PATH, customer.grossIncomeMonthly))
    expect(parsed.data?.customer.grossIncomeMonthly).toBe(read)
  })
})

describe("birth dates", () => {
  const on = (today: string, birthdate: string) =>
    applicationRequestSchema(() => today).safeParse(withField("customer.birthdate", birthdate)).success
  it("18 years old today is old enough", () => expect(on("2026-11-21", "2008-11-21")).toBe(true))
  it("a day less is not", () => expect(on("2026-11-21", "2008-11-22")).toBe(false))
})

describe("a person without a bank account", () => {
  const { bank: _, ...withoutBank } = form()
  const saying = (value: string) => ({ ...withoutBank, custom: { keys: [{ key: "isUnbanked", value }] } })
  it("may say so", () => expect(issuesOf(saying("true"))).toEqual([]))
  it.each(["false", ""])("must not only mention it: %j", (value) => {
    expect(fieldsOf(saying(value))).toEqual(["bank.routingNumber", "bank.accountNumber"])
  })
})

describe("unknown keys", () => {
  it("pass through", () =>
    expect(ApplicationRequestSchema.parse({ ...form(), flow: "web" })).toMatchObject({ flow: "web" }))
  it("pass through inside the customer", () => {
    expect(ApplicationRequestSchema.parse(withField("customer.nickname", "R"))).toMatchObject({
      customer: { nickname: "R" },
    })
  })
})

describe("the form's fields", () => {
  it("are what the schema requires", () => {
    expect(
      applicationFields
        .filter(({ required }) => required)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...REQUIRED].sort())
  })
  it("have three groups at most", () => expect(new Set(applicationFields.map(({ group }) => group)).size).toBe(3))
  it("stand together by group", () => {
    const groups = applicationFields.map(({ group }) => group)
    expect(groups.filter((group, index) => group !== groups[index - 1])).toHaveLength(3)
  })
  it.each([
    "customer.ssn",
    "bank.routingNumber",
    "bank.accountNumber",
    "customer.birthdate",
    "customer.grossIncomeMonthly",
  ])("%s is not kept by the browser", (path) =>
    expect(applicationFields.find((field) => field.path === path)?.autocomplete).toBe("off"),
  )
  it("offer only pay frequencies that are accepted", () => {
    for (const { path, options = [] } of applicationFields)
      for (const { value } of options) expect(issuesOf(withField(path, value))).toEqual([])
  })
  it("an empty form is refused by those paths", () => {
    const empty: Form = {}
    for (const { path } of applicationFields) Object.assign(empty, merge(empty, path))
    expect(new Set(fieldsOf(empty))).toEqual(new Set(REQUIRED))
  })
})

function merge(into: Form, path: string): Form {
  const [head = "", ...rest] = path.split(".")
  const inner = (into[head] ?? {}) as Form
  return { ...into, [head]: rest.length > 0 ? merge(inner, rest.join(".")) : "" }
}
