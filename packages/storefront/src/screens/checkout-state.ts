import type { ContractSession } from "./contract-session.js"
import type { FormProblems } from "./lease-form.js"
import type { Screen } from "./screen.js"

/** Where to move the focus. Each new object requests a new move. `button`: the screen's first button. `form`: the summary of its problems. */
export type Focus = { readonly on: "heading" | "problem" | "form" | "button" }

/** An immutable snapshot of a checkout. */
export type CheckoutState = {
  /** The same object until something visible changes (`sameScreen`). */
  readonly screen: Screen
  /** Text for a live region: what is in progress, or that nothing has changed. */
  readonly statusText: string
  /** Why the last action failed, to show above the screen (`role="alert"`). Empty if the action succeeded or the screen already explains it. */
  readonly problem: string
  readonly form: FormProblems
  /** Show it in a dialog as long as it's set. */
  readonly contract: ContractSession | null
  /** Null if the focus stays where it is, as on the first screen. */
  readonly focus: Focus | null
}

export const NO_PROBLEMS: FormProblems = { message: "", fields: [] }

/** Everything but the screen, before anything has happened. */
export const QUIET = { statusText: "", problem: "", form: NO_PROBLEMS, contract: null, focus: null }
