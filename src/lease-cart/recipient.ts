import type { CartInput, Text } from "./cart-input"
import { readPlace, shipToState } from "./ship-to"

/**
 * Who gets the goods of a cart or an order, and where: name, street lines, town, state, postal code, country, telephone and e-mail, in one
 * text. Equal however it is typed: capitals, blanks, punctuation, accents, the form of a telephone number and the second part of a US ZIP code
 * make no difference.
 *
 * It is personal, and only to be compared: the ledger keeps a keyed hash of it.
 */
export function recipientOf({ email, shipping_address: to }: Pick<CartInput, "email" | "shipping_address">): string {
  const place = readPlace(to)
  return JSON.stringify([
    words(to?.first_name, to?.last_name),
    words(to?.address_1, to?.address_2),
    words(to?.city),
    shipToState(place),
    postalCode(to?.postal_code, place?.country),
    place?.country ?? "",
    telephone(to?.phone),
    email?.trim().toLowerCase() ?? "",
  ])
}

/** Blanks stay between words: "12 3rd Street" is not "123rd Street". */
function words(...parts: Text[]): string {
  return parts
    .map((part) => part ?? "")
    .join(" ")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f.'’`]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase()
}

function postalCode(code: Text, country: string | undefined): string {
  const plain = words(code).replaceAll(" ", "")
  return country === "us" ? plain.slice(0, 5) : plain
}

/** Without the code of North America, which most people leave out. */
function telephone(phone: Text): string {
  const digits = (phone ?? "").replace(/\D/g, "")
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits
}
