import type { LeaseView } from "../wire.js"

export type Listener = (view: LeaseView) => void

/** Passes views to listeners, but never an older view after a newer one. A read that began before a write ended is dropped. */
export function createViewFeed() {
  const listeners = new Set<Listener>()
  let clock = 0
  let newest = 0

  return {
    /** Starts a read. Pass its ticket along with the view. */
    begin: (): number => ++clock,
    /** Passes a view on. A view without a ticket is a write's response and newer than every read that has started. */
    tell(view: LeaseView, ticket = ++clock): void {
      if (ticket < newest) return
      newest = ticket
      for (const listener of [...listeners]) reportOf(() => listener(view))
    },
    isHeard: (): boolean => listeners.size > 0,
    subscribe(listener: Listener): () => void {
      const entry: Listener = (view) => listener(view)
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
  }
}

/**
 * Calls one of the shop's functions. If it throws, the error is only logged, so a sent application or a placed order doesn't become an error.
 */
export function reportOf(call: () => unknown): void {
  try {
    Promise.resolve(call()).catch(report)
  } catch (error) {
    report(error)
  }
}

/** Reports an error to the page's developer. */
export function report(error: unknown): void {
  if (typeof reportError === "function") reportError(error)
  else console.error(error)
}
