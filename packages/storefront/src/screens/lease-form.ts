import { readMoney, toApplication } from "../client/application.js"
import { prefill } from "../client/prefill.js"
import type { ApplyBody, FormField, LeaseView } from "../wire.js"
import { acceptedIn, consentBlock, contractLanguage } from "./confirm.js"
import { isTaken } from "./field-rules.js"
import { guardForm, isFormInHistory } from "./form-guard.js"
import type { Checkbox, Confirmed, FormBlock, FormInput, ScreenCart, ScreenWords } from "./screen.js"
import { type Speaker, speaker } from "./screen-words.js"

/** `field` is the control's name. `label` is empty if the form has no such control. `line` is the label and the message. */
export type FieldProblem = { field: string; label: string; message: string; line: string }

/** The problems of a form, to show above it (`message` is empty if there are none) and at each field. */
export type FormProblems = { readonly message: string; readonly fields: readonly FieldProblem[] }

export type FormBinding = {
  /** Call this with the `<form>` of a form block once its controls exist, and with null when it's removed. Works as a React `ref`. */
  bind(element: HTMLFormElement | null): void
  /**
   * Returns a typed amount as parsed and formatted, or an empty string if it can't be parsed. Call it when the field loses focus. Reserve a line for
   * the text, so that the buttons below it don't move.
   */
  understood(typed: string): string
}

export type LeaseFormOptions = {
  words: ScreenWords
  cart: () => ScreenCart | undefined
  send: (application: Record<string, unknown>, consent: ApplyBody["consent"]) => unknown
  onProblems: (problems: FormProblems) => void
  problems: () => FormProblems
  /** Called when typing has corrected some of the shown problems, or has chosen a state without leases. `announced` is for screen readers. */
  onTyped: (problems: FormProblems, announced: string) => void
  /** Called when the browser has gone back to the screen before the form. */
  onLeft: () => void
}

type Control = HTMLInputElement | HTMLSelectElement
type Problem = Pick<FieldProblem, "field" | "message">
type Open = {
  view: LeaseView
  block: FormBlock
  inputs: FormInput[]
  element: HTMLFormElement | null
}

/** The application form. Typed values exist only in its controls and, until a decision, in memory. They are never part of the state. */
export class LeaseForm {
  #open: Open | null = null
  #filled: HTMLFormElement | null = null
  #isDirty = false
  /** Values typed earlier, including the consent. */
  #typed = new Map<string, string>()
  /** Names of the fields with a problem that was found here rather than by the store. */
  #wrong = new Set<string>()
  #endGuard = () => {}
  #secrets: string[] = []
  readonly #options
  readonly #speak
  readonly binding: FormBinding

