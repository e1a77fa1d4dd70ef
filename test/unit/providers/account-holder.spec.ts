import LeaseToOwnProvider from "../../../src/providers/lease-to-own/service"

it("makes no account holder, so that core writes no row and no warning", async () => {
  expect(await new LeaseToOwnProvider({}).createAccountHolder()).toEqual({})
})
