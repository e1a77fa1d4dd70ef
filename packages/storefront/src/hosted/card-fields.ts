import { LeaseError } from "../client/errors.js"

type Field = LeaseError["fields"][number]

/** The virtual card is useless without this field. The other fields may be missing, or be added to the page later. */
const NEEDED = "cardNumber"

/**
 * Checks, before the shopper starts, whether the page has the fields for the virtual card (spec 2.9). Throws LeaseError (`widget_fields`) if the
 * field for the card number is missing. Only logs other missing fields.
 */
export function checkCardFields(siteConfig: Record<string, string> = {}): void {
  const fields = Object.entries(siteConfig).flatMap(([field, selector]): Field[] => {
    const rule = wrongOf(selector)
    return rule ? [{ field, rule, message: `${field}: ${selector} ${WORDS[rule]}.` }] : []
  })
  if (fields.length === 0) return
  const named = fields.map(({ message }) => message).join(" ")
  const message = `The card form of this page does not fit the widget's siteConfig. ${named}`
  if (fields.some(({ field }) => field === NEEDED))
    throw new LeaseError({ code: "widget_fields", message, status: 0, retryable: false, fields })
  console.warn(message)
}

const WORDS = {
  missing: "matches no element",
  unreadable: "isn't a valid selector",
}

function wrongOf(selector: string): keyof typeof WORDS | undefined {
  try {
    return document.querySelector(selector) ? undefined : "missing"
  } catch {
    return "unreadable"
  }
}
