import type { Wire } from "../options/wire-defaults"
import { cleanText } from "../values/clean-text"
import { mask } from "../values/mask"
import { STATES } from "../values/states"

/** Where the service says an application or lease stands (spec 3, reference 9). `unknown` is a text not named there. */
export type ServiceStatus = (typeof STATES)[number] | "unknown"

/** Other spellings of the same states (reference 8). */
const SYNONYMS: Record<string, ServiceStatus> = {
  conditional: "pre_approved",
  declined: "denied",
  inprocess: "pending",
}

const BY_LETTERS = new Map<string, ServiceStatus>([
  ...STATES.map((status): [string, ServiceStatus] => [status.replaceAll("_", ""), status]),
  ...Object.entries(SYNONYMS),
])

/**
 * The state that the service's text names; case, blanks, hyphens and underscores do not count. Unknown text is `unknown`: not an error, and
 * never an approval (reference 8).
 */
export function toServiceStatus(statusText: string): ServiceStatus {
  return BY_LETTERS.get(lettersOf(statusText)) ?? "unknown"
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "")
}

/** A state as an account names it: `wire.statusWords` first. `statusText` is the service's own text, or the state that option gives it. */
export function readStatus(
  text: string,
  { statusWords }: Pick<Wire, "statusWords">,
): { status: ServiceStatus; statusText: string } {
  const letters = lettersOf(text)
  const given = Object.entries(statusWords).find(([word]) => lettersOf(word) === letters)?.[1]
  return { status: toServiceStatus(given ?? text), statusText: toStatusText(given ?? text) }
}

/** The service's own text for a state, fit to be stored: a short line. */
export function toStatusText(text: string): string {
  return cleanText(mask(text.slice(0, 10 * LONGEST)), LONGEST)
}

/** A state is a word or three. */
const LONGEST = 60
