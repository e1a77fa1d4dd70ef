import { canonicalText, sentText } from "../client"
import { ADDRESS_FIELDS, type AddressInput, type Text } from "./cart-input"
import { readPlace } from "./place"

/** What Medusa stores about a cart's shopper. */
export type ShopperInput = {
  email?: Text
  customer?: { id?: Text; first_name?: Text; last_name?: Text; phone?: Text } | null
  shipping_address?: AddressInput | null
  billing_address?: AddressInput | null
}

/** The cart fields that {@link ShopperInput} needs, for Medusa's `query.graph({ entity: "cart" })`. */
export const SHOPPER_FIELDS: string[] = [
  "id",
  "email",
  ...["id", "first_name", "last_name", "phone"].map((field) => `customer.${field}`),
  ...["shipping_address", "billing_address"].flatMap((address) => ADDRESS_FIELDS.map((field) => `${address}.${field}`)),
]

/**
 * Returns the store's data about the shopper, to prefill the widget's application (spec 2.8). Unknown values are omitted. Undefined if no value is
 * known. The name and phone number come from the customer, or else from the shipping address, or else from the billing address.
 */
export function toWidgetCustomer(shopper: ShopperInput) {
  const { email, customer, shipping_address: shipping, billing_address: billing } = shopper
  const first = (field: "first_name" | "last_name") =>
    text(customer?.[field]) ?? text(shipping?.[field]) ?? text(billing?.[field])
  return known({
    id: text(customer?.id),
    firstName: first("first_name"),
    lastName: first("last_name"),
    email: code(email),
    phone: code(customer?.phone) ?? code(shipping?.phone) ?? code(billing?.phone),
    address: known({ shipping: toAddress(shipping), billing: toAddress(billing) }),
  })
}

function toAddress(address: AddressInput | null | undefined) {
  if (!address) return undefined
  const place = readPlace(address)
  return known({
    line1: text(address.address_1),
    line2: text(address.address_2),
    city: text(address.city),
    state: text(place?.state ?? address.province),
    zip: code(address.postal_code),
    country: text(place?.country.toUpperCase()),
  })
}

/** The longest text that prefills the widget's form (characters). Anything longer isn't a name or street, so the shopper fills in the field. */
const LONGEST_PREFILL = 200

function text(value: Text): string | undefined {
  return prefill(sentText(value ?? ""))
}

function code(value: Text): string | undefined {
  return prefill(canonicalText(value ?? ""))
}

function prefill(value: string): string | undefined {
  return value.length <= LONGEST_PREFILL ? value || undefined : undefined
}

function known<T extends object>(values: T): { [key in keyof T]?: NonNullable<T[key]> } | undefined {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return entries.length ? (Object.fromEntries(entries) as { [key in keyof T]?: NonNullable<T[key]> }) : undefined
}
