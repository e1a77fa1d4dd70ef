import type { ZipQuestion } from "../client/lease-message.js"
import { readZip } from "../client/zip-code.js"
import { make, makeButton, nextId } from "./make.js"
import { textPart } from "./parts.js"

/** Asks for the ZIP code, or shows the current one with a button to change it. It isn't a form, because it may be inside the page's own form. */
export function zipPart(question: ZipQuestion, answer: (zip: string) => void): HTMLElement {
  const { isOpen, text, change } = question
  const part = make("div", { "data-lease-zip": true }, textPart({ tone: "plain", text }))
  const ask = () => {
    const controls = zipControls(question, answer)
    part.replaceChildren(textPart({ tone: "plain", text }), ...controls)
    return controls
  }
  if (isOpen) ask()
  else part.append(makeButton("link", change, () => ask()[1].focus()))
  return part
}

function zipControls({ value, label, show, invalid }: ZipQuestion, answer: (zip: string) => void) {
  const [id, errorId] = [nextId(), nextId()]
  const input = make("input", {
    ...{ id, inputmode: "numeric", autocomplete: "postal-code", maxlength: 10, value },
    "aria-describedby": errorId,
    "aria-invalid": "false",
  })
  const error = make("p", { id: errorId, "data-lease-error": true, role: "alert" })
  const send = () => {
    const zip = readZip(input.value)
    error.textContent = zip ? "" : invalid
    input.setAttribute("aria-invalid", String(!zip))
    if (zip) answer(zip)
    else input.focus()
  }
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return
    event.preventDefault()
    send()
  })
  return [make("label", { for: id }, label), input, makeButton("plain", show, send), error] as const
}
