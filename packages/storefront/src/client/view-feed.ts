import type { LeaseView } from "../wire.js"

export type Listener = (view: LeaseView) => void

/** Tells listeners each view, and never an older one after a newer: a look that began before a write ended is not passed on. */
export function createViewFeed() {
  const listeners = new Set<Listener>()
  let clock = 0
  let newest = 0

  return {
    /** Begins a look; its ticket goes with the view. */
    begin: (): number => ++clock,
    /** Passes a view on. Without a ticket it is the answer to a write, and newer than everything begun before. */
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

/** Calls a listener of the shop's own. One that throws must not turn a sent application or a placed order into an error. */
export function reportOf(call: () => unknown): void {
  try {
    Promise.resolve(call()).catch(report)
  } catch (error) {
    report(error)
  }
}

function report(error: unknown): void {
  if (typeof reportError === "function") reportError(error)
  else console.error(error)
}
