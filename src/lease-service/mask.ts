/**
 * Keeps applicants' data, credentials and one-time addresses out of every text that leaves an error (reference 14.18). Applied when the
 * error is made, so that no log, journal or inspector can print more. When in doubt a text loses too much rather than too little.
 */

const MASK = "***"

/** Fields whose values are never repeated, wherever a text names them (reference 3, 13.1). Compared without case. */
const FIELDS = [
  ...[
    "ssn",
    "itin",
    "ssnLast4",
    "socialSecurityNumber",
    "birthdate",
    "birth_date",
    "dateOfBirth",
    "dob",
    "birthMonth",
    "birthYear",
  ],
  ...["grossIncomeMonthly", "monthlyIncome", "grossIncome", "income", "incomeName", "lastPayDate", "nextPayDate"],
  ...[
    "routingNumber",
    "accountNumber",
    "bankAccount",
    "cardNumber",
    "cvv",
    "cvc",
    "expirationDate",
    "firstNameOnCard",
    "lastNameOnCard",
  ],
  ...[
    "firstName",
    "lastName",
    "emailAddress",
    "email",
    "cellPhone",
    "homePhone",
    "mobilePhone",
    "phone",
    "phoneNumber",
  ],
  ...["streetAddress1", "streetAddress2", "city", "zip", "line1", "line2", "deviceRiskId"],
  ...["password", "username", "secret", "token", "access_token", "authHash", "authorization", "leaseId", "esignUrl"],
]
const SENSITIVE = new Set(FIELDS.map((field) => field.toLowerCase()))

/** Whether a field of this name may hold what must not be repeated or stored. */
export function isSensitiveField(name: string): boolean {
  return SENSITIVE.has(name.toLowerCase())
}

/** A quotation mark, escaped any number of times in nested JSON. */
const QUOTE = String.raw`\\*["']`

/** `"ssn": "…"`, `ssn=…`, `<ssn>…`: quoted up to the same quotation mark or, cut off, to the end; else up to the next sign. */
const NAMED_VALUE = new RegExp(
  String.raw`(?<![a-z0-9])((?:${FIELDS.join("|")})(?:${QUOTE})?\s*[:=>]\s*)` +
    String.raw`(?:(${QUOTE})[\s\S]*?(?:(?<!\\)\2|$)|(?![\[{])[^\s,;&}\]<"']+)`,
  "gi",
)

