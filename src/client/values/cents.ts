/** An amount in whole cents of the service's currency. Always a safe integer. */
export type Cents = number & { readonly __brand: "Cents" }

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/

/**
 * Converts major units (a number or numeric text) to whole cents, rounding half a cent up (reference 1). Avoids floating-point errors: 1.005 is 101
 * cents, even though 1.005 times 100 is below 100.5. Returns undefined for anything that isn't an amount or is too large to be exact.
 */
export function toCents(amount: number | string): Cents | undefined {
  const cents = typeof amount === "number" ? centsOf(amount) : centsIn(amount.trim())
  return Number.isSafeInteger(cents) ? (cents as Cents) : undefined
}

/** Same result as converting the number's text, but faster. Text took a tenth of a price request's time. */
function centsOf(amount: number): number {
  const size = Math.abs(amount)
  const near = Math.round(size * 100)
  const isMore = size >= (10 * near + 5) / 1000
  const isLess = size < (10 * near - 5) / 1000
  return Math.sign(amount) * (near + Number(isMore) - Number(isLess)) + 0
}

function centsIn(text: string): number {
  const [, sign, units, fraction = ""] = DECIMAL.exec(text) ?? []
  const half = fraction.charCodeAt(2) >= 53 ? 1 : 0
  const cents = Number(units) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0")) + half
  return sign === "-" && cents !== 0 ? -cents : cents
}

/** Converts cents to major units, with at most two decimals. */
export function toMajor(cents: Cents): number {
  return cents / 100
}
