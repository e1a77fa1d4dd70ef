import { canonicalText, phoneDigits } from "../../../client"

/** What a search can contain. A lease matches if any of the parts does. Empty if there is nothing to search for. */
export type LeaseSearch = {
  /** A complete reference, `L-ABCDE-FGHJK`. */
  reference?: string
  orderNumber?: number
  /** The beginning of an e-mail address, in lowercase. */
  email?: string
  /** The beginning of the operator's id, in lowercase. */
  operatorId?: string
  /** The beginning of a reference, in uppercase. */
  referenceStart?: string
  /** A name, or a phone number in groups, for Medusa's search of orders, because the ledger stores neither. */
  person?: string
}

// cspell:ignore HJKMNP pedido orden mero
/** A reference (`newReference`), whose characters never include 0, 1, I, L or O after the "L-". */
const REFERENCE = /(?<![\p{L}\p{N}])(L[- ]*)?([2-9A-HJKMNP-Z]{5})[- ]*([2-9A-HJKMNP-Z]{5})(?![\p{L}\p{N}])/giu
const EMAIL = /(?<![^\s<>()[\]"',;:])[^\s@<>()[\]"',;:]+@[^\s@<>()[\]"',;:]*/
const ORDER_NUMBER = /(?:#|^(?:(?:order|pedido|orden|number|n[uú]mero|n\.?o)\b[ .:#]*)+) ?(\d{1,9})(?!\d)/i

/**
 * Reads a search as people paste it: within a sentence, with invisible characters, and with hyphens of any kind or none. A reference with its "L-",
 * an e-mail address or an order number is recognized anywhere in the text, and everything else is then ignored.
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

/** Reads a search as the beginning of a value, because it contains nothing complete. */
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

/** The search in lowercase, without surrounding punctuation. */
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

/** A name without punctuation, because Medusa may have it in a different spelling, or a phone number's digits in the groups that people type. */
function personIn(start: string): string | undefined {
  const digits = /^[+\d][\d().+ -]*$/.test(start) ? phoneDigits(start) : ""
  if (digits.length === 10) return `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`
  return /^(?=.{3,80}$)[\p{L}\p{M}'. -]+$/u.test(start) ? start.replace(/['. -]+/g, " ").trim() : undefined
}
