import type { FormField } from "../wire.js"

/** Fields of an application that are in a Medusa address. */
const FROM_ADDRESS = {
  "customer.firstName": "first_name",
  "customer.lastName": "last_name",
  "customer.cellPhone": "phone",
  "customer.homeAddress.streetAddress1": "address_1",
  "customer.homeAddress.streetAddress2": "address_2",
  "customer.homeAddress.city": "city",
  "customer.homeAddress.state": "province",
  "customer.homeAddress.zip": "postal_code",
} as const

/** The parts of a Medusa address that an application asks for. */
export type KnownAddress = { [Name in (typeof FROM_ADDRESS)[keyof typeof FROM_ADDRESS]]?: string | null }
/** A Medusa cart, as far as it says who its shopper is. */
export type KnownCart = { email?: string | null; shipping_address?: KnownAddress | null }

/**
 * First values for the application's form, by path: what the cart knows of the fields that the store asks for. Everything else is typed, sent once
 * and kept nowhere; a secret is never filled in. Medusa's state codes (`us-tx`) come as the form wants them (`TX`).
 */
export function prefill(fields: FormField[], { email, shipping_address: address }: KnownCart): Record<string, string> {
  const known = fields.flatMap(({ path, kind }): [string, string][] => {
    const name = Object.hasOwn(FROM_ADDRESS, path) ? FROM_ADDRESS[path as keyof typeof FROM_ADDRESS] : undefined
    const value = path === "customer.emailAddress" ? email : name && address?.[name]
    if (!value || kind === "secret") return []
    return [[path, name === "province" ? stateOf(value) : value]]
  })
  return Object.fromEntries(known)
}

/** The two letters of a state; any other text as it was typed. */
function stateOf(province: string): string {
  const code = province.trim().replace(/^us-/i, "")
  return code.length === 2 ? code.toUpperCase() : province
}
