import { LeaseError } from "../client/errors.js"

type Field = LeaseError["fields"][number]

/** Without it the virtual card cannot be used. The other fields may be missing, or come into the page later. */
const NEEDED = "cardNumber"

/**
 * Looks whether the page has the fields that the virtual card goes into (spec 2.9), before the shopper begins: the first element that a selector
 * matches is the one. Warns of others that do not match (yet) in the console.
 *
 * Throws a LeaseError (`widget_fields`) where that is the card's number; it speaks to the developer.
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
  unreadable: "is no selector",
}

function wrongOf(selector: string): keyof typeof WORDS | undefined {
  try {
    return document.querySelector(selector) ? undefined : "missing"
  } catch {
    return "unreadable"
  }
}
