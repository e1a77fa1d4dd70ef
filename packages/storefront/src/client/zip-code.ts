const NAME = "lease-to-own:zip"

const listeners = new Set<() => void>()
/** The ZIP code, in case the browser blocks its storage. */
let kept: string | null = null

/** Returns the ZIP code that the shopper entered in this tab, or null. Always null on a server. */
export function rememberedZip(): string | null {
  try {
    return globalThis.document ? sessionStorage.getItem(NAME) : null
  } catch {
    return kept
  }
}

/** Keeps the shopper's ZIP code until the tab is closed, and reloads the page's messages. */
export function rememberZip(zip: string): void {
  kept = zip
  try {
    sessionStorage.setItem(NAME, zip)
  } catch {
    // The ZIP code is kept in memory instead.
  }
  for (const hear of listeners) hear()
}

/** Calls `hear` after each `rememberZip`. Returns a function that removes the listener. */
export function onZip(hear: () => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

/** Returns the five digits of a typed ZIP code, or null. */
export function readZip(typed: string): string | null {
  return /^\s*(\d{5})(-?\d{4})?\s*$/.exec(typed)?.[1] ?? null
}

/** Returns a ZIP code's first three digits, which are enough to find the state. No more is sent, because servers log URLs. Empty for other text. */
export function zipPrefix(zip: string | null | undefined): string {
  return readZip(zip ?? "")?.slice(0, 3) ?? ""
}
