const HIDDEN = "application leaseKey password token deliveryConfirmationUrl orderConfirmationUrl".split(" ")
const MOST = 300

/** Titles for the requests of the kit's client, by the last part of the path. @type {Record<string, string>} */
const TITLES = {
  choice: "Choose lease-to-own",
  application: "Apply",
  offer: "See what the lease costs",
  contract: "Open the contract",
  signature: "Check the signature",
  widget: "Open the operator's widget",
  "widget-events": "Report the widget's event",
  "payment-collections": "Start the payment",
  "payment-sessions": "Choose the payment provider",
  complete: "Place the order",
}

/** The fields of Medusa's long responses to show. @type {Record<string, string[]>} */
const PICKED = {
  cart: ["id", "total", "tax_total", "currency_code"],
  order: ["id", "display_id", "total", "tax_total", "status", "payment_status", "fulfillment_status"],
  payment: ["id", "amount", "currency_code"],
  payment_collection: ["id", "amount", "status"],
}

/**
 * Prints one step: the request to the store, its response, and the calls made to the lease service in the meantime.
 *
 * @param {number} number @param {import("./store-client.mjs").Exchange} exchange @param {string[]} calls
 * @param {boolean} [isBrief] print one line, because such a step was shown before
 */
export function printExchange(number, { title, method, path, body, status, answer }, calls, isBrief = false) {
  const where = path.replace(/\?fields=.*/, "")
  const heading = `${number}. ${title ?? TITLES[where.split("/").at(-1) ?? ""] ?? "Read the lease"}`
  if (isBrief) {
    console.log(`${heading.padEnd(48)} ${method} ${where.replace(/(?<!\w)[a-z_]+_[0-9A-Z]{20,}/g, "…")} → ${status}`)
    return
  }
  console.log(`\n${heading}\n   request   ${method} ${where} ${body === undefined ? "" : shortened(body)}`.trimEnd())
  console.log(`   answer    ${status} ${shortened(answer)}`)
  for (const call of calls) console.log(`   service   ${call}`)
}

/** @param {string} text */
export function printHeading(text) {
  console.log(`\n\n${text}\n${"─".repeat(text.length)}`)
}

/** Returns JSON on one line, shortened, without the applicant's answers and secrets. @param {unknown} value */
export function shortened(value) {
  const text =
    JSON.stringify(value, (name, inner) => {
      if (HIDDEN.includes(name)) return "…"
      const picked = inner && PICKED[name]
      return picked ? Object.fromEntries(picked.map((/** @type {string} */ member) => [member, inner[member]])) : inner
    }) ?? ""
  return text.length > MOST ? `${text.slice(0, MOST)} … (${text.length} characters)` : text
}
