import type { Block, Checkbox, FieldProblem, FormInput } from "lease-to-own-storefront/screens"
import type {
  ButtonHTMLAttributes,
  ComponentType,
  FormEventHandler,
  HTMLAttributes,
  InputHTMLAttributes,
  ReactNode,
} from "react"

type BlockOf<Kind extends Block["kind"]> = Omit<Extract<Block, { kind: Kind }>, "kind">

/** Spread these on the element. Moving focus requires its `tabIndex` and `data-lease-heading`. */
export type HeadingProps = HTMLAttributes<HTMLElement>
/** Spread these on a button. While its action runs, the button is `aria-disabled` and keeps focus. */
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { kind: "main" | "plain" | "link" }
export type TextProps = BlockOf<"text">
export type PointsProps = BlockOf<"points">
export type FiguresProps = BlockOf<"figures">
export type GroupProps = { legend: string; children: ReactNode }

/** Spread these on an `<input>` or `<select>`. They don't include a value, which stays in the element and never reaches React. */
export type ControlProps = {
  id: string
  name: string
  required: boolean
  autoComplete?: string
  inputMode?: FormInput["inputMode"]
  "aria-invalid": boolean
  "aria-describedby": string
}

/** Show `problem` in an element with the ID `errorId`. `problem` is empty if there is none. */
export type FieldProps = {
  input: FormInput
  control: ControlProps
  errorId: string
  problem: string
  /**
   * Returns a typed amount as it was parsed. Call it when the field loses focus, and write the text into the page, not into React state. Reserve a
   * line for the text, so that the buttons below it don't move.
   */
  understood: (typed: string) => string
  /** Spread the result on the `<input>` of a secret. It masks the secret without a password field, which browsers would offer to save. */
  mask: (isShown: boolean) => InputHTMLAttributes<HTMLInputElement>
  words: { show: string; hide: string }
}

/** Spread `control` on a checkbox. `link` opens the document that the text is about, in a new tab. Null if there is none. */
export type ConsentProps = Pick<Checkbox, "text" | "language" | "link"> & {
  control: ControlProps & { value: string; onInvalid: FormEventHandler; onInput: FormEventHandler }
  errorId: string
  problem: string
}

/** `go` moves focus to a problem's field. */
export type FormProblemsProps = {
  message: string
  fields: readonly FieldProblem[]
  go: (problem: FieldProblem) => void
}

/**
 * The props of a modal dialog, which is open as long as it's rendered. Call `askToClose` for Escape, clicks outside and so on. The dialog may stay
 * open after that. Call `onClosed` when the dialog was closed without `askToClose`.
 */
export type DialogProps = { titleId: string; askToClose: () => void; onClosed: () => void; children: ReactNode }

/** The components that a shop can replace one by one. */
export type LeaseParts = {
  Heading: ComponentType<HeadingProps>
  Button: ComponentType<ButtonProps>
  Text: ComponentType<TextProps>
  Points: ComponentType<PointsProps>
  Figures: ComponentType<FiguresProps>
  Waiting: ComponentType
  Group: ComponentType<GroupProps>
  Field: ComponentType<FieldProps>
  Consent: ComponentType<ConsentProps>
  FormProblems: ComponentType<FormProblemsProps>
  Dialog: ComponentType<DialogProps>
}
