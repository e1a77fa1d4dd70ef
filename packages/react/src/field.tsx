import { useRef, useState } from "react"
import type { FieldProps } from "./part-props.js"

export function Field(props: FieldProps) {
  const { input, control, errorId, problem } = props
  const Control =
    input.type === "select" ? Select : input.kind === "secret" ? Secret : input.kind === "money" ? Money : Plain
  return (
    <div data-lease-field={input.kind}>
      <label htmlFor={control.id}>{input.label}</label>
      <Control {...props} />
      <span id={errorId} data-lease-error="">
        {problem}
      </span>
    </div>
  )
}

function Plain({ input, control }: FieldProps) {
  return <input type={input.type} {...control} />
}

function Select({ input, control }: FieldProps) {
  return (
    <select {...control}>
      {input.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

function Secret({ input, control, words, mask }: FieldProps) {
  const [isShown, show] = useState(false)
  const word = isShown ? words.hide : words.show
  return (
    <span data-lease-secret="">
      <input {...mask(isShown)} {...control} />
      <button
        type="button"
        data-lease-button="link"
        aria-label={`${word}: ${input.label}`}
        onClick={() => show(!isShown)}
      >
        {word}
      </button>
    </span>
  )
}

/** Keeps the amount's empty line from collapsing. Otherwise, leaving the field would shift the content below. */
const NOTHING = "\u00a0"

/** An input that shows the amount as parsed. Neither the typed nor the parsed amount is ever part of React state. */
function Money({ control, understood }: FieldProps) {
  const output = useRef<HTMLOutputElement>(null)
  const write = (words: string) => {
    if (output.current) output.current.textContent = words || NOTHING
  }
  return (
    <>
      <input
        type="text"
        {...control}
        onInput={() => write("")}
        onBlur={({ currentTarget }) => write(understood(currentTarget.value))}
      />
      <output ref={output} htmlFor={control.id} data-lease-understood="">
        {NOTHING}
      </output>
    </>
  )
}
