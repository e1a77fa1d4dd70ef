import { readZip, rememberZip, type ZipQuestion } from "lease-to-own-storefront/message"
import { useEffect, useId, useRef, useState } from "react"
import type { LeaseParts } from "./part-props.js"

type Parts = Pick<LeaseParts, "Button" | "Text">

/** Asks for the ZIP code, or shows the current one with a button to change it. It isn't a form, because it may be inside the page's own form. */
export function ZipCode({ zip, parts, answered }: { zip: ZipQuestion; parts: Parts; answered: () => void }) {
  const [isChanging, setChanging] = useState(false)
  const { Button, Text } = parts
  return (
    <div data-lease-zip="">
      <Text tone="plain" text={zip.text} />
      {zip.isOpen || isChanging ? (
        <Controls zip={zip} parts={parts} isFocused={isChanging} answered={answered} />
      ) : (
        <Button kind="link" onClick={() => setChanging(true)}>
          {zip.change}
        </Button>
      )}
    </div>
  )
}

type ControlsProps = { zip: ZipQuestion; parts: Parts; isFocused: boolean; answered: () => void }

function Controls({ zip: { value, label, show, invalid }, parts: { Button }, isFocused, answered }: ControlsProps) {
  const [problem, setProblem] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [id, errorId] = [useId(), useId()]
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])
  const send = () => {
    const zip = readZip(input.current?.value ?? "")
    setProblem(!zip)
    if (!zip) return input.current?.focus()
    answered()
    rememberZip(zip)
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        defaultValue={value}
        aria-describedby={errorId}
        aria-invalid={problem}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return
          event.preventDefault()
          send()
        }}
      />
      <Button kind="plain" onClick={send}>
        {show}
      </Button>
      <p id={errorId} data-lease-error="" role="alert">
        {problem && invalid}
      </p>
    </>
  )
}
