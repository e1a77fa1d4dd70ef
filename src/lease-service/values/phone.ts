/** What follows a phone number within a company: `ext. 12`, `x12`, `#12`, `;ext=12` of a link, the pauses `,,12` of a contact. */
export const EXTENSION = /[\s;,]*(?:(?:extension|ext|x|#)[.:=]?|(?<=\d{4}),+)\s*\d{1,8}#?$/i

/** The digits of a phone number, without its extension and without the code of North America, which most people leave out. */
export function phoneDigits(text: string): string {
  const digits = text.replace(EXTENSION, "").replace(/\D/g, "")
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits
}
