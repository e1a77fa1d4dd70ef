import type { FormField } from "../wire.js"

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

export type KnownAddress = { [Name in (typeof FROM_ADDRESS)[keyof typeof FROM_ADDRESS]]?: string | null }
/** The parts of a Medusa cart that prefill the application. */
export type KnownCart = { email?: string | null; shipping_address?: KnownAddress | null }

/** Returns the form's initial values from the cart, keyed by path and without secrets. Converts state codes such as `us-tx` to `TX`. */
export function prefill(fields: FormField[], { email, shipping_address: address }: KnownCart): Record<string, string> {
  const known = fields.flatMap(({ path, kind, options }): [string, string][] => {
    const name = Object.hasOwn(FROM_ADDRESS, path) ? FROM_ADDRESS[path as keyof typeof FROM_ADDRESS] : undefined
    const value = path === "customer.emailAddress" ? email : name && address?.[name]
    if (!value || kind === "secret") return []
    const written = name === "province" ? stateOf(value) : value
    if (!options) return [[path, written]]
    const option = options.find((each) => [each.value, each.label].some((text) => isSame(text, written)))
    return option ? [[path, option.value]] : []
  })
  return Object.fromEntries(known)
}

function stateOf(province: string): string {
  const code = province.trim().replace(/^us-/i, "")
  return code.length === 2 ? code.toUpperCase() : province
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase()
}
