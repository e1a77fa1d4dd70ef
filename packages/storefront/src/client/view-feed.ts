import type { LeaseView } from "../wire.js"

export type Listener = (view: LeaseView) => void

/** Passes views to listeners, but never an older view after a newer one. Drops the result of a read that started before a write finished. */
export function createViewFeed() {
  const listeners = new Set<Listener>()
  let clock = 0
  let newest = 0

  return {
    /** Returns a ticket for a read that is starting. Pass it to `tell` with the view. */
    begin: (): number => ++clock,
    /** Passes a view to the listeners. A view without a ticket is a write's response, which is newer than every read that has started. */
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
 * Calls one of the shop's functions and only logs its errors, because a sent application or a placed order must not count as failed. The promise
 * never rejects.
 */
export async function reportOf(call: () => unknown): Promise<void> {
  try {
    await call()
  } catch (error) {
    report(error)
  }
}

export function report(error: unknown): void {
  if (typeof reportError === "function") reportError(error)
  else console.error(error)
}
