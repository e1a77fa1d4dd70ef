import { cleanText, fewMarks } from "./clean-text"
import { maskValues } from "./known-values"

/**
 * Keeps applicant data, credentials and one-time URLs out of error texts. Texts are masked when an error is created, so no log, journal or inspector
 * can print the originals. When in doubt, too much is masked rather than too little.
 */

const MASK = "***"

/** Fields whose values are masked wherever a text names the field, ignoring case (reference 3, 13.1). */
const FIELDS = [
  "ssn itin ssnLast4 socialSecurityNumber birthdate birth_date dateOfBirth dob birthMonth birthYear",
  "grossIncomeMonthly monthlyIncome grossIncome income incomeName lastPayDate nextPayDate",
  "routingNumber accountNumber bankAccount cardNumber cvv cvc expirationDate firstNameOnCard lastNameOnCard",
  "firstName lastName emailAddress email cellPhone homePhone mobilePhone phone phoneNumber",
  "streetAddress1 streetAddress2 city zip line1 line2 deviceRiskId",
  "password username secret token access_token authHash authorization leaseId esignUrl",
].flatMap((names) => names.split(" "))
const SENSITIVE = new Set(FIELDS.map((field) => field.toLowerCase()))

/** Whether a field with this name may hold a value that must not be repeated or stored. */
export function isSensitiveField(name: string): boolean {
  return SENSITIVE.has(name.toLowerCase())
}

/** A quotation mark, possibly escaped by nested JSON. */
const QUOTE = String.raw`\\*["']`

/**
 * Matches `"ssn": "…"`, `ssn=…` and `<ssn>…`. A quoted value ends at the matching quotation mark, or where the text was cut off. Any other value ends
 * at the next delimiter.
 */
const NAMED_VALUE = new RegExp(
  String.raw`(?<![a-z0-9])((?:${FIELDS.join("|")})(?:${QUOTE})?\s*[:=>]\s*)` +
    String.raw`(?:(${QUOTE})[\s\S]*?(?:(?<!\\)\2|$)|(?![\[{])[^\s,;&}\]<"']+)`,
  "gi",
)

const RULES: ([RegExp, string] | ((text: string) => string))[] = [
  [/\b(Basic|Bearer)(\s+|\+)[\w+/=.~-]+/gi, `$1 ${MASK}`],
  [NAMED_VALUE, `$1${MASK}`],
  [/\b(https?):(?:\/|\\){2,}(?:[^\s"'<>/?#\\@]*@)?([a-z0-9.:[\]-]+)[^\s"'<>]*/gi, `$1://$2/${MASK}`],
  [/(\b(?:code|leaseId)=)[^&\s"'<>]+/gi, `$1${MASK}`],
  maskAddresses,
  [/(?<!\d)\d{3}[^\p{L}\p{N}]?\d{2}[^\p{L}\p{N}]?\d{4}(?!\d)/gu, MASK],
  // Mask nine or more digits, with or without separators: SSN, bank account, card, phone.
  [/\d(?:[ .()/_*'–—-]{0,2}\d){8,}/g, MASK],
  [/\b(ending|ends|last)\b([^\n]{0,30}?)(?<!\d)\d{4}(?!\d)/gi, `$1$2${MASK}`],
]

const LOCAL_PART = /(?<=^|[\s@"'<>:=,;(){}[\]\\])[^\s@"'<>:=,;(){}[\]\\]+$/
const LONGEST_LOCAL_PART = 64

/** Searches from each "@", so a long text without an "@" costs nothing. */
function maskAddresses(text: string): string {
  let masked = ""
  let done = 0
  for (const { 0: domain, index } of text.matchAll(/@[a-z0-9.-]{1,255}/gi)) {
    const before = text.slice(Math.max(done, index - LONGEST_LOCAL_PART), index)
    const local = LOCAL_PART.exec(before)?.[0]
    if (!local) continue
    masked += text.slice(done, index - local.length) + MASK
    done = index + domain.length
  }
  return masked + text.slice(done)
}

/** Matches part of every escape and of every value to mask. Most texts don't match and skip the rules. */
const SUSPECT = /[\d@:=>%&\\]|\b(?:basic|bearer)\b/i

/** Matches escapes in nested JSON, HTML and URLs. */
const ENCODED =
  /\\{1,8}(?:u([0-9a-f]{4})|x([0-9a-f]{2}))|&#x([0-9a-f]{1,5});|&#(\d{1,6});|((?:%[0-9a-f]{2})+)|&quot;|&amp;/gi

/** Decodes escapes, even double ones, so none can hide a value. */
function decode(text: string): string {
  return plain(decodeOnce(decodeOnce(text)))
}

function decodeOnce(encoded: string): string {
  return encoded.replace(ENCODED, (sign: string, ...[json, hex, html, decimal, percent]: (string | undefined)[]) => {
    if (percent)
      return Buffer.from(percent.replaceAll("%", ""), "hex")
        .toString()
        .replace(/\p{Cc}/gu, " ")
    if (/^&[qa]/i.test(sign)) return sign.startsWith("&q") ? '"' : "&"
    const code = decimal ? Number(decimal) : Number.parseInt(json ?? hex ?? html ?? "", 16)
    return code > 31 && code < 0x10000 ? String.fromCharCode(code) : " "
  })
}

function plain(text: string): string {
  return fewMarks(text)
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
}

/** The maximum length of the part of a response that an error quotes (reference 10). */
const SHOWN = 2000
/** Maximum characters of a text that are read. The rest is cut off. */
const READ = 10 * SHOWN

/**
 * Masks sensitive values in the first 20,000 characters, and cuts off the rest. `values` are the current call's own values (from `valuesIn`), which
 * are masked in any grouping and equivalent spelling.
 */
export function mask(text: string, values: readonly string[] = []): string {
  const beginning = text.slice(0, READ)
  const read = plain(beginning).slice(0, READ)
  if (values.length === 0 && !SUSPECT.test(read)) return beginning
  return RULES.reduce(
    (masked, rule) => (typeof rule === "function" ? rule(masked) : masked.replace(...rule)),
    maskValues(decode(read), values.map(plain), MASK),
  )
}

/** Returns one masked line of at most 2000 characters. The text is masked before it's cut, because a cut could leave part of a value. */
export function clip(text: string, values: readonly string[] = []): string {
  return cleanText(mask(text, values), SHOWN)
}
