import type { Block, ConsentBlock, FieldProblem, FormInput } from "lease-to-own-storefront/screens"
import type { ButtonHTMLAttributes, ComponentType, HTMLAttributes, ReactNode } from "react"

type BlockOf<Kind extends Block["kind"]> = Omit<Extract<Block, { kind: Kind }>, "kind">

/** To be spread on the element: its `tabIndex` and `data-lease-heading` let the focus find it. */
export type HeadingProps = HTMLAttributes<HTMLElement>
/** To be spread on a button. `link`: one that looks like a link. While its action runs it is `aria-disabled`, and stays in reach of the focus. */
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { kind: "main" | "plain" | "link" }
export type TextProps = BlockOf<"text">
export type PointsProps = BlockOf<"points">
export type FiguresProps = BlockOf<"figures">
export type GroupProps = { legend: string; children: ReactNode }

/** To be spread on an `<input>` or `<select>`. There is no value among them: the element keeps it, and React never sees it. */
export type ControlProps = {
  id: string
  name: string
  required: boolean
  autoComplete?: string
  inputMode?: FormInput["inputMode"]
  "aria-invalid": boolean
  "aria-describedby": string
}

/** `problem`: to be shown in an element with `errorId`; empty for none. */
export type FieldProps = {
  input: FormInput
  control: ControlProps
  errorId: string
  problem: string
  /** An amount as it was understood, in words, once the field is left. Write it into the page, not into a state. */
  understood: (typed: string) => string
  /** The words of a button that reveals a secret, and hides it again. */
  words: { show: string; hide: string }
}

/** `control` belongs to a checkbox. */
export type ConsentProps = Pick<ConsentBlock, "text" | "language"> & {
  control: ControlProps
  errorId: string
  problem: string
}

/** `go` takes the focus to the field of a problem. */
export type FormProblemsProps = {
  message: string
  fields: readonly FieldProblem[]
  go: (problem: FieldProblem) => void
}

/**
 * A modal dialog that is there while it is open. `askToClose`: for Escape, a press beside it and the like; it may stay open. `onClosed`: it was
 * closed without asking.
 */
export type DialogProps = { titleId: string; askToClose: () => void; onClosed: () => void; children: ReactNode }

/** The parts that a shop may replace, each alone. */
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
