import { plainText } from "../client"
import { ADDRESS_FIELDS, type AddressInput, type Text } from "./cart-input"
import { readPlace } from "./ship-to"

/** Medusa's data about the shopper of a cart. */
export type ShopperInput = {
  email?: Text
  customer?: { id?: Text; first_name?: Text; last_name?: Text; phone?: Text } | null
  shipping_address?: AddressInput | null
  billing_address?: AddressInput | null
}

/** The fields of a cart that {@link ShopperInput} needs, for Medusa's `query.graph({ entity: "cart" })`. */
export const SHOPPER_FIELDS: string[] = [
  "id",
  "email",
  ...["id", "first_name", "last_name", "phone"].map((field) => `customer.${field}`),
  ...["shipping_address", "billing_address"].flatMap((address) => ADDRESS_FIELDS.map((field) => `${address}.${field}`)),
]

/** An address of the widget's configuration (spec 2.8). */
export type WidgetAddress = {
  line1?: string
  line2?: string
  city?: string
  state?: string
  zip?: string
  country?: string
}

/** The store's data about the shopper, to fill in the application (spec 2.8). Unknown data are left out. */
export type WidgetCustomer = {
  id?: string
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  address?: { shipping?: WidgetAddress; billing?: WidgetAddress }
}

/**
 * The store's data about a shopper, to fill in the widget's application (spec 2.8). Unknown data are left out; undefined when all are
 * unknown. Name and telephone are the customer's, else those of the delivery, else those of the bill. States are codes of two letters
 * where one is known.
 */
export function toWidgetCustomer(shopper: ShopperInput): WidgetCustomer | undefined {
  const { customer, shipping_address: shipping, billing_address: billing } = shopper
  const first = (read: (from: NonNullable<ShopperInput["customer"]> | AddressInput) => Text) =>
    [customer, shipping, billing].map((from) => from && text(read(from))).find((found) => found) ?? undefined
  const address = known({ shipping: toAddress(shipping), billing: toAddress(billing) })
  return known({
    id: text(customer?.id),
    firstName: first(({ first_name }) => first_name),
    lastName: first(({ last_name }) => last_name),
    email: text(shopper.email),
    phone: first(({ phone }) => phone),
    address,
  })
}

function toAddress(address: AddressInput | null | undefined): WidgetAddress | undefined {
  if (!address) return undefined
  const place = readPlace(address)
  return known({
    line1: text(address.address_1),
    line2: text(address.address_2),
    city: text(address.city),
    state: place?.state ?? text(address.province),
    zip: text(address.postal_code),
    country: place?.country.toUpperCase(),
  })
}

function text(value: Text): string | undefined {
  return plainText(value ?? "") || undefined
}

/** The known values only; undefined when there are none. */
function known<T extends object>(values: T): { [key in keyof T]?: NonNullable<T[key]> } | undefined {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return entries.length ? (Object.fromEntries(entries) as { [key in keyof T]?: NonNullable<T[key]> }) : undefined
}
