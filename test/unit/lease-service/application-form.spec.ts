import { describeIssues } from "../../../src/lease-service"
import { applicationForm } from "../../../src/lease-service/messages/application-form"
import { toSettings } from "../../../src/lease-service/options/options"
import { form } from "./support/samples"

function issuesOf(given: unknown, extras: string[] = [], check = true) {
  const parsed = applicationForm(extras, { check }).schema.safeParse(given)
  return parsed.success ? [] : describeIssues(parsed.error)
}
const fieldsOf = (...given: Parameters<typeof issuesOf>) => issuesOf(...given).map(({ field }) => field)

/** Fields that a stranger, or a careless page, would add. */
const OTHERS: [string, Record<string, unknown>][] = [
  ["store", { store: { operatorMerchantId: 9999 } }],
  ["applicationSource", { applicationSource: "kiosk" }],
  ["leaseSource", { leaseSource: "web" }],
  ["marketingOptIn", { marketingOptIn: true }],
  ["custom", { custom: { keys: [{ key: "a", value: "b" }] } }],
  ["customer.merchantCustomerId", { customer: { ...form().customer, merchantCustomerId: "7" } }],
  ["customer.homeAddress.country", { customer: { ...form().customer, homeAddress: { country: "us" } } }],
  ["applicationId", { applicationId: "10020030" }],
  ["constructor", { constructor: {} }],
]

describe.each([true, false])("a form, values checked: %s", (check) => {
  it("of the fields that are shown is taken", () => expect(issuesOf(form(), [], check)).toEqual([]))
  it("may say in which language it was filled in", () => {
    expect(issuesOf({ ...form(), languagePreference: "es" }, [], check)).toEqual([])
  })
  it.each(OTHERS)("with %s is refused by that name", (field, more) => {
    expect(issuesOf({ ...form(), ...more }, [], check)).toEqual([
      {
        field,
        rule: "unknown",
        message: `${field} is no field of the form. Option applicationExtras names what else may be sent.`,
      },
    ])
  })
  it("with __proto__ is refused", () => {
    expect(issuesOf(JSON.parse('{"__proto__":{"a":1}}'), [], check)).not.toEqual([])
  })
  it("is refused without repeating a name that may be somebody's data", () => {
    expect(issuesOf({ "512-68-3097": 1, customer: { "Robin Okonkwo": 1 } }, [], check)).toMatchObject([
      { field: "" },
      { field: "customer" },
    ])
  })
  it("takes what the option names, with all below it", () => {
    const more = { custom: { keys: [{ key: "isUnbanked", value: "true" }] }, flow: { page: { number: 2 } } }
    expect(issuesOf({ ...form(), ...more }, ["custom.keys", "flow"], check)).toEqual([])
  })
  it("takes nothing beside what the option names", () => {
    expect(fieldsOf({ ...form(), custom: { values: [] } }, ["custom.keys"], check)).toEqual(["custom.values"])
  })
  it.each(["customer.firstName", "flow", "custom.keys"])("nested forever in %s is refused", (path) => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`)
    const [head = "", tail] = path.split(".")
    const given = { ...form(), [head]: tail ? { [tail]: deep } : deep }
    expect(fieldsOf(given, ["flow", "custom.keys"], check)).toContain(path)
  })
})

describe("a form whose values the service alone judges", () => {
  it("may lack anything", () => expect(issuesOf({ customer: { firstName: 7 } }, [], false)).toEqual([]))
  it.each(["Robin", 7, null, [], undefined])("is not %j", (given) => expect(issuesOf(given, [], false)).not.toEqual([]))
})

describe("option applicationExtras", () => {
  const read = (applicationExtras: unknown) =>
    toSettings({ baseUrl: "https://a.example", authHash: "aGFzaA==", applicationExtras: applicationExtras as string[] })
  it.each(["store", "store.salesAssociate"])("has no place for %s, which is the merchant's", (name) => {
    expect(() => read([name])).toThrow("Leave store out of applicationExtras")
  })
  it.each([["custom..keys"], [".a"], [7], ["a b"]])("is not %j", (...given) => {
    expect(() => read(given)).toThrow("Write applicationExtras: [")
  })
  it("is empty when nothing is written", () => expect(read(undefined).applicationExtras).toEqual([]))
})
