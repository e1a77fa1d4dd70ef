import type { KnownCart } from "../client/prefill.js"
import type { LeaseActions, LeaseState } from "../flow/flow-state.js"
import type { Consent, FormField, Step } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"

/** A Medusa cart, as far as the screens show it. Amounts in major units. */
export type ScreenCart = KnownCart & { total: number; currency_code: string }

/** The language of the screens. `locale`: of amounts and dates, as for `Intl`; left out, the dictionary's language. A language alone is written as in the United States. */
export type ScreenWords = { dictionary: Dictionary; locale?: string | undefined }

/**
 * An action of a button: one of the flow's, or `start` and `reopenForm`, which open the form, `other`, the way to another payment method,
 * and `toCart`.
 */
export type ScreenAction = Exclude<keyof LeaseActions, "apply"> | "start" | "reopenForm" | "other" | "toCart"

/** `needsConsent`: pressed in vain until the consent beside it is ticked. */
export type ScreenButton = { action: ScreenAction; label: string; kind: "main" | "plain"; needsConsent?: true }

/** One line of a list of names and values. `name`: for styles, not for people. */
export type Figure = { name: string; label: string; value: string }

/** `language` is for `lang`: the merchant's text may be in another one than the page. */
export type ConsentBlock = Pick<Consent, "text" | "language" | "version"> & { kind: "consent" }

/** One control of the form. `bind` fills it in and reads it: its value is in no state. */
export type FormInput = {
  /** Its path: `customer.ssn`. */
  name: string
  label: string
  /** `secret`: masked, with a button that reveals it; `money`: shown as it was understood, once it is left. */
  kind: FormField["kind"]
  /** The `<input>`'s; `select` is a `<select>` with `options`, of which the first asks to choose. */
  type: "text" | "email" | "tel" | "date" | "password" | "select"
  inputMode: "numeric" | "decimal" | undefined
  autocomplete: string
  required: boolean
  options: { value: string; label: string }[]
}

export type FormGroup = { legend: string; inputs: FormInput[] }

/**
 * The application, a `<form novalidate>`: its groups (`<fieldset>`), a required checkbox named `consent`, and the button that sends it. The
 * element goes to `bind`, which fills it in.
 */
export type FormBlock = { kind: "form"; groups: FormGroup[]; consent: ConsentBlock; submit: string }

/** A `<form>` for a one-time code: one input, and the button that hands what was typed to `press("takeApproval", typed)`. */
export type CodeBlock = { kind: "code"; input: FormInput; submit: string }

/** A part of a screen, from top to bottom. */
export type Block =
  /** `hint`: small; `note`: a change to notice; `wrong`: a problem, read out as soon as it appears (`role="alert"`). */
  | { kind: "text"; tone: "plain" | "hint" | "note" | "wrong"; text: string }
  | { kind: "points"; points: string[] }
  /** `offer`: the figures to read first; `totals`: an amount alone. `summary`: they are folded away below these words. */
  | { kind: "figures"; look: "offer" | "totals" | "plain"; rows: Figure[]; summary?: string }
  | ConsentBlock
  /** Something is in progress: a moving bar, or nothing. */
  | { kind: "waiting" }
  /** Until that moment (ms since 1970), with the seconds that are left for `{seconds}` in the words. Not to be read out. */
  | { kind: "countdown"; words: string; until: number }
  | FormBlock
  | CodeBlock

/** A screen of the checkout, as data. `said`: the words for a live region (`role="status"`), while something is in progress. */
export type Screen = {
  step: Step | "form" | "waiting"
  heading: string
  blocks: Block[]
  buttons: ScreenButton[]
  said: string
}

/** A moment to show. `form`: when it is open. `heardAt`: when the view came (ms since 1970); nothing is counted down without it. */
export type Scene = { state: LeaseState<ScreenCart>; form?: FormBlock | null; heardAt?: number }

/** True when a reader finds nothing new: then the page and the focus stay as they are. The live region and the seconds of a countdown do not count. */
export function sameScreen(one: Screen, other: Screen): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf(screen: Screen): string {
  return JSON.stringify({ ...screen, said: "" }, (name, value) => (name === "until" ? 0 : value))
}

/** A countdown's words at this moment. */
export function countdownText({ words, until }: Extract<Block, { kind: "countdown" }>, now = Date.now()): string {
  return words.replace("{seconds}", `${Math.max(0, Math.ceil((until - now) / 1000))}`)
}
