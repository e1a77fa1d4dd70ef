import { LedgerRefusal, type MessageCode, messages, textOf } from "../../../../src/modules/lease/texts/messages"

describe("texts", () => {
  it("texts are filled with their parameters", () => {
    expect(textOf("cart_refused", { operator: "Leasing", reason: "the total is above the approved amount" })).toBe(
      "Leasing could not accept this cart: the total is above the approved amount. Change the cart or choose another payment method.",
    )
  })

  it.each(Object.keys(messages) as MessageCode[])("show no braces, even without parameters (%s)", (code) => {
    expect(textOf(code)).not.toMatch(/[{}]/)
  })

  it("a refusal carries its cause apart from its text", () => {
    const refusal = new LedgerRefusal("service_unreachable", {}, { cause: new Error("ECONNREFUSED 10.0.0.1") })
    expect(refusal.message).not.toContain("ECONNREFUSED")
    expect(refusal.cause).toBeInstanceOf(Error)
  })
})
