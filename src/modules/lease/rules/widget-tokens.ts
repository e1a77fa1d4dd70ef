import { hashLeaseKey, isLeaseKey, newLeaseKey } from "./keys"
import { DAY_MS, MINUTE_MS } from "./moments"

/**
 * Lets a browser reopen the hosted widget and report its callbacks. Each opening gets a new token, stored as a hash. All tokens of one browser share
 * a `line` number. `used_at` is when the token was handed out or last used for a report, or null once the browser reported that the shopper left.
 * `approved_at` is when the browser reported an approval that hasn't ended. Times are ISO strings.
 */
export type WidgetToken = { hash: string; line: number; used_at: string | null; approved_at: string | null }

/** After this long without a report, another browser may open the widget. */
const QUIET_MS = 30 * MINUTE_MS
/** The longer limit after an approval, because the shopper may sign in the meantime. */
const APPROVED_QUIET_MS = DAY_MS
/** In addition to its first token, a line keeps this many of its newest tokens with an approval, and as many without one. */
const MOST_OF_A_LINE = 5
/** The minimum length of a browser's secret (characters). */
const SHORTEST_KEY = 32

/**
 * Issues a token for this opening of the widget, and returns it with the tokens to keep. Returns null for an unknown browser if the lease already
 * exists or the first browser may still be in use. Only newer tokens of the same line displace a token, and only tokens with an approval displace one
 * with an approval.
 *
 * `key` is the token from an earlier opening, or the browser's own secret. At a line's first opening, an unknown key becomes a token as well, so a
 * browser that lost the response can retry with the same key. `owner` is true if the shopper proves ownership in another way each time. An owner's
 * key never becomes a token, because somebody else may have planted the key, or because the key expires with a signing link.
 */
export function openedBy(
  tokens: readonly WidgetToken[],
  { key, owner }: { key?: string | undefined; owner: boolean },
  { now, isMade }: { now: Date; isMade: boolean },
): { tokens: WidgetToken[]; token: string } | null {
  const own = tokenOf(tokens, key)
  if (!own && !owner && tokens.length && (isMade || isHeld(tokens, now))) return null
  const line = own?.line ?? 1 + Math.max(0, ...tokens.map((one) => one.line))
  const token = newLeaseKey()
  const isSecret = !owner && own === undefined && key !== undefined && key.length >= SHORTEST_KEY
  const fresh = [
    ...(isSecret ? [{ hash: hashLeaseKey(key), line, used_at: null, approved_at: null }] : []),
    { hash: hashLeaseKey(token), line, used_at: now.toISOString(), approved_at: null },
  ]
  const [first, ...later] = [...tokens.filter((one) => one.line === line), ...fresh]
  const newest = (approved: boolean) =>
    later.filter(({ approved_at }) => (approved_at !== null) === approved).slice(-MOST_OF_A_LINE)
  const kept = first ? [first, ...newest(true), ...newest(false)] : []
  return { tokens: [...tokens.filter((one) => one.line !== line), ...kept], token }
}

/** The token in this list that matches `given`. Compares in constant time. */
export function tokenOf(tokens: readonly WidgetToken[] | null, given: string | undefined): WidgetToken | undefined {
  return tokens?.find(({ hash }) => isLeaseKey(given, [hash]))
}

/** Whether the shopper who opened the widget may still be using it. If so, nobody else may open it or lease its cart another way. */
export function isHeld(tokens: readonly WidgetToken[] | null, now: Date): boolean {
  return (tokens ?? []).some(
    ({ used_at, approved_at }) =>
      used_at !== null && now.getTime() - Date.parse(used_at) < (approved_at === null ? QUIET_MS : APPROVED_QUIET_MS),
  )
}

/** Returns the tokens, updated after one was used for a report. `approves` is true for an approval, false for the end of one, otherwise undefined. */
export function afterReport(
  tokens: readonly WidgetToken[],
  hash: string,
  now: Date,
  approves?: boolean,
): WidgetToken[] {
  const at = now.toISOString()
  return tokens.map((one) => {
    if (one.hash !== hash) return one
    const approved_at = approves === undefined ? one.approved_at : approves ? (one.approved_at ?? at) : null
    return { ...one, used_at: approves === false ? null : at, approved_at }
  })
}

/** The time of the first reported approval that has not ended; null if there is none. */
export function approvedSince(tokens: readonly WidgetToken[]): Date | null {
  const times = tokens.flatMap(({ approved_at }) => (approved_at === null ? [] : [Date.parse(approved_at)]))
  return times.length ? new Date(Math.min(...times)) : null
}
