import { type Cents, toMajor } from "../client"

/** Amounts of money in `lease-cart`: whole cents, computed from exact decimals. No float is ever multiplied by 100. */

export { type Cents, toMajor }

/**
 * An amount in major units in any form that Medusa returns: its own BigNumber (live, serialized or raw), a bignumber.js object, a number, or numeric
 * text.
 */
export type Amount = number | string | RawAmount | BigNumberLike

type RawAmount = { value: string | number; precision?: number }
type BigNumberLike =
  | { numeric: number; raw?: RawAmount | undefined }
  | { numeric_: number; raw_?: RawAmount | undefined }
  | { toFixed(): string }

/** An exact amount in units of 10^-8 of the major unit. */
export type Decimal = bigint & { readonly __brand: "Decimal" }

/** A trillion major units. Up to this amount, `cents / 100` prints with at most two decimals. */
export const MAX_CENTS = 100_000_000_000_000

/**
 * Medusa divides with 20 significant digits and sometimes returns the result as a double, so the same amount can arrive as 9.995 or as
 * 9.9949999999999999999. Eight decimals keep every real digit (a price with three decimals, or a tax rate in percent with three) and drop the noise:
 * up to 40 million, a double is off by less than half a unit in the eighth decimal.
 */
const DECIMALS = 8
const UNITS_PER_CENT = 10n ** BigInt(DECIMALS - 2)
const NUMERIC = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

export const ZERO = 0n as Decimal

/** Checks an amount in whole cents and brands it. Throws a RangeError if the value isn't a whole number or exceeds {@link MAX_CENTS}. */
export function cents(value: number): Cents {
  if (!Number.isInteger(value) || Math.abs(value) > MAX_CENTS)
    throw new RangeError(`${value} is not a whole number of cents within the range of a cart`)
  return value as Cents
}

/** Reads an amount in major units and rounds it to cents once, as {@link toCents} does. Throws a RangeError if it isn't an amount. */
export function parseAmount(amount: Amount | null | undefined): Cents {
  return toCents(readDecimal(amount))
}

/** Reads an amount in major units exactly, to eight decimals. Throws a RangeError if it isn't an amount. */
export function readDecimal(amount: Amount | null | undefined): Decimal {
  return readUnits(numericText(amount), DECIMALS) as Decimal
}

/**
 * Returns an amount in cents as Medusa and storefronts show it: the double's shortest decimal form, rounded half up, as `Intl.NumberFormat` does.
 * Differs from {@link parseAmount} by a cent if a double is less than 5e-9 below half a cent. Throws the same errors.
 */
export function shownCents(amount: Amount | null | undefined): Cents {
  return cents(Number(readUnits(String(Number(numericText(amount))), 2)))
}

/** Parses a number in units of 10^-`decimals`. Rounds once, half up. */
function readUnits(text: string, decimals: number): bigint {
  const match = NUMERIC.exec(text.trim())
  if (!match) throw new RangeError("An amount of the cart is not a number")
  const [, sign, whole, fraction = "", exponent = "0"] = match
  const magnitude = scaled(whole + fraction, decimals - fraction.length + Number(exponent))
  return sign === "-" ? -magnitude : magnitude
}

/** Rounds to cents, half up (a negative amount away from zero). Throws a RangeError if the result exceeds {@link MAX_CENTS}. */
export function toCents(value: Decimal): Cents {
  return cents(Number(divideHalfUp(value, UNITS_PER_CENT)))
}

/** Whether an amount in major units has no fraction of a cent. Throws a RangeError if it isn't an amount. */
export function isWholeCents(amount: Amount): boolean {
  return readDecimal(amount) % UNITS_PER_CENT === 0n
}

export function isWithinRange(value: Decimal): boolean {
  const limit = BigInt(MAX_CENTS) * UNITS_PER_CENT
  return value <= limit && value >= -limit
}

/** Splits a non-negative decimal into whole cents and the remainder, in units of 10^-8. */
export function floorCents(value: Decimal): { whole: number; rest: number } {
  return { whole: Number(value / UNITS_PER_CENT), rest: Number(value % UNITS_PER_CENT) }
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce<bigint>((total, value) => total + value, ZERO) as Decimal
}

/** Returns an exact amount as decimal text, which is a valid {@link Amount}. */
export function decimalText(value: Decimal): string {
  const digits = String(value < 0n ? -value : value).padStart(DECIMALS + 1, "0")
  return `${value < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}

/** Formats an amount for display, for example "$1,050.00". */
export function formatMoney(value: Cents, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(toMajor(value))
}

/** Multiplies `digits` by ten to the power of `shift`, rounding half up. */
function scaled(digits: string, shift: number): bigint {
  const value = BigInt(digits)
  return shift >= 0 ? value * 10n ** BigInt(shift) : divideHalfUp(value, 10n ** BigInt(-shift))
}

function divideHalfUp(value: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return value < 0n ? -((-value + half) / divisor) : (value + half) / divisor
}

/** Returns an amount as decimal text. If the amount isn't a number, neither is the text. */
function numericText(amount: Amount | null | undefined): string {
  if (typeof amount === "number" || typeof amount === "string") return String(amount)
  if (amount === null || amount === undefined) return ""
  if ("value" in amount) return String(amount.value)
  if ("numeric" in amount) return String(amount.raw?.value ?? amount.numeric)
  if ("numeric_" in amount) return String(amount.raw_?.value ?? amount.numeric_)
  return amount.toFixed()
}
