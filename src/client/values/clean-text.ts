/** Shows nothing: direction marks of a copied phone number, zero-width signs, fillers, and halves of signs. */
const INVISIBLE = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu

/**
 * Keeps 30 marks on one letter, as Unicode's Stream-Safe Text Format does (UAX 15): no language has more, and normalizing takes time that grows with
 * their square.
 */
export function fewMarks(text: string): string {
  return text.replace(/(?<!\p{M})(\p{M}{30})\p{M}+/gu, "$1")
}

/** A text as it is sent: it reads as it was typed, on one line, without invisible characters. Once and twice are the same. */
export function sentText(text: string): string {
  return fewMarks(text.replace(INVISIBLE, ""))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .normalize("NFC")
    .trim()
}

/**
 * One spelling of what people write in several: for checking and comparing, and for numbers, dates, codes and e-mail addresses, which are also sent
 * like this. Full-width digits are digits, `½` is `1/2`, `123½` is `123 1/2`, every dash and quotation mark is that of the keyboard.
 * Upper and lower case stay.
 */
export function canonicalText(text: string): string {
  const compatible = fewMarks(text.replace(INVISIBLE, ""))
    .replace(/(?<=\p{N})(?=[¼-¾⅐-⅟↉])/gu, " ")
    .replace(/[ʹʻʼ‘-‛′´`｀]/g, "'")
    .replace(/[“-‟″]/g, '"')
    .normalize("NFKC")
    .replaceAll("⁄", "/")
    .replace(/[\p{Pd}−]/gu, "-")
  return sentText(compatible).normalize("NFKC")
}

/**
 * Someone else's text as it is sent, of at most `most` characters, with "…" if it was cut. Without NUL and half characters, which PostgreSQL
 * can't store.
 */
export function cleanText(text: string, most: number): string {
  const line = sentText(text)
  return line.length > most ? `${line.slice(0, most).replace(/\p{Cs}$/u, "")}…` : line
}

/**
 * A phone number's extension: `ext. 12`, `x12`, `#12`, `;ext=12` of a link, the pauses `,,12` of a contact. Without the lookbehind at its
 * beginning, the search would take quadratic time.
 */
export const EXTENSION = /(?<![\s;,])[\s;,]*(?:(?:extension|ext|x|#)[.:=]?|(?<=\d{4}),+)\s*\d{1,8}#?$/i

/** The digits of a phone number, without its extension and the North American country code, which most people leave out or dial as `001`, `011 1`. */
export function phoneDigits(text: string): string {
  const digits = text.replace(EXTENSION, "").replace(/\D/g, "")
  return /^(?:(?:00|011)?1)?(\d{10})$/.exec(digits)?.[1] ?? digits
}
