import type { FieldProblem, FormBinding, FormProblems } from "../screens/lease-form.js"
import { maskOf } from "../screens/mask.js"
import type { Checkbox, CodeBlock, Confirmed, FormBlock, FormInput, ScreenAction } from "../screens/screen.js"
import type { Dictionary } from "../words/dictionary.js"
import { make, makeButton, nextId } from "./make.js"

type Control = HTMLInputElement | HTMLSelectElement

/** A control with its label and its error. `tell` shows an error, or clears it if the text is empty. */
export type FieldPart<Kind extends Control = Control> = {
  name: string
  element: HTMLElement
  control: Kind
  tell(problem: string): void
}

export type FormTools = {
  form: FormBinding
  dictionary: Dictionary
  press: (action: ScreenAction, given?: string | Confirmed) => Promise<void>
}

export function consentPart(box: Checkbox): FieldPart<HTMLInputElement> {
  const id = nextId()
  const { name, value, required, text, language, link, problem } = box
  const control = make("input", { type: "checkbox", name, value, required, ...described(id) })
  const words = make("span", { id: `${id}-text`, lang: language }, text)
  const opens = { target: "_blank", rel: "noopener", "aria-describedby": words.id, "data-lease-document": true }
  const document = link ? make("a", { href: link.href, ...opens }, link.label) : ""
  const part = partOf(control, (error) =>
    make("div", { "data-lease-consent": true }, make("label", { for: id }, control, words), document, error),
  )
  control.addEventListener("invalid", (event) => {
    // Show the problem next to the checkbox instead of in the browser's own bubble.
    event.preventDefault()
    part.tell(problem)
  })
  control.addEventListener("input", () => part.tell(""))
  return part
}

/** Turns off spell checking, because a browser's spell checker may send the text to the browser's vendor. */
const SECRET = { spellcheck: "false", autocapitalize: "off", autocorrect: "off" }

function fieldPart(input: FormInput, tools: FormTools): FieldPart {
  const { name, label, kind, type, required, autocomplete, inputMode, options } = input
  const id = nextId()
  const common = { name, required, autocomplete, inputmode: inputMode, ...described(id) }
  const control =
    type === "select"
      ? make("select", common, ...options.map((each) => make("option", { value: each.value }, each.label)))
      : make("input", { ...(kind === "secret" ? SECRET : { type }), ...common })
  const shown = make("label", { for: id }, label)
  return partOf(control, (error) =>
    make("div", { "data-lease-field": kind }, shown, ...besides(input, control, tools), error),
  )
}

/** `tell` lists the problems above the form, each with a link to its field, and shows each problem at its field. */
export type FormPart = { element: HTMLElement; tell(problems: FormProblems): void }

/** Creates the application form and binds it to the checkout, which fills it in, reads it and sends it. */
export function formPart({ groups, consent, submit }: FormBlock, tools: FormTools): FormPart {
  const agreed = consent.boxes.map(consentPart)
  const sets = groups.map(({ legend, inputs }) => ({ legend, fields: inputs.map((input) => fieldPart(input, tools)) }))
  const summary = make("div", { role: "alert", "data-lease-problems": true, tabindex: -1, hidden: true })
  const form = make(
    "form",
    { "data-lease-form": true, novalidate: true, autocomplete: "off" },
    ...sets.map(({ legend, fields }) =>
      make("fieldset", { "data-lease-group": true }, make("legend", {}, legend), ...fields.map((each) => each.element)),
    ),
    ...agreed.map(({ element }) => element),
    make("button", { type: "submit", "data-lease-button": "main" }, submit),
  )
  tools.form.bind(form)
  const all = [...sets.flatMap(({ fields }) => fields), ...agreed]
  const controlOf = (name: string) => all.find((each) => each.name === name)?.control
  let lines = new Map<FieldProblem, HTMLElement>()
  return {
    element: make("div", { "data-lease-application": true }, summary, form),
    tell({ message, fields }) {
      for (const { name, tell } of all) tell(fields.find(({ field }) => field === name)?.message ?? "")
      // When a field is corrected, remove only its line, because screen readers would read a new list from the start.
      if (message && fields.length > 0 && fields.every((problem) => lines.has(problem))) {
        for (const [problem, line] of lines) if (!fields.includes(problem)) line.remove()
        return
      }
      lines = new Map(fields.map((problem) => [problem, lineOf(problem, () => controlOf(problem.field)?.focus())]))
      summary.replaceChildren(...(message ? [make("p", {}, message), make("ul", {}, ...lines.values())] : []))
      summary.hidden = message === ""
    },
  }
}

function lineOf({ label, line }: FieldProblem, go: () => void): HTMLElement {
  return make("li", {}, label ? makeButton("link", line, go) : line)
}

export function codePart({ input, submit }: CodeBlock, tools: FormTools): HTMLElement {
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

/** Keeps the amount's empty line from collapsing. Otherwise, leaving the field would shift the content below. */
const NOTHING = "\u00a0"

/** Returns the control. A secret also gets a reveal button; an amount also gets an `<output>` that shows the parsed value. */
function besides({ kind, label }: FormInput, control: Control, { form, dictionary }: FormTools): Node[] {
  if (!(control instanceof HTMLInputElement)) return [control]
  if (kind === "secret")
    return [make("span", { "data-lease-secret": true }, control, reveal(control, label, dictionary))]
  if (kind !== "money") return [control]
  const output = make("output", { for: control.id, "data-lease-understood": true }, NOTHING)
  const write = (words: string) => output.replaceChildren(words || NOTHING)
  control.addEventListener("input", () => write(""))
  control.addEventListener("blur", () => write(form.understood(control.value)))
  return [control, output]
}

/** Masks a secret, and returns the button that shows and hides it. */
function reveal(control: HTMLInputElement, label: string, { texts }: Dictionary): HTMLElement {
  const { show, hide } = texts.buttons
  let isShown = false
  const button = makeButton("link", "", () => turn(!isShown))
  function turn(next: boolean): void {
    isShown = next
    const word = isShown ? hide : show
    const { type, textSecurity } = maskOf(isShown)
    control.type = type
    control.style.setProperty("-webkit-text-security", textSecurity)
    button.textContent = word
    button.setAttribute("aria-label", `${word}: ${label}`)
  }
  turn(false)
  return button
}
