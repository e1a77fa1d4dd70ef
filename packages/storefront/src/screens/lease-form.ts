import { toApplication } from "../client/application.js"
import { readMoney } from "../client/money.js"
import { prefill } from "../client/prefill.js"
import type { Consent, LeaseView } from "../wire.js"
import { formBlock } from "./form-fields.js"
import { guardForm, isFormInHistory } from "./form-guard.js"
import type { FormBlock, FormInput, ScreenCart, ScreenWords } from "./screen.js"
import { speaker } from "./screen-words.js"

/** `field`: the name of a control, `label` of it; empty where the form has no such control. `line`: label and message, as a list of problems has them. */
export type FieldProblem = { field: string; label: string; message: string; line: string }

/** All that is wrong with a form: said above it (empty: nothing), and again at each field. */
export type FormProblems = { readonly message: string; readonly fields: readonly FieldProblem[] }

/** The part of the form that a page needs to show it. */
export type FormBinding = {
  /**
   * Takes the `<form>` of a form block, once its controls are there, and fills them in. Hears what is typed and sends it on `submit`. Null
   * when it is taken away. Suits `ref` of React.
   */
  bind(element: HTMLFormElement | null): void
  /** An amount as it was understood, in words; empty for none. For a field that was left. */
  understood(typed: string): string
}

export type LeaseFormOptions = {
  words: ScreenWords
  cart: () => ScreenCart | undefined
  /** `consent`: the text that was agreed to. */
  send: (application: Record<string, unknown>, consent: Consent) => unknown
  onProblems: (problems: FormProblems) => void
  /** The browser went back to the screen before the form. */
  onLeft: () => void
}

type Control = HTMLInputElement | HTMLSelectElement
type Open = {
  view: Pick<LeaseView, "form" | "consent">
  block: FormBlock
  inputs: FormInput[]
  element: HTMLFormElement | null
}

/**
 * The application. The server says which fields it has. What is typed is in the page's controls, and in the memory of this object until
 * there is a decision, so that a form that has to be sent again is filled in. It is in no state that a page is told of.
 */
export class LeaseForm {
  #open: Open | null = null
  /** The last one that was filled in. */
  #filled: HTMLFormElement | null = null
  #isDirty = false
  /** Values typed before, the consent included. */
  #typed = new Map<string, string>()
  #endGuard = () => {}
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

  /** Null while it is closed. */
  get block(): FormBlock | null {
    return this.#open?.block ?? null
  }

  /** @param isConsentGiven just now, on the screen before */
  open(view: Pick<LeaseView, "form" | "consent">, isConsentGiven: boolean): void {
    this.#endGuard()
    const block = formBlock(view, this.#speak)
    this.#open = { view, block, inputs: block.groups.flatMap(({ inputs }) => inputs), element: null }
    if (isConsentGiven) this.#typed.set("consent", view.consent.version)
    this.#isDirty = this.#typed.size > Number(this.#typed.has("consent"))
    // An entry of its own, so that the browser's Back leads to the screen before the form.
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

  /** Takes the form away. The values stay for the next time. */
  close(): void {
    this.#bind(null)
    this.#endGuard()
    this.#open = null
    this.#isDirty = false
  }

  /** The same when the form is done, so that a reload does not open it again. */
  finish(): void {
    this.close()
    history.replaceState({ ...history.state, isLeaseFormOpen: false }, "")
  }

  /** There is a decision, or the shopper left: the values are no longer needed. */
  forget(): void {
    this.#typed.clear()
    if (this.#filled) fill(this.#filled, () => "")
    if (!this.#open) this.#filled = null
    this.#isDirty = false
  }

  /** Each problem with the label of its field. `message`: the words above the form. */
  problemsOf(problems: readonly { field: string; message: string }[], message?: string): FormProblems {
    const fields = problems.map((problem) => {
      const label = this.#labelOf(problem.field)
      const { message: words } = problem
      return { ...problem, label, line: label ? this.#speak.say("named", { name: label, words }) : words }
    })
    const above = message ?? (fields.length > 0 ? this.#speak.say("check_fields") : "")
    return { message: above, fields }
  }

  #labelOf(name: string): string {
    if (name === "consent") return this.#speak.say("consent")
    return this.#open?.inputs.find((input) => input.name === name)?.label ?? ""
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
    const { form, consent } = open.view
    const known = prefill(form?.fields ?? [], this.#options.cart() ?? {})
    fill(element, (name) => {
      const typed = this.#typed.get(name)
      // A ticked consent stands for the text that was shown.
      return name === "consent" ? (typed === consent.version ? typed : "") : (typed ?? known[name] ?? "")
    })
    element.addEventListener("input", this.#touch)
    element.addEventListener("submit", this.#submit)
  }

  #touch = (): void => {
    this.#isDirty = true
  }

  #keep(): void {
    const { element, view } = this.#open ?? {}
    if (!element || !view) return
    this.#typed = valuesOf(element)
    if (this.#typed.has("consent")) this.#typed.set("consent", view.consent.version)
  }

  #submit = (event: Event): void => {
    event.preventDefault()
    const { view, element } = this.#open ?? {}
    if (!view || !element) return
    const problems = this.problemsOf(this.#missing(element))
    this.#options.onProblems(problems)
    if (problems.message) return
    const { dictionary, locale } = this.#speak
    const values = Object.fromEntries(valuesOf(element))
    const application = toApplication(view.form?.fields ?? [], values, locale)
    this.#options.send({ ...application, languagePreference: dictionary.language }, view.consent)
  }

  /** Problems that are found without a call. */
  #missing(element: HTMLFormElement) {
    const { dictionary, locale } = this.#speak
    const isMoney = (name: string) => this.#open?.inputs.some((input) => input.name === name && input.kind === "money")
    return controlsOf(element).flatMap(({ name, value, validity }) => {
      const isUnread = isMoney(name) && value.trim() !== "" && readMoney(value, locale) === undefined
      if (validity.valid && !isUnread) return []
      const rule = name === "consent" ? name : validity.valueMissing ? "required" : isUnread ? "money" : "format"
      return [{ field: name, message: dictionary.problem(name, rule) ?? "" }]
    })
  }
}

function controlsOf(element: HTMLFormElement): Control[] {
  const all = [...element.elements] as Control[]
  return all.filter(({ tagName, name }) => name && (tagName === "INPUT" || tagName === "SELECT"))
}

function fill(element: HTMLFormElement, known: (name: string) => string): void {
  for (const control of controlsOf(element)) {
    const value = known(control.name)
    if (control.name === "consent") (control as HTMLInputElement).checked = value !== ""
    else control.value = value
  }
}

function valuesOf(element: HTMLFormElement): Map<string, string> {
  return new Map([...new FormData(element)].map(([name, value]) => [name, String(value)]))
}
