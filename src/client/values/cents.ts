/** Whole cents of the service's currency, always a safe integer. */
export type Cents = number & { readonly __brand: "Cents" }

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** The largest amount at which a double still tells hundredths of a cent apart. */
const CERTAIN = 1e12

/**
 * Converts major units, a number or numeric text, to whole cents; half a cent is rounded up, once (reference 1).
 * Undefined for what isn't an amount, or is too large to be exact. Works on the text, never on a float times 100: 1.005 is 101 cents.
 */
export function toCents(amount: number | string): Cents | undefined {
  if (typeof amount === "number") {
    // Far from half a cent, the nearest whole one is certain, and almost every amount is.
    const nearest = Math.round(amount * 100)
    if (Math.abs(amount * 100 - nearest) < 0.25 && Math.abs(nearest) < CERTAIN) return (nearest || 0) as Cents
  }
  const text = typeof amount === "number" ? plain(amount) : amount.trim()
  const [whole, sign, units = "", fraction = ""] = DECIMAL.exec(text) ?? []
  if (whole === undefined) return undefined
  const half = (fraction.charCodeAt(2) || 48) >= 53 ? 1 : 0
  const cents = Number(units) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0")) + half
  if (!Number.isSafeInteger(cents)) return undefined
  return (sign === "-" && cents !== 0 ? -cents : cents) as Cents
}

/** The digits of a number. Tiny numbers print as 1e-7, and a double has only fifteen digits anyway. */
function plain(amount: number): string {
  const text = String(amount)
  return text.includes("e-") ? amount.toFixed(15) : text
}

/** Converts cents to major units with two decimals at most, as a JSON number. */
export function toMajor(cents: Cents): number {
  return cents / 100
}
