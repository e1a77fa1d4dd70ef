import type { FieldProblem, FormProblems } from "../screens/lease-form.js"
import type { FormBlock } from "../screens/screen.js"
import { consentPart, type FieldTools, fieldPart } from "./field-parts.js"
import { make, makeButton } from "./make.js"

/** `tell` lists the problems above the form, each with a link to its field, and shows them at the fields. */
export type FormPart = { element: HTMLElement; tell(problems: FormProblems): void }

/** Creates the application form and binds it to the checkout, which fills it in, reads it and sends it. */
export function formPart({ groups, consent, submit }: FormBlock, tools: FieldTools): FormPart {
  const agreed = consentPart(consent)
  const sets = groups.map(({ legend, inputs }) => ({ legend, fields: inputs.map((input) => fieldPart(input, tools)) }))
  const summary = make("div", { role: "alert", "data-lease-problems": true, tabindex: -1, hidden: true })
  const form = make(
    "form",
    { "data-lease-form": true, novalidate: true, autocomplete: "off" },
    ...sets.map(({ legend, fields }) =>
      make("fieldset", { "data-lease-group": true }, make("legend", {}, legend), ...fields.map((each) => each.element)),
    ),
    agreed.element,
    make("button", { type: "submit", "data-lease-button": "main" }, submit),
  )
  tools.form.bind(form)
  const all = [...sets.flatMap(({ fields }) => fields), agreed]
  const controlOf = (name: string) => all.find((each) => each.name === name)?.control
  return {
    element: make("div", { "data-lease-application": true }, summary, form),
    tell({ message, fields }) {
      for (const { name, tell } of all) tell(fields.find(({ field }) => field === name)?.message ?? "")
      const lines = fields.map((problem) => lineOf(problem, () => controlOf(problem.field)?.focus()))
      summary.replaceChildren(...(message ? [make("p", {}, message), make("ul", {}, ...lines)] : []))
      summary.hidden = message === ""
    },
  }
}

function lineOf({ label, line }: FieldProblem, go: () => void): HTMLElement {
  return make("li", {}, label ? makeButton("link", line, go) : line)
}
