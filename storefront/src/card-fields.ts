import { LeaseError } from "./errors.js"

type Field = LeaseError["fields"][number]

/**
 * Looks whether the page has the fields that the lease card goes into (spec 2.9), before the shopper begins: each selector must match exactly
 * one element. Throws a LeaseError (`widget_fields`) that names every one that does not, by `siteConfig` key; it speaks to the developer.
 */
export function checkCardFields(siteConfig: Record<string, string> = {}, root: ParentNode = document): void {
  const fields = Object.entries(siteConfig).flatMap(([field, selector]): Field[] => {
    const rule = wrongOf(root, selector)
    return rule ? [{ field, rule, message: `${field}: ${selector} ${WORDS[rule]}.` }] : []
  })
  if (fields.length === 0) return
  const named = fields.map(({ message }) => message).join(" ")
  const message = `The card form of this page does not fit the widget's siteConfig. ${named}`
  throw new LeaseError({ code: "widget_fields", message, status: 0, retryable: false, fields })
}

const WORDS = {
  missing: "matches no element",
  double: "matches more than one element",
  unreadable: "is no selector",
}

function wrongOf(root: ParentNode, selector: string): keyof typeof WORDS | undefined {
  try {
    const { length } = root.querySelectorAll(selector)
    return length === 1 ? undefined : length ? "double" : "missing"
  } catch {
    return "unreadable"
  }
}
