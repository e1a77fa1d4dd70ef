import { MedusaError } from "@medusajs/framework/utils"
import { refusedByStore, withStoreReason } from "../../../src/medusa/errors"

const { NOT_ALLOWED, INVALID_DATA, NOT_FOUND, UNEXPECTED_STATE, CONFLICT } = MedusaError.Types
const cart = { email: "robin@shopper.example", shipping_address: { first_name: "Robin", address_1: "12 Elm Street" } }

describe("a permanent refusal by Medusa or a hook of the store", () => {
  it.each([NOT_ALLOWED, INVALID_DATA, NOT_FOUND])("keeps its reason for staff: %s", (type) => {
    const problem = { code: "store_refused", params: { reason: "Wholesale orders need a tax number." } }
    expect(refusedByStore(new MedusaError(type, "Wholesale orders\nneed a tax number."))).toEqual(problem)
    // Workflows throw plain objects, and routes return them.
    expect(refusedByStore({ type, message: "Wholesale orders need a tax number." })).toEqual(problem)
  })

  it("doesn't include failures, which may be temporary", () => {
    for (const failure of [
      new Error("Connection terminated"),
      new MedusaError(UNEXPECTED_STATE, "Try again."),
      new MedusaError(CONFLICT, "Try again."),
      { type: "payment_authorization_error", message: "No." },
      undefined,
    ])
      expect(refusedByStore(failure)).toBeNull()
  })

  it("reveals nothing about the shopper, and is one short line", () => {
    const words = `robin@shopper.example (Robin, 12 ELM STREET, 512-555-0147) is blocked. ${"More. ".repeat(2000)}`
    const { reason = "" } = refusedByStore(new MedusaError(NOT_ALLOWED, words), cart as never)?.params ?? {}
    expect(reason).toContain("is blocked.")
    expect(reason).not.toMatch(/robin|elm|0147/i)
    expect(reason.length).toBeLessThanOrEqual(301)
  })

  it("is in the job's log with Medusa's text", () => {
    const error = withStoreReason(new MedusaError(NOT_ALLOWED, "The return window is over."))
    expect(error).toMatchObject({ code: "store_refused", message: "Medusa refused this: The return window is over." })
    const failure = new Error("Connection terminated")
    expect(withStoreReason(failure)).toBe(failure)
  })
})
