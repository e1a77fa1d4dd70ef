/** Cents of an amount with at most two decimals; undefined when it has more. No floating point times 100. */
export function centsOf(amount: number): number | undefined {
  const text = amount.toFixed(2)
  if (Number(text) !== amount) return undefined
  return Number(text.replace(".", ""))
}

/** The number that goes on the wire: dollars, two decimals at most (reference 1). */
export function dollars(cents: number): number {
  return Number(dollarText(cents))
}

export function dollarText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `percent` of an amount in cents, rounded half up (reference 1). */
export function percentOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100)
}