const RULES: [RegExp, string][] = [
  [/\b(Basic|Bearer)(\s+|\+)[\w+/=.~-]+/gi, `$1 ${MASK}`],
  [NAMED_VALUE, `$1${MASK}`],
  [/\b(https?):(?:\/|\\){2,}(?:[^\s"'<>/?#\\@]*@)?([a-z0-9.:[\]-]+)[^\s"'<>]*/gi, `$1://$2/${MASK}`],
  [/(\b(?:code|leaseId)=)[^&\s"'<>]+/gi, `$1${MASK}`],
  [/[^\s@"'<>:=,;(){}[\]\\]{1,64}@[a-z0-9.-]{1,255}/gi, MASK],
  [/(?<!\d)\d{3}[ .-]?\d{2}[ .-]?\d{4}(?!\d)/g, MASK],
  // Nine digits and more, together or in groups: SSN, bank account, card, phone.
  [/\d(?:[ .()/-]{0,2}\d){8,}/g, MASK],
]

/** Every rule, and every escape, needs one of these; most texts of an answer hold none. */
const SUSPECT = /[\d@:=>%&\\]|\b(?:basic|bearer)\b/i

/** Escaped characters of nested JSON, of HTML and of addresses. */
const ENCODED = /\\{1,8}u([0-9a-f]{4})|&#x([0-9a-f]{1,5});|&#(\d{1,6});|%([2-7][0-9a-f])|&quot;|&amp;/gi

/** Read first, twice where it was written twice, so that no value hides behind an escape. */
function decode(text: string): string {
  const once = (encoded: string) =>
    encoded.replace(ENCODED, (sign: string, json?: string, hex?: string, decimal?: string, percent?: string) => {
      if (/^&[qa]/i.test(sign)) return sign.startsWith("&q") ? '"' : "&"
      const code = decimal ? Number(decimal) : Number.parseInt(json ?? hex ?? percent ?? "", 16)
      return code > 31 && code < 0x10000 ? String.fromCharCode(code) : " "
    })
  return once(once(text))
}

/**
 * The text without what must not be repeated. `secrets` are the values of the call in flight, see {@link secretsOf}; they are masked however
 * the service spells them.
 */
export function mask(text: string, secrets: readonly RegExp[] = []): string {
  if (secrets.length === 0 && !SUSPECT.test(text)) return text
  let masked = decode(text)
  for (const secret of secrets) masked = masked.replace(secret, MASK)
  for (const [pattern, replacement] of RULES) masked = masked.replace(pattern, replacement)
  return masked
}

/** Longest text of an answer that an error repeats (reference 10), and how much of an answer is looked at for it. */
const SHOWN = 2000
const READ = 10 * SHOWN

/** One masked line of at most 2000 characters. The masking comes before the cut, which could leave half of a value standing. */
export function clip(text: string, secrets: readonly RegExp[] = []): string {
  const line = mask(text.slice(0, READ), secrets)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}

/** Values by which nobody is known, and which an explanation may need. */
const HARMLESS = new Set(["payFrequency", "state", "country", "languagePreference", "applicationSource", "leaseSource"])

/**
 * Patterns that find the values of a body again: every text and number in it but those of harmless fields, in whatever way digits and dates
 * are grouped. Longest first, so that a value is not left half masked by a shorter one.
 */
export function secretsOf(body: unknown): RegExp[] {
  const values = new Set<string>()
  collect(body, values)
  return [...values].sort((a, b) => b.length - a.length).map(toPattern)
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === "number" || typeof value === "string") {
    const text = String(value).trim()
    if (text.length > 1 && text !== "true" && text !== "false") for (const form of formsOf(text)) into.add(form)
  } else if (value && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) if (!HARMLESS.has(key)) collect(inner, into)
  }
}

function formsOf(text: string): string[] {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  if (year && month && day) {
    const short = `${Number(month)}${Number(day)}${year}`
    return [text, `${month}${day}${year}`, `${day}${month}${year}`, `${month}${day}${year.slice(2)}`, short]
  }
  const encoded = encodeURIComponent(text)
  return encoded === text ? [text] : [text, encoded]
}

/** A value of digits is found in any grouping; other text as it is, without case. Short values only where they stand alone. */
function toPattern(value: string): RegExp {
  const digits = value.replace(/\D/g, "")
  if (digits.length >= 2 && /^[\d\s().,/+$-]+$/.test(value)) {
    const grouped = orCutOff([...digits], String.raw`[\s().,/-]{0,2}`)
    return new RegExp(digits.length < 7 ? `(?<!\\d)${grouped}(?!\\d)` : grouped, "g")
  }
  const signs = [...value].map((sign) =>
    /\s/.test(sign) ? String.raw`[\s+]+` : sign.replace(/[^\p{L}\p{N}]/u, "\\$&"),
  )
  return new RegExp(value.length < 5 ? `(?<![a-z0-9])${signs.join("")}(?![a-z0-9])` : orCutOff(signs, ""), "gi")
}

/** The whole value, or at the end of the text its first four signs and more: an answer may break off inside it. */
function orCutOff(signs: string[], between: string): string {
  const start = signs.slice(0, 4).join(between)
  if (signs.length > 100) return signs.join(between)
  return signs
    .slice(4)
    .reduceRight((rest, sign) => `(?:${between}${sign}${rest}|$)`, "")
    .replace(/^/, start)
}
