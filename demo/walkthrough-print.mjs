const HIDDEN = new Set([
  "application",
  "leaseKey",
  "password",
  "token",
  "deliveryConfirmationUrl",
  "orderConfirmationUrl",
])
const MOST = 500

/** Members shown of Medusa's long answers. */
const PICKED = /** @type {Record<string, string[]>} */ ({
  cart: ["id", "total", "currency_code"],
  order: ["id", "display_id", "total", "currency_code", "status", "payment_status", "fulfillment_status"],
  payment: ["id", "amount", "currency_code"],
  payment_collection: ["id", "amount", "currency_code", "status"],
})

/** Members of a lease view that are the same in every step. */
const REPEATED = new Set(["consent", "operator", "test", "way"])

/**
 * Prints one step: what the shopper's browser asked, what the store answered, what the lease service was told meanwhile.
 *
 * @param {number} number
 * @param {import("./store-client.mjs").Exchange} exchange
 * @param {import("./service-journal.mjs").JournalLine[]} calls
 */
export function printExchange(number, { title, method, path, body, status, answer }, calls) {
  const question = body === undefined ? "" : ` ${typeof body === "string" ? "(not JSON)" : shortened(body)}`
  console.log(`\n${number}. ${title}`)
  console.log(`   asked     ${method} ${withoutFields(path)}${question}`)
  console.log(`   answered  ${status} ${shortened(withoutRepetition(answer))}`)
  for (const { line } of calls) console.log(`   service   ${line}`)
}

/**
 * One step that was shown in full before: a line.
 *
 * @param {number} number
 * @param {import("./store-client.mjs").Exchange} exchange
 */
export function printBriefly(number, { title, method, path, status }) {
  const where = withoutFields(path).replace(/[a-z_]+_[0-9A-Z]{20,}/g, "…")
  console.log(`${`${number}. ${title}`.padEnd(52)} ${method} ${where} → ${status}`)
}

/** Heads the next steps. @param {string} text */
export function printHeading(text) {
  console.log(`\n\n${text}\n${"─".repeat(text.length)}`)
}

/** JSON on one line, cut where it gets long, without the applicant's answers and the lease key. @param {unknown} value */
export function shortened(value) {
  const text = JSON.stringify(value, (name, inner) => {
    if (HIDDEN.has(name)) return "…"
    if (name in PICKED && isObject(inner)) return pick(inner, PICKED[name] ?? [])
    if (name === "can" && isObject(inner)) return allowedOf(inner)
    // Long lists (form fields, lines of an offer) say enough with their length.
    return Array.isArray(inner) && inner.length > 3 ? `${inner.length} entries` : inner
  })
  return text.length > MOST ? `${text.slice(0, MOST)} … (${text.length} characters)` : text
}

/** The members asked of Medusa say nothing here. @param {string} path */
function withoutFields(path) {
  return path.replace(/\?fields=.*/, "")
}

/** @param {unknown} answer */
function withoutRepetition(answer) {
  if (!isObject(answer)) return answer
  const isView = "step" in answer
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !(isView && REPEATED.has(name))))
}

/** @param {Record<string, unknown>} can the `can` of a lease view: the actions that are allowed */
function allowedOf(can) {
  return Object.entries(can)
    .filter(([, allowed]) => isObject(allowed) && allowed.allowed === true)
    .map(([action]) => action)
    .join(", ")
}

/** @param {Record<string, unknown>} from @param {string[]} names */
function pick(from, names) {
  return Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]))
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
