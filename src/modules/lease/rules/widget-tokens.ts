import { hashLeaseKey, isLeaseKey, newLeaseKey } from "./keys"

/**
 * A token opens the operator's widget again and proves that its callbacks are this browser's: one per opening, kept as a hash. `line`:
 * which browser it comes down from. `told_at`: when it was handed out or last told something, null once it told that the shopper left;
 * `approved_at`: since when it tells of an approval that has not ended. ISO times.
 */
export type WidgetToken = { hash: string; line: number; told_at: string | null; approved_at: string | null }

/** Without news for this long another browser may open the widget, beside the first (ms). */
const QUIET_MS = 30 * 60_000
/** The same after an approval: its lease may be signed meanwhile (ms). */
const APPROVED_QUIET_MS = 24 * 60 * 60_000
/** Tokens of one line beside its first: the newest that reported no approval, and the newest that did. */
const MOST_OF_A_LINE = 5
/** Shorter texts are no secret of a browser. */
const SHORTEST_KEY = 32

/** Who opens the widget: with the token of an earlier opening, or a secret of the browser's own; `owner`: proved otherwise. */
export type Opener = { key?: string | undefined; owner: boolean }

/**
 * The tokens with one more for this opening, and that token; null for a stranger as long as the browser that opened it first may still be at
 * work, and once the lease is made. No token is pushed out by another line's, and one that told of an approval by none but those.
 *
 * An unknown key, at the first opening of a line, becomes a token, too, so that a browser that lost the answer can ask again with it.
 */
export function openedBy(
  tokens: readonly WidgetToken[],
  { key, owner }: Opener,
  { now, isMade }: { now: Date; isMade: boolean },
): { tokens: WidgetToken[]; token: string } | null {
  const own = tokenOf(tokens, key)
  if (!own && !owner && tokens.length && (isMade || isHeld(tokens, now))) return null
  const line = own?.line ?? 1 + Math.max(0, ...tokens.map((one) => one.line))
  const token = newLeaseKey()
  const isSecret = own === undefined && key !== undefined && key.length >= SHORTEST_KEY
  const fresh = [
    ...(isSecret ? [{ hash: hashLeaseKey(key), line, told_at: null, approved_at: null }] : []),
    { hash: hashLeaseKey(token), line, told_at: now.toISOString(), approved_at: null },
  ]
  const [first, ...later] = [...tokens.filter((one) => one.line === line), ...fresh]
  const newest = (approved: boolean) =>
    later.filter(({ approved_at }) => (approved_at !== null) === approved).slice(-MOST_OF_A_LINE)
  const kept = first ? [first, ...newest(true), ...newest(false)] : []
  return { tokens: [...tokens.filter((one) => one.line !== line), ...kept], token }
}

/** The token of these, if it is one. Compares in constant time. */
export function tokenOf(tokens: readonly WidgetToken[] | null, given: string | undefined): WidgetToken | undefined {
  return tokens?.find(({ hash }) => isLeaseKey(given, [hash]))
}

/** True while the shopper who opened the widget may still be using it. No one else may open it or take its cart another way. */
export function isHeld(tokens: readonly WidgetToken[] | null, now: Date): boolean {
  return (tokens ?? []).some(
    ({ told_at, approved_at }) =>
      told_at !== null && now.getTime() - Date.parse(told_at) < (approved_at === null ? QUIET_MS : APPROVED_QUIET_MS),
  )
}

/** The tokens after one of them told something. `approves`: an approval, or that it is over; left out: neither. */
export function told(tokens: readonly WidgetToken[], hash: string, now: Date, approves?: boolean): WidgetToken[] {
  const at = now.toISOString()
  return tokens.map((one) => {
    if (one.hash !== hash) return one
    const approved_at = approves === undefined ? one.approved_at : approves ? (one.approved_at ?? at) : null
    return { ...one, told_at: approves === false ? null : at, approved_at }
  })
}

/** Since when an approval is told that has not ended; null when there is none. */
export function approvedSince(tokens: readonly WidgetToken[]): Date | null {
  const times = tokens.flatMap(({ approved_at }) => (approved_at === null ? [] : [Date.parse(approved_at)]))
  return times.length ? new Date(Math.min(...times)) : null
}
