import { describeIssues } from "../../../src/client"
import { applicationForm } from "../../../src/client/messages/application-form"
import { toSettings } from "../../../src/client/options/options"
import { form } from "./support/samples"

/** Fields that an attacker or a careless page could add. */
const OTHERS: [string, Record<string, unknown>][] = [
  ["store", { store: { operatorMerchantId: 9999 } }],
  ["applicationSource", { applicationSource: "kiosk" }],
  ["marketingOptIn", { marketingOptIn: true }],
  ["custom", { custom: { keys: [{ key: "a", value: "b" }] } }],
  ["customer.merchantCustomerId", { customer: { ...form().customer, merchantCustomerId: "7" } }],
  ["customer.homeAddress.country", { customer: { ...form().customer, homeAddress: { country: "us" } } }],
  ["applicationId", { applicationId: "10020030" }],
  ["constructor", { constructor: {} }],
]

/** With our own checks, and with only the service's. */
describe.each([true, false])("a form, values checked: %s", (check) => {
  function issuesOf(given: unknown, extras: string[] = []) {
    const parsed = applicationForm(extras, { check }).schema.safeParse(given)
    return parsed.success ? [] : describeIssues(parsed.error)
  }
  const fieldsOf = (...given: Parameters<typeof issuesOf>) => issuesOf(...given).map(({ field }) => field)

  it("a form with the shown fields is accepted, with the language of the page", () => {
    expect(issuesOf({ ...form(), languagePreference: "es" })).toEqual([])
  })
  it.each(OTHERS)("a form with %s is refused by that name", (field, more) => {
    const message = `${field} is not a field of the form. The applicationExtras option lists what else can be sent.`
    expect(issuesOf({ ...form(), ...more })).toEqual([{ field, rule: "unknown", message }])
  })
  it("a form with __proto__ is refused, without repeating a name that may be personal data", () => {
    expect(issuesOf(JSON.parse('{"__proto__":{"a":1}}'))).not.toEqual([])
    const named = { "512-68-3097": 1, customer: { "Robin Okonkwo": 1 } }
    expect(issuesOf(named)).toMatchObject([{ field: "" }, { field: "customer" }])
  })
  it("a form accepts the fields of applicationExtras with everything below, and no others", () => {
    const more = { custom: { keys: [{ key: "isUnbanked", value: "true" }] }, flow: { page: { number: 2 } } }
    expect(issuesOf({ ...form(), ...more }, ["custom.keys", "flow"])).toEqual([])
    expect(fieldsOf({ ...form(), custom: { values: [] } }, ["custom.keys"])).toEqual(["custom.values"])
  })
  it("a form has lists of names, groups of fields, and extras of 8 levels, and nothing else", () => {
    const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${',"b":2}'.repeat(levels)}`)
    const homeAddress = { ...(form().customer.homeAddress as object), streetAddress2: null }
    const given = (deep: unknown) => ({
      ...form(),
      customer: { ...form().customer, homeAddress },
      a: { b: { c: { deep } } },
    })
    expect(issuesOf(given(nested(8)), ["a.b.c.deep"])).toEqual([])
    expect(fieldsOf(given(nested(9)), ["a.b.c.deep"])).toEqual(["a.b.c.deep"])
    for (const bank of [7, []])
      expect(issuesOf({ ...form(), bank })).toEqual([
        { field: "bank", rule: "format", message: "bank must be an object." },
      ])
    for (const bank of [null, undefined])
      expect(fieldsOf({ ...form(), bank })).toEqual(check ? ["bank.routingNumber", "bank.accountNumber"] : [])
    expect(applicationForm(["flow"], { check }).names).toEqual(
      expect.arrayContaining(["customer", "customer.ssn", "flow", "store"]),
    )
  })
  it.each(["customer.firstName", "flow", "custom.keys"])("a form nested too deeply in %s is refused", (path) => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`)
    const [head = "", tail] = path.split(".")
    const given = { ...form(), [head]: tail ? { [tail]: deep } : deep }
    expect(fieldsOf(given, ["flow", "custom.keys"])).toContain(path)
  })
  it.each(["Robin", 7, null, [], undefined])("is not %j", (given) => expect(issuesOf(given)).not.toEqual([]))
  it("a form may lack anything if only the service checks it", () => {
    expect(fieldsOf({ customer: { firstName: 7 } }).length === 0).toBe(!check)
  })
})

describe("option applicationExtras", () => {
  const read = (applicationExtras: unknown) =>
    toSettings({ baseUrl: "https://a.example", authHash: "aGFzaA==", applicationExtras: applicationExtras as string[] })
  it.each([
    [["store"], "Leave store out of applicationExtras"],
    [["store.salesAssociate"], "Leave store out of applicationExtras"],
    [["custom..keys"], "Set applicationExtras: ["],
    [[".a"], "Set applicationExtras: ["],
    [[7], "Set applicationExtras: ["],
    [["a b"], "Set applicationExtras: ["],
  ])("is not %j", (names, says) => expect(() => read(names)).toThrow(says))
  it("applicationExtras is empty by default", () => expect(read(undefined).applicationExtras).toEqual([]))
})
