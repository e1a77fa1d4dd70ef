/**
 * Matches a phone number's extension: `ext. 12`, `x12`, `#12`, `;ext=12` in a link, or `,,12` in a contact, where the commas are pauses. Without the
 * leading lookbehind, the search would take quadratic time.
 */
export const EXTENSION = /(?<![\s;,])[\s;,]*(?:(?:extension|extn|ext|x|#)[.:=]?|(?<=\d{4}),+)\s*\d{1,8}#?$/i

/** Returns a phone number's digits, without an extension or the North American country code (sometimes written `001` or `011 1`). */
export function phoneDigits(text: string): string {
  const digits = text.replace(EXTENSION, "").replace(/\D/g, "")
  return /^(?:(?:00|011)?1)?(\d{10})$/.exec(digits)?.[1] ?? digits
}
