import type { ProviderLoaderOptions } from "@medusajs/framework/types"
import { refuseId as refuseTaxId } from "../../../src/providers/lease-tax"
import { refuseId } from "../../../src/providers/lease-to-own"
import LeaseToOwnProvider from "../../../src/providers/lease-to-own/service"

const OURS = "medusa-plugin-lease-to-own/providers/lease-to-own"
const STRIPE = { resolve: "@medusajs/medusa/payment-stripe", id: "stripe", options: { apiKey: "sk" } }

/** Loads the entry as Medusa does: with its own options where it has some, else with those of the payment module. */
const load = (...providers: { resolve: string; id?: string; options?: object }[]) => {
  const module = { providers }
  const own = providers.find(({ resolve }) => resolve !== STRIPE.resolve)?.options
  return refuseId({ options: own ?? module, moduleOptions: own && module } as unknown as ProviderLoaderOptions)
}

test.each([[{}], [{ options: {} }]])("the start goes on without an id: %j", async (entry) => {
  await expect(load(STRIPE, { resolve: OURS, ...entry })).resolves.toBeUndefined()
})

test.each([
  ["the package", { resolve: OURS }],
  ["an entry with options", { resolve: OURS, options: {} }],
  ["a folder of the store", { resolve: "./src/providers/lease-to-own" }],
  ["a folder on Windows", { resolve: "C:\\store\\src\\providers\\lease-to-own\\index" }],
])("an id stops the start, and the error says which line to remove: %s", async (_, entry) => {
  await expect(load(STRIPE, { ...entry, id: "lease" })).rejects.toThrow(
    'would name the provider pp_lease-to-own_lease, and no cart could be leased. Remove id: "lease"',
  )
})

test("a second entry beside the one without an id stops the start, too", async () => {
  await expect(load({ resolve: OURS }, { resolve: OURS, id: "canada" })).rejects.toThrow('Remove id: "canada"')
})

test("an id of the tax provider stops the start, but not the id of a store's own", async () => {
  const start = (...providers: object[]) => refuseTaxId({ options: { providers } } as unknown as ProviderLoaderOptions)
  const ours = "medusa-plugin-lease-to-own/providers/lease-tax"
  await expect(start({ resolve: "./src/providers/our-tax", id: "ours" }, { resolve: ours })).resolves.toBeUndefined()
  await expect(start({ resolve: ours, id: "lease" })).rejects.toThrow(
    'would name the provider tp_lease-to-own_lease, and no cart could be leased without sales tax. Remove id: "lease"',
  )
})

it("the provider makes no account holder, so Medusa writes no row and no warning", async () => {
  expect(await new LeaseToOwnProvider({}).createAccountHolder()).toEqual({})
})
