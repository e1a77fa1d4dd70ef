import { useLayoutEffect, useRef } from "react"
import { Field } from "./field.js"
import type {
  ButtonProps,
  ConsentProps,
  DialogProps,
  FiguresProps,
  FormProblemsProps,
  GroupProps,
  HeadingProps,
  LeaseParts,
  PointsProps,
  TextProps,
} from "./part-props.js"

/** The package's own components: plain, unstyled elements that your own components can use. */
export const leaseParts: LeaseParts = {
  Heading,
  Button,
  Text,
  Points,
  Figures,
  Waiting,
  Group,
  Field,
  Consent,
  FormProblems,
  Dialog,
}

function Heading({ children, ...attributes }: HeadingProps) {
  return <h2 {...attributes}>{children}</h2>
}

function Button({ kind, ...attributes }: ButtonProps) {
  return <button type="button" data-lease-button={kind} {...attributes} />
}

function Text({ tone, text }: TextProps) {
  return (
    <p data-lease-text={tone} role={tone === "wrong" ? "alert" : undefined}>
      {text}
    </p>
  )
}

function Points({ points }: PointsProps) {
  return (
    <ul data-lease-points="">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

function Figures({ variant, rows, summary }: FiguresProps) {
  const list = (
    <dl data-lease-figures={variant}>
      {rows.map(({ name, label, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two items can have the same name
        <div key={`${name} ${at}`} data-lease-figure={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
  if (!summary) return list
  return (
    <details data-lease-more="">
      <summary>{summary}</summary>
      {list}
    </details>
  )
}

function Waiting() {
  return <div data-lease-waiting="" />
}

function Group({ legend, children }: GroupProps) {
  return (
    <fieldset data-lease-group="">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}

function Consent({ text, language, link, control, errorId, problem }: ConsentProps) {
  const textId = `${control.id}-text`
  return (
    <div data-lease-consent="">
      <label htmlFor={control.id}>
        <input type="checkbox" {...control} />
        <span id={textId} lang={language}>
          {text}
        </span>
      </label>
      {link && (
        <a href={link.href} target="_blank" rel="noopener" aria-describedby={textId} data-lease-document="">
          {link.label}
        </a>
      )}
      <span id={errorId} data-lease-error="">
        {problem}
      </span>
    </div>
  )
}

function FormProblems({ message, fields, go }: FormProblemsProps) {
  return (
    <>
      <p>{message}</p>
      <ul>
        {fields.map((problem) => {
          const { field, label, message, line } = problem
          return (
            <li key={`${field} ${message}`}>
              {label ? (
                <Button kind="link" onClick={() => go(problem)}>
                  {line}
                </Button>
              ) : (
                line
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Dialog({ titleId, askToClose, onClosed, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    if (!current) return undefined
    // jsdom, used in shops' tests, has the element but not its methods.
    if (!current.showModal) {
      current.open = true
      return undefined
    }
    current.showModal()
    // Close the dialog before removing it, so that the browser restores focus to the previous element.
    return () => current.close()
  }, [])
  const ask = (event: { preventDefault(): void }) => {
    event.preventDefault()
    askToClose()
  }
  return (
    <dialog
      ref={dialog}
      data-lease-dialog=""
      aria-labelledby={titleId}
      // Handle Escape before the browser does, because the browser closes the dialog on a second Escape even if the page prevents it.
      onKeyDown={(event) => event.key === "Escape" && ask(event)}
      onCancel={ask}
      // If the dialog has been reopened, this event is from an earlier close.
      onClose={() => dialog.current?.open || onClosed()}
    >
      {children}
    </dialog>
  )
}
