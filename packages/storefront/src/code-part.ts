import { type FieldTools, fieldPart } from "./field-parts.js"
import { make } from "./make.js"
import type { CodeBlock, ScreenAction } from "./screen.js"

/** Where a one-time code is entered. */
export function codePart({ input, submit }: CodeBlock, tools: CodeTools): HTMLElement {
  const field = fieldPart(input, tools)
  const button = make("button", { type: "submit", "data-lease-button": "main" }, submit)
  const form = make("form", { "data-lease-code": true, novalidate: true, autocomplete: "off" }, field.element, button)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const typed = field.control.value.trim()
    if (typed) void tools.press("takeApproval", typed)
    else field.control.focus()
  })
  return form
}

export type CodeTools = FieldTools & { press: (action: ScreenAction, typed?: string) => Promise<void> }
