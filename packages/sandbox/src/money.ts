/** Returns an amount's cents, or undefined for more than two decimals. Avoids multiplying a float by 100. */
export function centsOf(amount: number): number | undefined {
  const text = amount.toFixed(2)
  if (Number(text) !== amount) return undefined
  return Number(text.replace(".", ""))
}

/** Returns dollars with at most two decimals (reference 1). */
export function dollars(cents: number): number {
  return Number(dollarText(cents))
}

export function dollarText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Rounds half up (reference 1). */
export function percentOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100)
}
