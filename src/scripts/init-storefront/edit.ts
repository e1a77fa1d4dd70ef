import type { Site } from "./site"
import type { Insertion } from "./source"
import type { Storefront } from "./storefront"

/** What a place in a file gets: imports by what follows the word, and code. */
export type Edit = { imports: string[]; insertions: Insertion[] }

/** `server` and `actions` are how the file imports them. */
export type Context = { storefront: Storefront; site: Site; server: string; actions: string }

/** Returns the edit if every insertion has its anchor. */
export function edit(imports: string[], ...insertions: (Insertion | undefined)[]): Edit | undefined {
  const found = insertions.filter((one) => one !== undefined)
  return found.length === insertions.length ? { imports, insertions: found } : undefined
}
