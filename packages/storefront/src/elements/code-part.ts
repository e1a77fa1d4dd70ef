import type { CodeBlock, ScreenAction } from "../screens/screen.js"
import { type FieldTools, fieldPart } from "./field-parts.js"
import { make } from "./make.js"

/** Creates the form for a one-time code. */
export function codePart({ input, submit }: CodeBlock, tools: CodeTools): HTMLElement {
  const field = fieldPart(input, tools)
  const button = make("button", { type: "submit", "data-lease-button": "main" }, submit)
  const form = make("form", { "data-lease-code": true, novalidate: true, autocomplete: "off" }, field.element, button)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const typed = field.control.value.trim()
    if (!typed) return field.control.focus()
    button.setAttribute("aria-disabled", "true")
    void tools.press("takeApproval", typed).finally(() => button.removeAttribute("aria-disabled"))
  })
  return form
}

export type CodeTools = FieldTools & { press: (action: ScreenAction, typed?: string) => Promise<void> }
