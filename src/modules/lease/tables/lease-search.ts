import { canonicalText, phoneDigits } from "../../../client"

/** A parsed search. A lease matches if any part does. Empty if there is nothing to search for. */
export type LeaseSearch = {
  /** A complete reference, `L-ABCDE-FGHJK`. */
  reference?: string
  orderNumber?: number
  /** The beginning of an email address, in lowercase. */
  email?: string
  /** The beginning of the operator's ID, in lowercase. */
  operatorId?: string
  /** The beginning of a reference, in uppercase. */
  referenceStart?: string
  /** For Medusa's search of orders: a name, or a phone number in groups. The ledger stores neither. */
  person?: string
}

// cspell:ignore HJKMNP pedido orden mero
/** Matches references (`newReference`), which never contain 0, 1, I, L or O after the "L-". */
const REFERENCE = /(?<![\p{L}\p{N}])(L[- ]*)?([2-9A-HJKMNP-Z]{5})[- ]*([2-9A-HJKMNP-Z]{5})(?![\p{L}\p{N}])/giu
const EMAIL = /(?<![^\s<>()[\]"',;:])[^\s@<>()[\]"',;:]+@[^\s@<>()[\]"',;:]*/
const ORDER_NUMBER = /(?:#|^(?:(?:order|pedido|orden|number|n[uú]mero|n\.?o)\b[ .:#]*)+) ?(\d{1,9})(?!\d)/i

/**
 * Parses a search as users paste it: within a sentence, with invisible characters, and with hyphens of any kind or none. If the text contains a
 * reference with its "L-", an email address or an order number, everything else is ignored.
 */
export function readSearch(text: string): LeaseSearch {
  const search = canonicalText(text)
  const references = [...search.matchAll(REFERENCE)]
  const whole = references.find(([, start]) => start?.includes("-")) ?? references[0]
  const reference = whole && { reference: referenceOf(`${whole[2]}${whole[3]}`) }
  if (whole?.[1]?.includes("-")) return { ...reference }
  const email = EMAIL.exec(search)?.[0].toLowerCase()
  if (email) return { email: email.replace(/\.$/, "") }
  const number = ORDER_NUMBER.exec(search)?.[1]
  if (number) return { orderNumber: Number(number) }
  return { ...reference, ...readStart(trimmed(search)) }
}

function readStart(start: string): LeaseSearch {
  if (!start) return {}
  const person = personIn(start)
  const letters = start.replace(/[- ]/g, "").replace(/^l/, "").toUpperCase()
  return {
    ...(/^\d{1,9}$/.test(start) && { orderNumber: Number(start) }),
    email: start,
    operatorId: start,
    ...(/^[A-Z0-9]+$/.test(letters) && { referenceStart: referenceOf(letters) }),
    ...(person && { person }),
  }
}

function trimmed(search: string): string {
  return search
    .replace(/^["'(]+/, "")
    .replace(/(?<![.,;:!?)"'])[.,;:!?)"']+$/, "")
    .toLowerCase()
}

function referenceOf(letters: string): string {
  const last = letters.slice(5)
  return `L-${letters.slice(0, 5)}${last && `-${last}`}`.toUpperCase()
}

/** A phone number's digits in the usual groups, or a name without punctuation, because Medusa may spell it differently. */
function personIn(start: string): string | undefined {
  const digits = /^[+\d][\d().+ -]*$/.test(start) ? phoneDigits(start) : ""
  if (digits.length === 10) return `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`
  return /^(?=.{3,80}$)[\p{L}\p{M}'. -]+$/u.test(start) ? start.replace(/['. -]+/g, " ").trim() : undefined
}
