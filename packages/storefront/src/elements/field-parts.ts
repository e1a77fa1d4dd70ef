import type { FormBinding } from "../screens/lease-form.js"
import type { ConsentBlock, FormInput } from "../screens/screen.js"
import type { Dictionary } from "../words/dictionary.js"
import { make, makeButton, nextId } from "./make.js"

type Control = HTMLInputElement | HTMLSelectElement

/** A control with its label and its error. `tell` shows what is wrong with it, and an empty text clears the error. */
export type FieldPart<Kind extends Control = Control> = {
  name: string
  element: HTMLElement
  control: Kind
  tell(problem: string): void
}

/** What the fields need from the checkout. */
export type FieldTools = { form: FormBinding; dictionary: Dictionary }

/** Creates the consent checkbox, which is shown before the form and in it. */
export function consentPart({ text, language }: Pick<ConsentBlock, "text" | "language">): FieldPart<HTMLInputElement> {
  const id = nextId()
  const control = make("input", { type: "checkbox", name: "consent", required: true, ...described(id) })
  const label = make("label", { for: id }, control, make("span", { lang: language }, text))
  return partOf(control, (error) => make("div", { "data-lease-consent": true }, label, error))
}

/** Creates a form control. Its value is stored only in the control. */
export function fieldPart(input: FormInput, tools: FieldTools): FieldPart {
  const { name, label, kind, type, required, autocomplete, inputMode, options } = input
  const id = nextId()
  const common = { name, required, autocomplete, inputmode: inputMode, ...described(id) }
  const control =
    type === "select"
      ? make("select", common, ...options.map((each) => make("option", { value: each.value }, each.label)))
      : make("input", { type, ...common })
  const shown = make("label", { for: id }, label)
  return partOf(control, (error) =>
    make("div", { "data-lease-field": kind }, shown, ...besides(input, control, tools), error),
  )
}

function described(id: string) {
  return { id, "aria-invalid": "false", "aria-describedby": `${id}-error` }
}

function partOf<Kind extends Control>(control: Kind, around: (error: HTMLElement) => HTMLElement): FieldPart<Kind> {
  const error = make("span", { id: `${control.id}-error`, "data-lease-error": true })
  return {
    name: control.name,
    element: around(error),
    control,
    tell(problem) {
      control.setAttribute("aria-invalid", String(problem !== ""))
      error.textContent = problem
    },
  }
}

/** Returns the control, with a button that reveals a secret, or with the amount as it was understood. */
function besides({ kind, label }: FormInput, control: Control, { form, dictionary }: FieldTools): Node[] {
  if (!(control instanceof HTMLInputElement)) return [control]
  if (kind === "secret")
    return [make("span", { "data-lease-secret": true }, control, reveal(control, label, dictionary))]
  if (kind !== "money") return [control]
  const output = make("output", { for: control.id, "data-lease-understood": true })
  control.addEventListener("input", () => output.replaceChildren())
  control.addEventListener("blur", () => output.replaceChildren(form.understood(control.value)))
  return [control, output]
}

function reveal(control: HTMLInputElement, label: string, { texts }: Dictionary): HTMLElement {
  const { show, hide } = texts.buttons
  const name = (word: string) => `${word}: ${label}`
  const button = makeButton("link", show, () => turn(control.type === "password"), { "aria-label": name(show) })
  function turn(isShown: boolean): void {
    const word = isShown ? hide : show
    control.type = isShown ? "text" : "password"
    button.textContent = word
    button.setAttribute("aria-label", name(word))
  }
  return button
}
