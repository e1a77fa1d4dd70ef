import type { Checkbox } from "lease-to-own-storefront/screens"
import { type FormEvent, useId, useState } from "react"
import { useLease } from "./lease-context.js"

/** `problem` comes from the form. Outside a form, the checkbox shows its own problem. */
export function ConsentBox({ box, problem = "" }: { box: Checkbox; problem?: string }) {
  const { Consent } = useLease().parts
  const [isMissing, setMissing] = useState(false)
  const id = useId()
  const errorId = `${id}-error`
  const { name, value, required, text, language, link } = box
  const shown = isMissing ? box.problem : problem
  const control = {
    ...{ id, name, value, required },
    "aria-invalid": shown !== "",
    "aria-describedby": errorId,
    onInvalid(event: FormEvent) {
      // Show the problem next to the checkbox instead of in the browser's own bubble.
      event.preventDefault()
      setMissing(true)
    },
    onInput: () => setMissing(false),
  }
  return <Consent {...{ text, language, link, control, errorId }} problem={shown} />
}
