/** What a column of an operator's file can hold. */
export const ROLES = ["lease", "order", "amount", "fee", "date", "line", "reason"] as const
export type Role = (typeof ROLES)[number]

/** The header of each role's column. */
export type Columns = Partial<Record<Role, string>>

// cspell:ignore arrendamiento contrato solicitud pedido importe monto bruto neto comision fecha pago motivo
const NUMBER = "( ?(id|no|nr|num|number|key|code))?"
const PAID =
  "(paid|payment|payout|funded|funding|settlement|settled|deposit|deposited|disbursement|disbursed|remittance|posted|posting)"
const SUM = "(amount|payout|payment|paid|funded|funding|disbursement|disbursed|total)"

/** The headers that a role is guessed from, most certain first, as {@link plain} returns them. */
const KNOWN: Record<Role, RegExp[]> = {
  lease: [
    RegExp(`^(lease|agreement|contract|application|arrendamiento|contrato|solicitud)${NUMBER}$`),
    RegExp(`^((merchant|store|partner|your|client|external) )?(reference|ref|account)${NUMBER}$`),
  ],
  order: [RegExp(`^((merchant|store|your|sales|web) )?(order|invoice|pedido)${NUMBER}$`)],
  amount: [
    RegExp(`^(gross( ${SUM}){0,2}|${SUM} gross|importe bruto|monto bruto)$`),
    RegExp(`^(net( ${SUM}){0,2}|${SUM} net|importe neto|monto neto)$`),
    RegExp(`^(amount|payout|payment|importe|monto|${PAID} amount|amount ${PAID})$`),
  ],
  fee: [
    /^((merchant|processing|transaction|program|service|discount|lease) )?(fees?|discount|commission|comision)( amount)?$/,
  ],
  date: [
    RegExp(`^((${PAID}|fund|ach|check) ?(on|at|date)|date ${PAID}|fecha de pago)$`),
    /^((transaction|processing|effective) ?)?date$|^fecha$/,
  ],
  line: [/^(transaction|txn|trans|entry) ?(id|no|nr|num|number)$/],
  // Not "description" or "note", which may name a customer or goods.
  reason: [/^((adjustment|reversal) )?reason( code)?$|^motivo$/, /^((transaction|entry|payment|line) )?type$/],
}

/** Returns a header as lowercase words without accents, symbols or a currency: `lease id` for `LeaseID`, and `lease number` for `Lease #`. */
export function plain(header: string): string {
  return header
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/#/g, " number ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/ (usd|cad|eur|mxn)$/, "")
}

export type Guess = { columns: Columns; unclear: Partial<Record<Role, string[]>> }

/**
 * Guesses the columns from the headers. `unclear` has the roles for which several headers are equally likely. The order number isn't guessed if
 * there is a column for the lease, because the number may be the operator's own.
 */
export function guessColumns(headers: readonly string[]): Guess {
  const guess: Guess = { columns: {}, unclear: {} }
  for (const role of ROLES) {
    if (role === "order" && (guess.columns.lease || guess.unclear.lease)) continue
    const likely = KNOWN[role].map((known) => headers.filter((header) => known.test(plain(header))))
    const [first, ...others] = likely.find((found) => found.length > 0) ?? []
    if (others.length && first !== undefined) guess.unclear[role] = [first, ...others]
    else if (first !== undefined) guess.columns[role] = first
  }
  return guess
}

/** Whether amounts are before or after the fee, if the column's name says so. */
export function amountIsOf(header: string): "gross" | "net" | null {
  const words = plain(header).split(" ")
  if (words.includes("gross") || words.includes("bruto")) return "gross"
  return words.includes("net") || words.includes("neto") ? "net" : null
}

/** Returns the index of the column with this exact name, or else with any spelling of it. Null if there is none or more than one. */
export function placeOf(name: string, headers: readonly string[]): number | null {
  for (const same of [(header: string) => header === name, (header: string) => plain(header) === plain(name)]) {
    const places = headers.flatMap((header, place) => (same(header) ? place : []))
    if (places.length) return places.length === 1 ? (places[0] ?? null) : null
  }
  return null
}
