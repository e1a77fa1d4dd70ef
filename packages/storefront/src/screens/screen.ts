import type { KnownCart } from "../client/prefill.js"
import type { LeaseActions, LeaseState } from "../flow/flow-state.js"
import type { FormField, LeaseStep } from "../wire.js"
import type { Dictionary } from "../words/dictionary.js"

/** The parts of a Medusa cart that the screens show. Amounts are in major units. */
export type ScreenCart = KnownCart & { total: number; currency_code: string }

/** `locale` sets the format of amounts and dates. Default: the dictionary's language, as used in the United States. */
export type ScreenWords = { dictionary: Dictionary; locale?: string | undefined }

/** What a button does: an action of the flow, `start` or `reopenForm` (open the form), `other` (another payment method), or `toCart`. */
export type ScreenAction = Exclude<keyof LeaseActions, "apply"> | "start" | "reopenForm" | "other" | "toCart"

/** With `needsConsent`, the button works only if the screen's required checkboxes are checked. Pass their values to `press`. */
export type ScreenButton = { action: ScreenAction; label: string; kind: "main" | "plain" | "link"; needsConsent?: true }

/** The values of the checked checkboxes by name. */
export type Confirmed = Readonly<Record<string, string>>

/** One row of a list of names and values. `name` is for styles. */
export type Figure = { name: string; label: string; value: string }

/**
 * A checkbox with this `name` and `value`, which is the version of its text. Use `language` as the `lang` attribute, because it may differ from the
 * page's language. Show `problem` if it's required and missing. `link` opens the document that the text is about, in a new tab.
 */
export type Checkbox = {
  name: string
  value: string
  text: string
  language: string
  required: boolean
  link: { href: string; label: string } | null
  problem: string
}

/** What the shopper must or may agree to, with a checkbox each. */
export type ConsentBlock = { kind: "consent"; boxes: Checkbox[] }

/** One control of the form. `bind` fills it in and reads it, so its value is never part of the state. */
export type FormInput = {
  /** The field's path, such as `customer.ssn`. */
  name: string
  label: string
  /** A `secret` is masked and has a button that reveals it. `money` shows the parsed amount when the field loses focus. */
  kind: FormField["kind"]
  /**
   * The `<input>` type, or `select` for a `<select>` with `options`, of which the first asks the shopper to choose. The kit's elements and React
   * components mask a secret in a text field instead, because browsers save passwords.
   */
  type: "text" | "email" | "tel" | "date" | "password" | "select"
  inputMode: "numeric" | "decimal" | undefined
  autocomplete: string
  required: boolean
  options: NonNullable<FormField["options"]>
}

export type FormGroup = { legend: string; inputs: FormInput[] }

/** The application as a `<form novalidate>`, with the checkboxes of `consent`. Pass it to `bind`, which fills it in. */
export type FormBlock = { kind: "form"; groups: FormGroup[]; consent: ConsentBlock; submit: string }

/** A `<form>` for a one-time code, with one input and a button. Pass the typed code to `press("takeApproval", typed)`. */
export type CodeBlock = { kind: "code"; input: FormInput; submit: string }

/** A part of a screen. Blocks are in order, from top to bottom. */
export type Block =
  /**
   * The tone `hint` is for small print, `note` for a change to notice, and `wrong` for a problem, which screen readers announce as soon as it
   * appears (`role="alert"`).
   */
  | { kind: "text"; tone: "plain" | "hint" | "note" | "wrong"; text: string }
  | { kind: "points"; points: string[] }
  /**
   * The variant `offer` is for the figures to read first, `totals` for a single amount, and `estimate` for an example. If `summary` is set, the rows
   * are collapsed under that label.
   */
  | { kind: "figures"; variant: "offer" | "totals" | "estimate" | "plain"; rows: Figure[]; summary?: string }
  /** What the operator wants shoppers to read next to its figures. Never leave it out. Use `language` as the `lang` attribute. */
  | { kind: "disclosure"; text: string; language: string }
  | ConsentBlock
  /** Something is in progress. Show a moving bar or nothing. */
  | { kind: "waiting" }
  /** Counts down to `until` (ms since 1970). Replace `{seconds}` in `words` with the seconds left. Hide it from screen readers. */
  | { kind: "countdown"; words: string; until: number }
  | FormBlock
  | CodeBlock

/** A screen of the checkout, as data. `statusText` is for a live region (`role="status"`) while something is in progress. */
export type Screen = {
  step: LeaseStep | "form" | "waiting"
  heading: string
  blocks: Block[]
  buttons: ScreenButton[]
  statusText: string
}

/**
 * What to show. `form` is set while the form is open. `heardAt` is when the view arrived (ms since 1970). Without `heardAt`, there is no
 * countdown.
 */
export type Scene = { state: LeaseState<ScreenCart>; form?: FormBlock | null; heardAt?: number }

/**
 * Returns the values of the screen's checked checkboxes. If a required one isn't checked, or the page lacks it, returns null and moves focus to the
 * first one that isn't checked.
 */
export function confirmedIn(element: HTMLElement, { blocks }: Screen): Confirmed | null {
  const controls = [...element.querySelectorAll("input")]
  const boxes = blocks.flatMap((block) => (block.kind === "consent" ? block.boxes : []))
  const found = boxes.map(({ name, required }) => ({
    required,
    control: controls.find((input) => input.name === name),
  }))
  // Check the validity of each one, so that each shows its own problem.
  const missing = found.filter(({ required, control }) => control?.checkValidity() !== true && required)
  missing[0]?.control?.focus()
  if (missing.length > 0) return null
  return Object.fromEntries(found.flatMap(({ control }) => (control?.checked ? [[control.name, control.value]] : [])))
}

/** Whether two screens look the same, ignoring the live region and a countdown's seconds. */
export function sameScreen(one: Screen, other: Screen): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf(screen: Screen): string {
  return JSON.stringify({ ...screen, statusText: "" }, (name, value) => (name === "until" ? 0 : value))
}

export function countdownText({ words, until }: Extract<Block, { kind: "countdown" }>, now = Date.now()): string {
  return words.replace("{seconds}", `${Math.max(0, Math.ceil((until - now) / 1000))}`)
}
