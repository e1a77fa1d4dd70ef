import type { CodeBlock } from "lease-to-own-storefront/screens"
import { type FormEvent, useId, useState } from "react"
import { useLease } from "./lease-context.js"
import { mask } from "./mask.js"

/** The code stays in the input and is never part of React state. */
export function CodeForm({ block: { input, submit } }: { block: CodeBlock }) {
  const { dictionary, form, parts, press } = useLease()
  const { show, hide } = dictionary.texts.buttons
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const errorId = `${id}-error`
  const { name, required, autocomplete: autoComplete, inputMode } = input
  const described = { "aria-invalid": false, "aria-describedby": errorId }
  const control = { id, name, required, autoComplete, inputMode, ...described }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem(name) as HTMLInputElement
    const typed = field.value.trim()
    if (!typed) return field.focus()
    setBusy(true)
    void press("takeApproval", typed).finally(() => setBusy(false))
  }
  return (
    <form data-lease-code="" noValidate autoComplete="off" onSubmit={send}>
      <parts.Field
        {...{ input, control, errorId }}
        problem=""
        words={{ show, hide }}
        understood={form.understood}
        mask={mask}
      />
      <parts.Button kind="main" type="submit" aria-disabled={isBusy || undefined}>
        {submit}
      </parts.Button>
    </form>
  )
}
