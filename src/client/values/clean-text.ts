/**
 * Normalizes a person's text for checking, comparing and sending: one line, full-width digits as digits, without invisible characters such as
 * the direction marks of a copied phone number.
 */
export function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cs}]+/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/\p{Pd}/gu, "-")
    .normalize("NFKC")
    .trim()
}

/**
 * Someone else's text as one line of at most `most` characters, with "…" if it was cut. Without NUL and half characters, which PostgreSQL
 * can't store, and without other invisible ones.
 */
export function cleanText(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, " ").trim()
  return line.length > most ? `${line.slice(0, most).replace(/\p{Cs}$/u, "")}…` : line
}

/** A phone number's extension: `ext. 12`, `x12`, `#12`, `;ext=12` of a link, the pauses `,,12` of a contact. */
export const EXTENSION = /[\s;,]*(?:(?:extension|ext|x|#)[.:=]?|(?<=\d{4}),+)\s*\d{1,8}#?$/i

/** The digits of a phone number, without its extension and the North American country code, which most people leave out. */
export function phoneDigits(text: string): string {
  const digits = text.replace(EXTENSION, "").replace(/\D/g, "")
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits
}
