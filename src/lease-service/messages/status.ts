import { cleanText } from "../values/clean-text"
import { mask } from "../values/mask"

const STATUSES = [
  "approved",
  "pre_approved",
  "prequalified",
  "pending",
  "denied",
  "approval_expired",
  "contracts",
  "contracts_expired",
  "contracts_received",
  "lease_accepted",
  "funded",
  "returned",
  "contracts_incomplete",
  "vcard_available",
] as const

/** Where the service says an application or lease stands (spec 3, reference 9). `unknown` is a text not named there. */
export type ServiceStatus = (typeof STATUSES)[number] | "unknown"

/** Other spellings of the same states (reference 8). */
const SYNONYMS: Record<string, ServiceStatus> = {
  conditional: "pre_approved",
  declined: "denied",
  inprocess: "pending",
}

const BY_LETTERS = new Map<string, ServiceStatus>([
  ...STATUSES.map((status): [string, ServiceStatus] => [status.replaceAll("_", ""), status]),
  ...Object.entries(SYNONYMS),
])

/**
 * The state that the service's text names; case, blanks, hyphens and underscores do not count. Unknown text is `unknown`: not an error, and
 * never an approval (reference 8).
 */
export function toServiceStatus(statusText: string): ServiceStatus {
  return BY_LETTERS.get(statusText.toLowerCase().replace(/[\s_-]+/g, "")) ?? "unknown"
}

/** The service's own text for a state, fit to be stored: a short line. */
export function toStatusText(text: string): string {
  return cleanText(mask(text.slice(0, 10 * LONGEST)), LONGEST)
}

/** A state is a word or three. */
const LONGEST = 60
