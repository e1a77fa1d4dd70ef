import type { Block, ConsentBlock, FieldProblem, FormInput } from "lease-to-own-storefront/screens"
import type { ButtonHTMLAttributes, ComponentType, HTMLAttributes, InputHTMLAttributes, ReactNode } from "react"

type BlockOf<Kind extends Block["kind"]> = Omit<Extract<Block, { kind: Kind }>, "kind">

/** Spread these on the element. The focus needs its `tabIndex` and `data-lease-heading`. */
export type HeadingProps = HTMLAttributes<HTMLElement>
/** Spread these on a button. `link` looks like a link. While its action runs, a button is `aria-disabled` and keeps the focus. */
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { kind: "main" | "plain" | "link" }
export type TextProps = BlockOf<"text">
export type PointsProps = BlockOf<"points">
export type FiguresProps = BlockOf<"figures">
export type GroupProps = { legend: string; children: ReactNode }

/** Spread these on an `<input>` or `<select>`. They don't include a value, because the value stays in the element and React never gets it. */
export type ControlProps = {
  id: string
  name: string
  required: boolean
  autoComplete?: string
  inputMode?: FormInput["inputMode"]
  "aria-invalid": boolean
  "aria-describedby": string
}

/** `problem`: show it in an element with the id `errorId`. Empty if there is none. */
export type FieldProps = {
  input: FormInput
  control: ControlProps
  errorId: string
  problem: string
  /**
   * Returns a typed amount as it was parsed. Call it when the field loses the focus, and write the text into the page, not into a
   * state. Reserve a line for it, because a button that moves under the pointer misses the click.
   */
  understood: (typed: string) => string
  /** Spread its result on the `<input>` of a secret, which is then masked without being a password that browsers offer to keep. */
  mask: (isShown: boolean) => InputHTMLAttributes<HTMLInputElement>
  /** The labels of the button that shows and hides a secret. */
  words: { show: string; hide: string }
}

/** `control` is for a checkbox. */
export type ConsentProps = Pick<ConsentBlock, "text" | "language"> & {
  control: ControlProps
  errorId: string
  problem: string
}

/** `go` moves the focus to a problem's field. */
export type FormProblemsProps = {
  message: string
  fields: readonly FieldProblem[]
  go: (problem: FieldProblem) => void
}

/**
 * A modal dialog, open as long as it's rendered. `askToClose`: call it for Escape, clicks outside the dialog and so on. The dialog may stay
 * open. `onClosed`: call it when the dialog was closed without asking.
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
