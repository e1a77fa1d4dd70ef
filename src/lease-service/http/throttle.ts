import { AsyncLocalStorage } from "node:async_hooks"
import { msLeft } from "./deadline"

/** A place among the calls that are being made. */
export type Place = { leave(): Promise<void> }

/** Limits how many calls a client makes: asked before each one that goes out, repetitions too. Its methods never throw. */
export type Throttle = {
  /** Waits for a place, no longer than `longestMs`. `waitMs`: there is none, and none is to be expected sooner. */
  enter(longestMs: number): Promise<Place | { waitMs: number }>
}

/** The order in which calls go: first those a person waits for, then those that keep a promise, then mere questions. */
export type Urgency = "person" | "promise" | "question"

const questions = new AsyncLocalStorage<boolean>()

/** Runs work whose calls give way to all others. */
export function asQuestion<T>(work: () => T): T {
  return questions.run(true, work)
}

/** A person waits where there is a deadline. */
export function urgency(): Urgency {
  if (Number.isFinite(msLeft())) return "person"
  return questions.getStore() ? "question" : "promise"
}
