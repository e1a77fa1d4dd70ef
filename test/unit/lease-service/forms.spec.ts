import fc from "fast-check"
import { ApplicationRequestSchema, plainText, usState } from "../../../src/lease-service"
import { form } from "./support/samples"

const customerWith = (change: object) => {
  const good = form() as unknown as { customer: { homeAddress: object } }
  return ApplicationRequestSchema.safeParse({ ...good, customer: { ...good.customer, ...change } })
}
const addressWith = (change: object) =>
  customerWith({
    homeAddress: { ...(form() as unknown as { customer: { homeAddress: object } }).customer.homeAddress, ...change },
  })

describe("a text of a form", () => {
  it("has one form: the form of the form is the form", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text))
        expect(plainText(text)).not.toMatch(/[\p{Cf}\p{Cs}\p{Cc}]/u)
      }),
    )
  })

  it.each([
    ["\u202a(512)\u00a0555\u20110147\u202c", "5125550147"],
    ["+1 512.555.0147", "5125550147"],
    ["512-555-0147 ext. 12", "5125550147"],
    ["５１２ ５５５ ０１４７", "5125550147"],
    ["tel:+1-512-555-0147", "5125550147"],
    ["tel:+1-512-555-0147;ext=12", "5125550147"],
    ["+1 (512) 555-0147,,12#", "5125550147"],
    ["512/555-0147 ext: 12", "5125550147"],
  ])("takes the phone number %j as it is copied", (cellPhone, sent) => {
    expect(customerWith({ cellPhone }).data?.customer.cellPhone).toBe(sent)
  })

  it.each([
    ["787011234", "78701-1234"],
    ["78701 1234", "78701-1234"],
    ["78701–1234", "78701-1234"],
    [" 78701 ", "78701"],
  ])("takes the ZIP code %j", (zip, sent) => {
    expect(addressWith({ zip }).data?.customer.homeAddress.zip).toBe(sent)
  })

  it.each([
    ["Texas", "TX"],
    ["us-tx", "TX"],
    ["tx", "TX"],
    ["N.Y.", "NY"],
    ["D.C.", "DC"],
    ["TX - Texas", "TX"],
    ["Texas (TX)", "TX"],
    ["Virgin Islands, U.S.", "VI"],
    ["Virgin Islands", "VI"],
    ["Armed Forces Middle East", "AE"],
  ])("takes the state %j", (state, sent) => {
    expect(addressWith({ state }).data?.customer.homeAddress.state).toBe(sent)
    expect(usState(usState(state) ?? "")).toBe(sent)
  })

  it("takes an SSN with blanks, and sends no invisible sign", () => {
    expect(customerWith({ ssn: "512 68 3097" }).data?.customer.ssn).toBe("512683097")
    const { customer } =
      customerWith({ emailAddress: "robin\u200b@shopper.example", firstName: "Rob\u200din" }).data ?? {}
    expect([customer?.emailAddress, customer?.firstName]).toEqual(["robin@shopper.example", "Robin"])
    expect(addressWith({ streetAddress1: "12\u00a0Elm\u200b Street" }).data?.customer.homeAddress.streetAddress1).toBe(
      "12 Elm Street",
    )
  })

  it.each([
    [{ state: "XX" }, "state"],
    [{ state: "Ontario" }, "state"],
    [{ zip: "7870" }, "zip"],
    [{ zip: "787011" }, "zip"],
    [{ zip: "TX 78701" }, "zip"],
  ])("names the field of what it cannot read: %j", (change, field) => {
    expect(addressWith(change).error?.issues.map(({ path }) => path.join("."))).toEqual([
      `customer.homeAddress.${field}`,
    ])
  })
})
