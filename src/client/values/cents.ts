/** Whole cents of the service's currency, always a safe integer. */
export type Cents = number & { readonly __brand: "Cents" }

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/

/**
 * Converts major units, a number or numeric text, to whole cents; half a cent is rounded up, once (reference 1).
 * Undefined for what isn't an amount, or is too large to be exact. Works on the text, never on a float times 100: 1.005 is 101 cents.
 */
export function toCents(amount: number | string): Cents | undefined {
  const text = typeof amount === "number" ? plain(amount) : amount.trim()
  const [, sign, units, fraction = ""] = DECIMAL.exec(text) ?? []
  const half = fraction.charCodeAt(2) >= 53 ? 1 : 0
  const cents = Number(units) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0")) + half
  if (!Number.isSafeInteger(cents)) return undefined
  return (sign === "-" && cents !== 0 ? -cents : cents) as Cents
}

/** The digits of a number. Tiny numbers print as 1e-7, which is nothing. */
function plain(amount: number): string {
  const text = String(amount)
  return text.includes("e-") ? "0" : text
}

/** Converts cents to major units with two decimals at most, as a JSON number. */
export function toMajor(cents: Cents): number {
  return cents / 100
}
