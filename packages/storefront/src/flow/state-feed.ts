import { reportOf } from "../client/view-feed.js"

/** An immutable state with subscriptions. Its functions don't depend on `this`. */
export type Feed<State> = {
  readonly state: State
  /** Calls `listener` with each new state. Returns a function that unsubscribes. */
  subscribe(listener: (state: State) => void): () => void
}

export class StateFeed<State extends object> implements Feed<State> {
  state: State
  readonly #listeners = new Set<(state: State) => void>()

  constructor(first: State) {
    this.state = Object.freeze(first)
  }

  subscribe = (listener: (state: State) => void) => {
    const entry = (state: State) => listener(state)
    this.#listeners.add(entry)
    return () => void this.#listeners.delete(entry)
  }

  set = (changes: Partial<State>): void => {
    const next = Object.freeze({ ...this.state, ...changes })
    this.state = next
    for (const listener of [...this.#listeners]) reportOf(() => listener(next))
  }
}
