import type { Dialect } from "../options/dialect"
import { cleanText } from "../values/clean-text"
import { clip } from "../values/mask"
import { flag, text } from "../values/read"
import { STATES } from "../values/states"

/** The status of an application or lease (spec 3, reference 9). `unknown` is a text not named there. */
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
 * The status that the service's text names, ignoring case, blanks, hyphens and underscores. Unknown text is `unknown`: not an error, and
 * never an approval (reference 8).
 */
export function toServiceStatus(statusText: string): ServiceStatus {
  return BY_LETTERS.get(lettersOf(statusText)) ?? "unknown"
}

function lettersOf(written: string): string {
  return written.toLowerCase().replace(/[\s_-]+/g, "")
}

/** A status in an account's words: `dialect.statusWords` first. `statusText` is the service's own text, or the status that the option gives it. */
export function parseStatus(
  written: string,
  { statusWords }: Pick<Dialect, "statusWords">,
): { status: ServiceStatus; statusText: string } {
  const letters = lettersOf(written)
  const given = Object.entries(statusWords).find(([word]) => lettersOf(word) === letters)?.[1]
  return { status: toServiceStatus(given ?? written), statusText: toStatusText(given ?? written) }
}

/** A status in an answer, and `isOkToDeliver` if it stands beside it. */
export type FoundStatus = { status: ServiceStatus; statusText: string; isOkToDeliver: boolean | undefined }

/**
 * The status in an answer, at the first of `dialect.statusKeys` with a text, and `isOkToDeliver` beside it. Throws ZodError if one of them is
 * something else.
 */
export function findStatus(
  answer: unknown,
  dialect: Pick<Dialect, "statusKeys" | "statusWords">,
): FoundStatus | undefined {
  for (const key of dialect.statusKeys) {
    const path = key.split(".")
    const group = path.slice(0, -1).reduce(memberOf, answer)
    const found = text.parse(memberOf(group, path.at(-1) ?? ""))
    const isOkToDeliver = flag.parse(memberOf(group, "isOkToDeliver"))
    if (found !== undefined) return { ...parseStatus(found, dialect), isOkToDeliver }
  }
  return undefined
}

function memberOf(value: unknown, name: string): unknown {
  const isGroup = typeof value === "object" && value !== null && Object.hasOwn(value, name)
  return isGroup ? (value as Record<string, unknown>)[name] : undefined
}

/** The service's own text for a status, fit to be stored: a short line. */
function toStatusText(written: string): string {
  return cleanText(clip(written), LONGEST)
}

/** The longest status: a few words. */
const LONGEST = 60
