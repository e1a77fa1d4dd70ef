/**
 * A person's text in the one form in which it is judged, compared and sent: one line, digits of full width as digits, without invisible signs such as
 * the direction marks of a copied phone number. The form of the form is the form.
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
 * Somebody else's text as one line of at most `most` characters, and "…" where it was cut. Without NUL and halves of signs, which
 * PostgreSQL cannot keep, and without other invisible ones.
 */
export function cleanText(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, " ").trim()
  return line.length > most ? `${line.slice(0, most).replace(/\p{Cs}$/u, "")}…` : line
}

/** What follows a phone number within a company: `ext. 12`, `x12`, `#12`, `;ext=12` of a link, the pauses `,,12` of a contact. */
export const EXTENSION = /[\s;,]*(?:(?:extension|ext|x|#)[.:=]?|(?<=\d{4}),+)\s*\d{1,8}#?$/i

/** The digits of a phone number, without its extension and without the code of North America, which most people leave out. */
export function phoneDigits(text: string): string {
  const digits = text.replace(EXTENSION, "").replace(/\D/g, "")
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits
}
