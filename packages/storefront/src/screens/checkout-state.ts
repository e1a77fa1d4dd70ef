import type { ContractSession } from "./contract-session.js"
import type { FormProblems } from "./lease-form.js"
import type { Screen } from "./screen.js"

/** Where the focus goes. A new object is a new wish. `button`: the first of the screen; `form`: the summary of its problems. */
export type Focus = { readonly on: "heading" | "problem" | "form" | "button" }

/** One moment of a checkout. It never changes; a change makes a new one. */
export type CheckoutState = {
  /** The same object as long as a reader finds nothing new in it (`sameScreen`). */
  readonly screen: Screen
  /** For a live region: what is in progress, or that a look found nothing new. */
  readonly said: string
  /** Why the last action failed, above the screen (`role="alert"`). Empty: it did not, or the screen says it. */
  readonly problem: string
  readonly form: FormProblems
  /** To show in a dialog while it is there. */
  readonly contract: ContractSession | null
  /** Null where the focus stays, as on the first screen. */
  readonly focus: Focus | null
}

export const NO_PROBLEMS: FormProblems = { message: "", fields: [] }

/** All but the screen, before anything has happened. */
export const QUIET = { said: "", problem: "", form: NO_PROBLEMS, contract: null, focus: null }
