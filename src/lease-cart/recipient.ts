import { phoneDigits, plainText } from "../client"
import type { CartInput, Text } from "./cart-input"
import { readPlace, shipToState } from "./ship-to"

/** What tells who gets the goods of a cart or an order, and where; in the order in which a difference is told. */
export const RECIPIENT_PARTS = ["country", "state", "postal_code", "city", "street", "name", "phone", "email"] as const
export type RecipientPart = (typeof RECIPIENT_PARTS)[number]

/** A cart or an order, as far as it says who gets the goods. */
export type RecipientInput = Pick<CartInput, "email" | "customer_id" | "shipping_address">

/**
 * Who gets the goods of a cart or an order, part by part. Equal however it is typed: capitals, blanks, punctuation, accents, the words that the Postal
 * Service abbreviates (Street, Apartment, North), the form and the extension of a phone number and the second part of a US ZIP code make no difference.
 *
 * It is personal, and only to be compared: the ledger keeps a keyed hash of each part.
 */
export function recipientOf({ email, shipping_address: to }: RecipientInput): Record<RecipientPart, string> {
  const place = readPlace(to)
  return {
    country: place?.country ?? "",
    state: shipToState(place),
    postal_code: postalCode(to?.postal_code, place?.country),
    city: shortened(words(to?.city), PLACES),
    street: street(to?.address_1, to?.address_2),
    name: words(to?.first_name, to?.last_name),
    phone: phoneDigits(plainText(to?.phone ?? "")),
    email: plainText(email ?? "").toLowerCase(),
  }
}

/** Blanks stay between words: "12 3rd Street" is not "123rd Street". */
function words(...parts: Text[]): string {
  return parts
    .map((part) => plainText(part ?? ""))
    .join(" ")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f.'’`]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase()
}

/** Words and abbreviations of the Postal Service (Publication 28): `short long other`. Each abbreviation stands for one thing. */
const table = (rows: string) =>
  new Map(
    rows.split(",").flatMap((row) => {
      const [short = "", ...others] = row.trim().split(" ")
      return [short, ...others].map((word) => [word, short] as const)
    }),
  )
// cspell:ignore cres expy ests gdns holw lndg mdws spgs tpke
const PLACES = table("st saint street str, ft fort, mt mount")
const STREETS = table(
  `st saint street str, ave avenue av, blvd boulevard, dr drive, ln lane, rd road, ct court, cir circle, pl place, ter terrace, pkwy parkway,
  hwy highway, sq square, trl trail, aly alley, brg bridge, byp bypass, cv cove, cres crescent, xing crossing, expy expressway, ests estates,
  fwy freeway, gdns gardens, grv grove, hts heights, holw hollow, jct junction, lndg landing, mnr manor, mdws meadows, pt point, rdg ridge,
  riv river, rte route, shr shore, spg spring, spgs springs, sta station, tpke turnpike, vly valley, vw view, vlg village, vis vista, ft fort, mt mount`,
)
const UNITS = table("apt apartment unit, ste suite, fl floor, bldg building, rm room")
const DIRECTIONS = table("n north, s south, e east, w west, ne northeast, nw northwest, se southeast, sw southwest")

/** `#4` is a flat, however it is called. */
function street(...lines: Text[]): string {
  const text = words(...lines.map((line) => line?.replace(/(?:\b(?:apt|apartment|unit)\.?\s*)?#/gi, " apt "))).replace(
    /\b(?:p o|post office) box\b/,
    "po box",
  )
  const short = shortened(shortened(text, STREETS), UNITS).split(" ")
  const isEnd = (word: string | undefined) => word === undefined || UNITS.has(word) || DIRECTIONS.has(word)
  // Before the kind of street it is the street's own name: North Street is not N Street.
  const isName = (at: number) => STREETS.has(short[at + 1] ?? "") && isEnd(short[at + 2])
  return short.map((word, at) => (isName(at) ? word : (DIRECTIONS.get(word) ?? word))).join(" ")
}

function shortened(text: string, by: ReadonlyMap<string, string>): string {
  return text.replace(/[^ ]+/g, (word) => by.get(word) ?? word)
}

function postalCode(code: Text, country: string | undefined): string {
  const plain = words(code).replaceAll(" ", "")
  return country === "us" ? plain.slice(0, 5) : plain
}
