/** Invisible characters, such as direction marks from a copied phone number, zero-width characters, fillers, and lone surrogates. */
const INVISIBLE = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu

/**
 * Keeps at most 30 combining marks per letter, like Unicode's Stream-Safe Text Format (UAX 15). No language uses more, and the time to normalize them
 * grows quadratically.
 */
export function fewMarks(text: string): string {
  return text.replace(/(?<!\p{M})(\p{M}{30})\p{M}+/gu, "$1")
}

/** Words in printable ASCII with single spaces, as most texts are. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** Returns text as it's sent: as typed, but on one line and without invisible characters. Idempotent. */
export function sentText(text: string): string {
  if (PLAIN.test(text)) return text
  return fewMarks(text.replace(INVISIBLE, ""))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .normalize("NFC")
    .trim()
}

/** Characters used as apostrophes. Replace them both before and after normalizing, because `ŉ` and `‴` normalize to some of them. */
const APOSTROPHES = /[ʹʻʼ‘-‛′´`｀]/g

/**
 * Returns one spelling for text that people write in different ways. Used to check and compare values, and to send numbers, dates, codes and email
 * addresses. Full-width digits become ASCII digits, `½` becomes `1/2`, `123½` becomes `123 1/2`, and dashes and quotation marks become ASCII ones.
 * Preserves case.
 */
export function canonicalText(text: string): string {
  const compatible = fewMarks(text.replace(INVISIBLE, ""))
    .normalize("NFC")
    .replace(/(?<=\p{N})(?=[¼-¾⅐-⅟↉])/gu, " ")
    .replace(APOSTROPHES, "'")
    .replace(/[“-‟″]/g, '"')
    .normalize("NFKC")
    .replace(APOSTROPHES, "'")
    .replaceAll("⁄", "/")
    .replace(/[\p{Pd}−]/gu, "-")
  return sentText(compatible).normalize("NFKC")
}

/**
 * Returns received text as one line of at most `most` characters, plus "…" if it was cut. Removes NUL characters and lone surrogates, which
 * PostgreSQL can't store.
 */
export function cleanText(text: string, most: number): string {
  const line = sentText(text)
  return line.length > most ? `${line.slice(0, most).replace(/\p{Cs}$/u, "")}…` : line
}
