import type { Dialect } from "../options/dialect"
import { cleanText } from "../values/clean-text"
import { clip } from "../values/mask"
import { flag, text } from "../values/read"
import { STATES } from "../values/states"

/** The status of an application or lease (spec 3, reference 9). `unknown` stands for any other text. */
export type ServiceStatus = (typeof STATES)[number] | "unknown"

/** Other names for the same statuses (reference 8). */
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
 * Returns the status for the service's text, ignoring case, spaces, hyphens and underscores. Unrecognized text becomes `unknown`, which is neither an
 * error nor an approval (reference 8).
 */
export function toServiceStatus(statusText: string): ServiceStatus {
  return BY_LETTERS.get(lettersOf(statusText)) ?? "unknown"
}

function lettersOf(written: string): string {
  return written.toLowerCase().replace(/[\s_-]+/g, "")
}

/** Reads a status, checking `dialect.statusWords` first. `statusText` is the service's own text, or the status that the option maps it to. */
export function parseStatus(
  written: string,
  { statusWords }: Pick<Dialect, "statusWords">,
): { status: ServiceStatus; statusText: string } {
  const letters = lettersOf(written)
  const given = Object.entries(statusWords).find(([word]) => lettersOf(word) === letters)?.[1]
  return { status: toServiceStatus(given ?? written), statusText: toStatusText(given ?? written) }
}

/** A status in an answer, with the `isOkToDeliver` next to it. */
export type FoundStatus = { status: ServiceStatus; statusText: string; isOkToDeliver: boolean | undefined }

/**
 * Finds the status in an answer, at the first of `dialect.statusKeys` that contains text, and the `isOkToDeliver` next to it. Throws ZodError if
 * either has the wrong type.
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

/** Returns the service's own text for a status as a short line that can be stored. */
function toStatusText(written: string): string {
  return cleanText(clip(written), LONGEST)
}

/** The maximum length of a status text (characters). */
const LONGEST = 60