  constructor(options: LeaseFormOptions) {
    this.#options = options
    this.#speak = speaker(options.words)
    this.binding = {
      bind: (element) => this.#bind(element),
      understood: (typed) => {
        const amount = readMoney(typed, this.#speak.locale)
        const currency = this.#options.cart()?.currency_code ?? "usd"
        return amount === undefined ? "" : this.#speak.money(amount, currency)
      },
    }
  }

  get block(): FormBlock | null {
    return this.#open?.block ?? null
  }

  /** @param confirmed what the shopper has just agreed to, on the previous screen */
  open(view: LeaseView, confirmed: Confirmed = {}): void {
    this.#endGuard()
    const block = formBlock(view, this.#speak)
    const inputs = block.groups.flatMap(({ inputs }) => inputs)
    this.#open = { view, block, inputs, element: null }
    this.#secrets = inputs.filter(({ kind }) => kind === "secret").map(({ name }) => name)
    for (const [name, version] of Object.entries(confirmed)) this.#typed.set(name, version)
    this.#isDirty = this.#typed.size > acceptedIn(this.#typed.keys()).length
    // A separate history entry makes Back lead to the screen before the form.
    if (!isFormInHistory()) history.pushState({ ...history.state, isLeaseFormOpen: true }, "")
    this.#endGuard = guardForm({
      isDirty: () => this.#isDirty,
      ask: () => confirm(this.#speak.say("leave_form")),
      forget: () => this.forget(),
      leave: () => {
        this.close()
        this.forget()
        this.#options.onLeft()
      },
    })
  }

  /** The problems to show as soon as the form opens, if the state is already filled in and has no leases. */
  get firstProblems(): FormProblems {
    return { message: "", fields: this.#exclusions(this.#firstValues()).map((problem) => this.#named(problem)) }
  }

  /** Closes the form and keeps the values for the next time it opens. */
  close(): void {
    this.#bind(null)
    this.#endGuard()
    this.#open = null
    this.#isDirty = false
  }

  /** Closes the form for good, so that a reload doesn't open it again. */
  finish(): void {
    this.close()
    history.replaceState({ ...history.state, isLeaseFormOpen: false }, "")
  }

  /** Clears the values once they are no longer needed or the shopper has left. */
  forget(): void {
    this.#typed.clear()
    if (this.#filled) fill(this.#filled, () => "")
    if (!this.#open) this.#filled = null
    this.#isDirty = false
  }

  /** Clears only the secrets, because the browser may restore the page after the shopper leaves it. */
  forgetSecrets(): void {
    const isSecret = (name: string) => this.#secrets.includes(name)
    for (const name of this.#secrets) this.#typed.delete(name)
    if (this.#filled) for (const control of controlsOf(this.#filled)) if (isSecret(control.name)) control.value = ""
  }

  /** Adds the field's label to each problem and sorts them in field order. `message` is the text above the form if no field has a problem. */
  problemsOf(problems: readonly Problem[], message = ""): FormProblems {
    this.#wrong = new Set()
    const names = [...(this.#open?.inputs ?? []), ...this.#boxes].map(({ name }) => name)
    const at = ({ field }: { field: string }) => (names.includes(field) ? names.indexOf(field) : names.length)
    const fields = [...problems].sort((one, other) => at(one) - at(other)).map((problem) => this.#named(problem))
    return { message: fields.length > 0 ? this.#speak.say("check_fields") : message, fields }
  }

  #named(problem: Problem): FieldProblem {
    const { field, message: words } = problem
    const box = this.#boxes.find(({ name }) => name === field)
    if (box) return { ...problem, label: box.text, line: this.#speak.say("confirm", { text: box.text }) }
    const label = this.#inputOf(field)?.label ?? ""
    return { ...problem, label, line: label ? this.#speak.say("named", { name: label, words }) : words }
  }

  get #boxes(): readonly Checkbox[] {
    return this.#open?.block.consent.boxes ?? []
  }

  #inputOf(name: string): FormInput | undefined {
    return this.#open?.inputs.find((input) => input.name === name)
  }

  #bind(element: HTMLFormElement | null): void {
    const open = this.#open
    if (!open || element === open.element) return
    this.#keep()
    open.element?.removeEventListener("input", this.#touch)
    open.element?.removeEventListener("submit", this.#submit)
    open.element = element
    if (!element) return
    this.#filled = element
    fill(element, this.#firstValues())
    element.addEventListener("input", this.#touch)
    element.addEventListener("submit", this.#submit)
  }

  /** Returns the controls' values when the form appears: what was typed before, or what the cart contains. */
  #firstValues(): (name: string) => string {
    const known = prefill(this.#open?.view.form?.fields ?? [], this.#options.cart() ?? {})
    return (name) => this.#typed.get(name) ?? known[name] ?? ""
  }

  #touch = ({ target }: Event): void => {
    this.#isDirty = true
    const { element } = this.#open ?? {}
    if (!element) return
    const { message, fields } = this.#options.problems()
    const { name } = target as Control
    // A problem that the store found counts as corrected once its field has changed.
    const isAsked = (field: string) => this.#wrong.has(field) || field === name
    const wrong = this.#problemsIn(element).map(({ field }) => field)
    const left = fields.filter(({ field }) => !isAsked(field) || wrong.includes(field))
    // Don't wait for the button: nobody should type a Social Security number for an application that can't be sent.
    const excluded = this.#exclusions((field) => valuesOf(element).get(field) ?? "")
    const isNew = (problem: Problem) =>
      !left.some((each) => each.field === problem.field && each.message === problem.message)
    const added = excluded.filter(isNew).map((problem) => this.#named(problem))
    if (added.length === 0 && left.length === fields.length) return
    const next = [...left.filter(({ field }) => added.every((each) => each.field !== field)), ...added]
    this.#options.onTyped({ message: next.length > 0 ? message : "", fields: next }, excluded[0]?.message ?? "")
  }

  /** Returns a problem for each chosen state whose residents can't apply. */
  #exclusions(value: (name: string) => string): Problem[] {
    const { view, inputs } = this.#open ?? {}
    const rule = view?.order_id ? "excluded_order" : "excluded"
    const params = { operator: view?.operator.name ?? "" }
    return (inputs ?? [])
      .filter(({ name, options }) => options.some((option) => option.excluded && option.value === value(name)))
      .map(({ name: field }) => ({ field, message: this.#speak.dictionary.problem(field, rule, params) ?? "" }))
  }

  #keep(): void {
    const { element } = this.#open ?? {}
    if (element) this.#typed = valuesOf(element)
  }

  #submit = (event: Event): void => {
    event.preventDefault()
    const { view, element } = this.#open ?? {}
    if (!view || !element) return
    const excluded = this.#exclusions((name) => valuesOf(element).get(name) ?? "")
    // Don't ask for the other fields, such as the Social Security number, if no application is possible.
    const found = excluded.length > 0 ? excluded : this.#problemsIn(element)
    const problems = this.problemsOf(found)
    this.#wrong = new Set(found.map(({ field }) => field))
    this.#options.onProblems(problems)
    if (problems.message) return
    const values = Object.fromEntries(valuesOf(element))
    const application = toApplication(view.form?.fields ?? [], values, this.#speak.locale)
    const languagePreference = contractLanguage(view, this.#speak)
    const { version, language } = view.consent
    const accepted = acceptedIn(Object.keys(values))
    this.#options.send({ ...application, languagePreference }, { accepted, version, language })
  }

  #problemsIn(element: HTMLFormElement) {
    const values = valuesOf(element)
    const broken = controlsOf(element).flatMap((control) => {
      const rule = this.#brokenBy(control, values)
      return rule ? [{ field: control.name, message: this.#speak.dictionary.problem(control.name, rule) ?? "" }] : []
    })
    return [...broken, ...this.#exclusions((name) => values.get(name) ?? "")]
  }

  /** Returns the store's name for the rule that a control breaks, or undefined if it breaks none. */
  #brokenBy({ name, value, type, validity, required }: Control, values: Map<string, string>): string | undefined {
    if (type === "checkbox") return validity.valid ? undefined : "consent"
    // Check for bad input first, because a partly typed date has an empty value.
    if (validity.badInput) return "format"
    if (!value.trim()) return required ? "required" : undefined
    const amountOf = (typed: string) => readMoney(typed, this.#speak.locale)
    const isMoney = (path: string) => this.#inputOf(path)?.kind === "money"
    if (isMoney(name) && amountOf(value) === undefined) return "money"
    const typed = (path: string) => {
      const text = values.get(path) ?? ""
      return isMoney(path) ? `${amountOf(text) ?? ""}` : text
    }
    return isTaken(name, typed) ? undefined : "format"
  }
}

function controlsOf(element: HTMLFormElement): Control[] {
  const all = [...element.elements] as Control[]
  return all.filter(({ tagName, name }) => name && (tagName === "INPUT" || tagName === "SELECT"))
}

function fill(element: HTMLFormElement, known: (name: string) => string): void {
  for (const control of controlsOf(element)) {
    const value = known(control.name)
    // The shopper's consent applies only to the version of the text that was shown.
    if (control.type === "checkbox") (control as HTMLInputElement).checked = value === control.value
    else control.value = value
  }
}

function valuesOf(element: HTMLFormElement): Map<string, string> {
  return new Map([...new FormData(element)].map(([name, value]) => [name, String(value)]))
}

function formBlock(view: LeaseView, speak: Speaker): FormBlock {
  const fields = view.form?.fields ?? []
  return {
    kind: "form",
    groups: [...new Set(fields.map(({ group }) => group))].map((legend) => ({
      legend,
      inputs: fields.filter(({ group }) => group === legend).map((field) => inputOf(field, speak)),
    })),
    consent: consentBlock(view, speak),
    submit: speak.dictionary.say("buttons", "apply"),
  }
}

const TYPES = { secret: "password", money: "text" } as const
const MODES: { [kind in FormField["kind"]]?: FormInput["inputMode"] } = { secret: "numeric", money: "decimal" }

function inputOf(
  { path, label, kind, required, options = [], autocomplete = "off" }: FormField,
  speak: Speaker,
): FormInput {
  const type = kind === "secret" || kind === "money" ? TYPES[kind] : kind
  const choices = kind === "select" ? [{ value: "", label: speak.say("please_choose") }, ...options] : []
  return {
    name: path,
    label,
    kind,
    type,
    inputMode: autocomplete === "postal-code" ? "numeric" : MODES[kind],
    autocomplete,
    required,
    options: choices,
  }
}
