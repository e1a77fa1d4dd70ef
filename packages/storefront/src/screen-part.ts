import { consentPart, type FieldPart, type FieldTools } from "./field-parts.js"
import { type FormPart, formPart } from "./form-part.js"
import type { CheckoutState, Focus, LeaseCheckout } from "./lease-checkout.js"
import { make, makeButton } from "./make.js"
import { countdownPart, figuresPart, pointsPart, textPart, waitingPart } from "./parts.js"
import type { Block, ConsentBlock, Screen, ScreenButton } from "./screen.js"

/** The parts of a checkout that its screens need. */
export type ScreenTools = FieldTools & Pick<LeaseCheckout, "press">

const PLACES: Record<Focus["on"], string> = {
  heading: "[data-lease-heading]",
  problem: "[data-lease-problem]",
  form: "[data-lease-problems]",
  button: "[data-lease-buttons] button",
}

/** The screen of now: what went wrong, heading, blocks, buttons, and a live region. Moves the focus where the lease says. */
export class ScreenPart {
  readonly element
  readonly #tools
  readonly #problem = make("p", { role: "alert", "data-lease-problem": true, tabindex: -1 })
  readonly #said = make("p", { role: "status", "data-lease-said": true })
  #content = make("div")
  #shown: CheckoutState
  #form: FormPart | null = null
  #consent: { version: string; part: FieldPart<HTMLInputElement> } | null = null

  constructor(tools: ScreenTools, first: CheckoutState) {
    this.#tools = tools
    this.#shown = first
    this.element = make("div", { tabindex: -1 }, this.#problem, this.#content, this.#said)
    this.#showScreen(first.screen)
    this.#showWords(first)
  }

  show(state: CheckoutState): void {
    const before = this.#shown
    this.#shown = state
    if (state.screen !== before.screen) this.#showScreen(state.screen)
    else if (state.form !== before.form) this.#form?.tell(state.form)
    this.#showWords(state)
    const { focus } = state
    if (focus && focus !== before.focus)
      (this.element.querySelector<HTMLElement>(PLACES[focus.on]) ?? this.element).focus()
  }

  #showWords({ said, problem }: CheckoutState): void {
    this.#problem.hidden = problem === ""
    // Set again, the same words would be read out again.
    if (this.#problem.textContent !== problem) this.#problem.textContent = problem
    if (this.#said.textContent !== said) this.#said.textContent = said
  }

  #showScreen({ step, heading, blocks, buttons }: Screen): void {
    const { form } = this.#tools
    if (this.#form) form.bind(null)
    this.#form = null
    const content = make(
      "div",
      { "data-lease-content": true },
      make("h2", { "data-lease-heading": true, tabindex: -1 }, heading),
      ...blocks.flatMap((block) => this.#blockOf(block) ?? []),
      make("div", { "data-lease-buttons": true }, ...buttons.map((button) => this.#buttonOf(button))),
    )
    this.element.setAttribute("data-lease-screen", step)
    this.#content.replaceWith(content)
    this.#content = content
  }

  #blockOf(block: Block): HTMLElement | undefined {
    switch (block.kind) {
      case "text":
        return textPart(block)
      case "points":
        return pointsPart(block)
      case "figures":
        return figuresPart(block)
      case "waiting":
        return waitingPart()
      case "countdown":
        return countdownPart(block)
      case "consent":
        return this.#consentOf(block)
      case "form":
        this.#form = formPart(block, this.#tools)
        this.#form.tell(this.#shown.form)
        return this.#form.element
    }
  }

  /** A tick stands for the text that was shown, and stays while that does. */
  #consentOf(block: ConsentBlock): HTMLElement {
    const part = consentPart(block)
    const before = this.#consent
    if (before?.part.control.isConnected && before.version === block.version)
      part.control.checked = before.part.control.checked
    this.#consent = { version: block.version, part }
    return part.element
  }

  #buttonOf({ action, label, kind, needsConsent }: ScreenButton): HTMLElement {
    const isAgreed = () => !needsConsent || (this.#consent?.part.control.reportValidity() ?? true)
    // It is not disabled while its action runs, because that would take the focus from it.
    const run = async () => {
      if (button.hasAttribute("aria-disabled") || !isAgreed()) return
      button.setAttribute("aria-disabled", "true")
      await this.#tools.press(action).finally(() => button.removeAttribute("aria-disabled"))
    }
    const button = makeButton(kind, label, run, { "data-lease-action": action })
    return button
  }
}
