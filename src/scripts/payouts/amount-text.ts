export type Decimal = "." | ","

/** A number as operators write it, after its sign and currency: digits, perhaps grouped, perhaps with decimals. */
const NUMBER = /^\d[\d.,' ]*$|^[.,]\d+$/
const CURRENCY = /^(?:[A-Z]{0,3} ?\p{Sc}|[A-Z]{3}(?= ?[-+(\d]))|(?:\p{Sc}|[A-Z]{3})$/giu
/** The largest amount of a line, in cents. The sum of a million of them is still exact. */
const LARGEST = 1_000_000_000

type Parts = { digits: string; isNegative: boolean }

/** Splits an amount into its number and its sign: `-12.00`, `12.00-`, `(12.00)`, `-$12.00` or `$ (12.00)`. Null if it isn't an amount. */
function split(text: string): Parts | null {
  const bare = text
    .replace(/[\u2010-\u2012\u2212]/, "-")
    .replace(/\u2019/g, "'")
    .replace(/[\s\u00a0\u2009\u202f]+/g, " ")
    .trim()
  const marks = { isNegative: false, count: 0 }
  const unsigned = (signed: string): string => {
    const plain = signed.replace(CURRENCY, "").trim()
    const inner = withoutSign(plain)
    if (inner === undefined) return plain.replace(/^\+ ?/, "")
    marks.isNegative = true
    marks.count += 1
    return unsigned(inner.trim())
  }
  const digits = unsigned(bare)
  return marks.count < 2 && NUMBER.test(digits) ? { digits, isNegative: marks.isNegative } : null
}

/** Returns the text without its minus sign or parentheses. Undefined if it has neither. */
function withoutSign(text: string): string | undefined {
  if (text.startsWith("(") && text.endsWith(")")) return text.slice(1, -1)
  if (text.startsWith("-")) return text.slice(1)
  return text.endsWith("-") ? text.slice(0, -1) : undefined
}

/** Returns an amount's decimal separator, `"either"` if both are possible and give different amounts, or null if it has no separator. */
export function decimalOf(text: string): Decimal | "either" | null {
  const digits = split(text)?.digits ?? ""
  const separators = (digits.match(/[.,]/g) ?? []) as Decimal[]
  const last = separators.at(-1)
  if (!last) return null
  const other = last === "." ? "," : "."
  if (separators.includes(other)) return last
  if (separators.length > 1) return other
  const [whole = "", fraction = ""] = digits.split(last)
  return fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? "either" : last
}

/** Returns an amount in cents, or null if it isn't an amount with at most two decimals. Groups must have three digits. */
export function readCents(text: string, decimal: Decimal): number | null {
  const parts = split(text)
  if (!parts) return null
  const at = parts.digits.lastIndexOf(decimal)
  const whole = at < 0 ? parts.digits : parts.digits.slice(0, at)
  const fraction = (at < 0 ? "" : parts.digits.slice(at + 1)).replace(/(?<=^\d{2})0+/, "")
  const isGrouped = /^[1-9]\d{0,2}(?:([.,' ])\d{3})(?:\1\d{3})*$/.test(whole) && !whole.includes(decimal)
  if (!(isGrouped || /^\d*$/.test(whole)) || !/^\d{0,2}$/.test(fraction)) return null
  const cents = Number(whole.replace(/\D/g, "")) * 100 + Number(fraction.padEnd(2, "0"))
  if (cents > LARGEST) return null
  return parts.isNegative && cents > 0 ? -cents : cents
}

/** Returns an amount's sign, which doesn't depend on the decimal separator. Null if it isn't an amount. */
export function signOf(text: string): -1 | 0 | 1 | null {
  const parts = split(text)
  if (!parts) return null
  if (!/[1-9]/.test(parts.digits)) return 0
  return parts.isNegative ? -1 : 1
}
