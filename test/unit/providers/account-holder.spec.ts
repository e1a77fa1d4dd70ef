import LeaseToOwnProvider from "../../../src/providers/lease-to-own/service"

it("the provider makes no account holder, so Medusa writes no row and no warning", async () => {
  expect(await new LeaseToOwnProvider({}).createAccountHolder()).toEqual({})
})
