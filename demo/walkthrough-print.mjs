const HIDDEN = new Set(["application", "leaseKey"])
const MOST = 700

/**
 * Prints one step: what the shopper's browser asked, what the store answered, what the lease service was told meanwhile.
 *
 * @param {number} number
 * @param {import("./store-client.mjs").Exchange} exchange
 * @param {import("./service-journal.mjs").JournalLine[]} calls
 */
export function printExchange(number, { title, method, path, body, status, answer }, calls) {
  const question = body === undefined ? "" : ` ${shortened(body)}`
  console.log(`\n${number}. ${title}`)
  console.log(`   asked     ${method} ${path}${question}`)
  console.log(`   answered  ${status} ${shortened(answer)}`)
  for (const { line } of calls) console.log(`   service   ${line}`)
}

/** JSON on one line, cut where it gets long, without the applicant's answers and the lease key. @param {unknown} value */
export function shortened(value) {
  const text = JSON.stringify(value, (name, inner) => {
    if (HIDDEN.has(name)) return "…"
    // Long lists (form fields, lines of an offer) say enough with their length.
    return Array.isArray(inner) && inner.length > 3 ? `${inner.length} entries` : inner
  })
  return text.length > MOST ? `${text.slice(0, MOST)} … (${text.length} characters)` : text
}
