const NAME = "lease-to-own:zip"

const listeners = new Set<() => void>()
/** Used if the browser blocks its storage. */
let kept: string | null = null

/** Returns the ZIP code that the shopper entered in this tab, or null. Always null on a server. */
export function rememberedZip(): string | null {
  try {
    return globalThis.document ? sessionStorage.getItem(NAME) : null
  } catch {
    return kept
  }
}

/** Keeps the shopper's ZIP code until the tab is closed, and has the page's messages read again. */
export function rememberZip(zip: string): void {
  kept = zip
  try {
    sessionStorage.setItem(NAME, zip)
  } catch {
    // It's kept in memory instead.
  }
  for (const hear of listeners) hear()
}

/** Calls `hear` after each `rememberZip`. Returns a function that ends this. */
export function onZip(hear: () => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

/** Returns the five digits of a typed ZIP code, or null. */
export function readZip(typed: string): string | null {
  return /^\s*(\d{5})(-?\d{4})?\s*$/.exec(typed)?.[1] ?? null
}

/** Returns the part of a ZIP code that is sent: enough to find the state, because servers log URLs. Empty for anything but a ZIP code. */
export function zipPrefix(zip: string | null | undefined): string {
  return readZip(zip ?? "")?.slice(0, 3) ?? ""
}
