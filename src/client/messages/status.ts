import type { Dialect } from "../options/dialect"
import { cleanText } from "../values/clean-text"
import { clip } from "../values/mask"
import { flag, text } from "../values/read"
import { SERVICE_STATUSES } from "../values/service-statuses"

/** The status of an application or lease (spec 3, reference 9). Any other text becomes `unknown`. */
export type ServiceStatus = (typeof SERVICE_STATUSES)[number] | "unknown"

const BY_LETTERS = new Map<string, ServiceStatus>([
  ...SERVICE_STATUSES.map((status): [string, ServiceStatus] => [status.replaceAll("_", ""), status]),
  // Other names for the same statuses (reference 8).
  ["conditional", "pre_approved"],
  ["declined", "denied"],
  ["inprocess", "pending"],
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

/** Reads a status, applying `dialect.statusWords` first. `statusText` is the service's own text, or the status that this option maps it to. */
export function parseStatus(
  written: string,
  { statusWords }: Pick<Dialect, "statusWords">,
): { status: ServiceStatus; statusText: string } {
  const letters = lettersOf(written)
  const meant = Object.entries(statusWords).find(([word]) => lettersOf(word) === letters)?.[1] ?? written
  const status = toServiceStatus(meant)
  // A known status has nothing to mask.
  return { status, statusText: cleanText(status === "unknown" ? clip(meant) : meant, LONGEST) }
}

export type FoundStatus = { status: ServiceStatus; statusText: string; isOkToDeliver: boolean | undefined }

/**
 * Finds the status in a response, at the first of `dialect.statusKeys` that contains text, and the `isOkToDeliver` next to it. Throws ZodError if
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

const LONGEST = 60
