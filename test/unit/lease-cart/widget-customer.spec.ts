import { SHOPPER_FIELDS, toWidgetCustomer } from "../../../src/lease-cart"

const ADDRESS = {
  ...{ first_name: "Robin", last_name: "Sample", phone: "5125550147", address_1: "12 Elm Street", address_2: "Apt 4" },
  ...{ city: "Austin", province: "us-tx", postal_code: "78701", country_code: "us" },
}
const WHOLE = {
  email: "robin@shopper.example",
  customer: { id: "cus_1", first_name: "Robin", last_name: "Sample", phone: "5125550100" },
  shipping_address: ADDRESS,
  billing_address: {
    ...{ ...ADDRESS, first_name: "Sam", last_name: "Bill", phone: "5125550199", address_1: "1 Main Street" },
    ...{ address_2: null, province: "California" },
  },
}

describe("the shopper's data for the widget (spec 2.8)", () => {
  it("a full cart fills every field of the shopper", () => {
    expect(toWidgetCustomer(WHOLE)).toEqual({
      id: "cus_1",
      firstName: "Robin",
      lastName: "Sample",
      email: "robin@shopper.example",
      phone: "5125550100",
      address: {
        shipping: {
          ...{ line1: "12 Elm Street", line2: "Apt 4", city: "Austin", state: "TX", zip: "78701", country: "US" },
        },
        billing: { line1: "1 Main Street", city: "Austin", state: "CA", zip: "78701", country: "US" },
      },
    })
  })

  it("the addresses fill in for an empty customer record, the shipping address first", () => {
    const guest = { ...WHOLE, customer: { id: "cus_1" } }
    const delivered = { firstName: "Robin", lastName: "Sample", phone: "5125550147" }
    expect(toWidgetCustomer(guest)).toMatchObject(delivered)
    const billed = { firstName: "Sam", lastName: "Bill", phone: "5125550199" }
    expect(toWidgetCustomer({ ...guest, shipping_address: { city: "Austin" } })).toMatchObject(billed)
  })

  it("names and addresses are sent as they were typed, numbers and codes in their usual format", () => {
    const typed = {
      first_name: "Ruﬃn",
      address_1: "123½\u00a0Elm Street",
      postal_code: "７８７０１",
      phone: "５１２ 555\u20110147",
    }
    expect(toWidgetCustomer({ shipping_address: typed })).toEqual({
      firstName: "Ruﬃn",
      phone: "512 555-0147",
      address: { shipping: { line1: "123½ Elm Street", zip: "78701" } },
    })
  })

  it("every field of the shopper is requested from Medusa", () => {
    const fieldsOf = (value: object, path = ""): string[] =>
      Object.entries(value).flatMap(([name, one]) =>
        one instanceof Object ? fieldsOf(one, `${path}${name}.`) : `${path}${name}`,
      )
    expect([...SHOPPER_FIELDS].sort()).toEqual(["id", ...fieldsOf(WHOLE)].sort())
  })

  it("a text that is too long for a name or a street is left out", () => {
    const long = "s".repeat(201)
    const spoiled = (value: object): object =>
      Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, one instanceof Object ? spoiled(one) : `${one}${long}`]),
      )
    expect(toWidgetCustomer(spoiled(WHOLE))).toBeUndefined()
    expect(toWidgetCustomer({ email: "s".repeat(200) })).toEqual({ email: "s".repeat(200) })
  })

  it("unknown fields are left out, and so is an unknown shopper", () => {
    const shipping_address = { country_code: "us", province: "Somewhere" }
    expect(
      toWidgetCustomer({ email: "robin@shopper.example", shipping_address, billing_address: { country_code: "ca" } }),
    ).toEqual({
      email: "robin@shopper.example",
      address: { shipping: { country: "US", state: "Somewhere" }, billing: { country: "CA" } },
    })
    expect(toWidgetCustomer({ email: " ", customer: null, shipping_address: { city: "" } })).toBeUndefined()
  })
})
