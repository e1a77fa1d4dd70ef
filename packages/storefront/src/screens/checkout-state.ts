import type { ContractSession } from "./contract-session.js"
import type { FormProblems } from "./lease-form.js"
import type { Screen } from "./screen.js"

/** Where to move focus. Each new object requests a new move. `form` is the summary of the form's problems, and `button` the screen's first button. */
export type Focus = { readonly on: "heading" | "problem" | "form" | "button" }

/** An immutable snapshot of a checkout. */
export type CheckoutState = {
  /** The screen, which stays the same object until something visible changes (`sameScreen`). */
  readonly screen: Screen
  /** Text for a live region: what is in progress, or that nothing has changed. */
  readonly statusText: string
  /** Why the last action failed, to show above the screen (`role="alert"`). Empty if the action succeeded or the screen already explains it. */
  readonly problem: string
  readonly form: FormProblems
  /** The open contract. Show it in a dialog until it's null. */
  readonly contract: ContractSession | null
  /** Null if focus should stay where it is, as on the first screen. */
  readonly focus: Focus | null
}

const NO_PROBLEMS: FormProblems = { message: "", fields: [] }

export const QUIET = { statusText: "", problem: "", form: NO_PROBLEMS, contract: null, focus: null }
