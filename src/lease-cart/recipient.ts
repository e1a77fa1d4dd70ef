import { canonicalText, phoneDigits } from "../client"
import { type CartInput, type Text } from "./cart-input"
import { readPlace, shipToState } from "./place"

/** The parts of a recipient, in the order in which differences are reported. */
export const RECIPIENT_PARTS = ["country", "state", "postal_code", "city", "street", "name", "phone", "email"] as const
export type RecipientPart = (typeof RECIPIENT_PARTS)[number]

export type RecipientInput = Pick<CartInput, "email" | "customer_id" | "shipping_address">

/**
 * Returns the recipient of a cart or order, part by part. Differences in typing are ignored: capitalization, spaces, punctuation, accents, words that
 * the Postal Service abbreviates (Street, Apartment, North), the format and extension of a phone number, and the last four digits of a ZIP+4 code.
 *
 * The parts are personal data, used only for comparison. The ledger stores a keyed hash of each.
 */
export function recipientOf({ email, shipping_address: to }: RecipientInput): Record<RecipientPart, string> {
  const place = readPlace(to)
  return {
    country: place?.country ?? "",
    state: shipToState(place),
    postal_code: readPart((code) => postalCode(code, place?.country), to?.postal_code),
    city: readPart((city) => shortened(words(city), PLACES), to?.city),
    street: readPart(street, to?.address_1, to?.address_2),
    name: readPart(words, to?.first_name, to?.last_name),
    phone: readPart((phone) => phoneDigits(canonicalText(phone)), to?.phone),
    email: readPart((address) => canonicalText(address).toLowerCase(), email),
  }
}

/** More characters than any address line has. Medusa accepts texts of any length, so longer ones aren't processed. */
const LONGEST_PART = 1000

/** Returns a part of an address in normalized spelling. Returns overly long texts unchanged, so no shopper can overload the store. */
function readPart(read: (...texts: string[]) => string, ...given: Text[]): string {
  const texts = given.map((text) => text ?? "")
  return texts.some(({ length }) => length > LONGEST_PART) ? texts.join("\n") : read(...texts)
}

/** Returns the words in normalized spelling. Keeps the spaces between words, because "12 3rd Street" is not "123rd Street". */
function words(...parts: string[]): string {
  return parts
    .map(canonicalText)
    .join(" ")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f.']/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase()
}

/**
 * Parses rows of `short long other`: the Postal Service's abbreviation (Publication 28) and the words for it. Each abbreviation has only one meaning.
 */
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

/** Returns the street in normalized spelling. `#4` is read as an apartment number. */
function street(...lines: string[]): string {
  const withUnits = lines.map((line) => canonicalText(line).replace(/(?:\b(?:apt|apartment|unit)\.?\s*)?#/gi, " apt "))
  const plain = words(...withUnits).replace(/\b(?:p o|post office) box\b/, "po box")
  const short = shortened(shortened(plain, STREETS), UNITS).split(" ")
  const isEnd = (word: string | undefined) => word === undefined || UNITS.has(word) || DIRECTIONS.has(word)
  // Don't abbreviate a direction before a street type, because it's the name of the street: North Street is not N Street.
  const isName = (at: number) => STREETS.has(short[at + 1] ?? "") && isEnd(short[at + 2])
  return short.map((word, at) => (isName(at) ? word : (DIRECTIONS.get(word) ?? word))).join(" ")
}

function shortened(text: string, by: ReadonlyMap<string, string>): string {
  return text.replace(/[^ ]+/g, (word) => by.get(word) ?? word)
}

function postalCode(code: string, country: string | undefined): string {
  const plain = words(code).replaceAll(" ", "")
  return country === "us" ? plain.slice(0, 5) : plain
}
