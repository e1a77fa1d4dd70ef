import { reportOf } from "../client/view-feed.js"

/** A state, and those who listen to it. A state never changes; a change makes a new one. Its functions may be handed on alone. */
export class StateFeed<State extends object> {
  state: State
  readonly #listeners = new Set<(state: State) => void>()

  constructor(first: State) {
    this.state = Object.freeze(first)
  }

  /** Calls `listener` with each new state. Returns the way to stop it. */
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
