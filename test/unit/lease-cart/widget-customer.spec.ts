import { toWidgetCustomer } from "../../../src/lease-cart"

const ADDRESS = {
  ...{ first_name: "Robin", last_name: "Sample", phone: "5125550147", address_1: "12 Elm Street", address_2: "Apt 4" },
  ...{ city: "Austin", province: "us-tx", postal_code: "78701", country_code: "us" },
}
const WHOLE = {
  email: "robin@shopper.example",
  customer: { id: "cus_1", first_name: "Robin", last_name: "Sample", phone: "5125550100" },
  shipping_address: ADDRESS,
  billing_address: { ...ADDRESS, address_1: "1 Main Street", address_2: null, province: "California" },
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

  it("the addresses fill in for an empty customer record", () => {
    expect(toWidgetCustomer({ ...WHOLE, customer: { id: "cus_1" } })).toMatchObject({
      firstName: "Robin",
      lastName: "Sample",
      phone: "5125550147",
    })
  })

  it("unknown fields are left out, and so is an unknown shopper", () => {
    expect(toWidgetCustomer({ email: "robin@shopper.example", shipping_address: { country_code: "us" } })).toEqual({
      email: "robin@shopper.example",
      address: { shipping: { country: "US" } },
    })
    expect(toWidgetCustomer({ email: " ", customer: null, shipping_address: { city: "" } })).toBeUndefined()
  })
})
