import type { CheckoutState, Focus } from "../screens/checkout-state.js"
import type { FormProblems } from "../screens/lease-form.js"
import { type Confirmed, confirmedIn, type ScreenAction, type ScreenButton } from "../screens/screen.js"
import { make, makeButton } from "./make.js"

export type ScreenBlocks = { make(state: CheckoutState): HTMLElement[]; tell?(problems: FormProblems): void }

export type ScreenTools = {
  press: (action: ScreenAction, confirmed?: Confirmed) => Promise<void>
  blocks: ScreenBlocks
  /** An element, between the blocks and the buttons, that stays in the page on every screen. */
  kept?: HTMLElement
}

const PLACES: Record<Focus["on"], string> = {
  heading: "[data-lease-heading]",
  problem: "[data-lease-problem]",
  form: "[data-lease-problems]",
  button: "[data-lease-buttons] button",
}

/** Shows the current screen and moves focus as the state requests. */
export class ScreenPart {
  readonly element
  readonly #tools
  readonly #problem = make("p", { role: "alert", "data-lease-problem": true, tabindex: -1 })
  readonly #content = make("div", { "data-lease-content": true })
  readonly #statusText = make("p", { role: "status", "data-lease-status-text": true })
  #own: HTMLElement[] = []
  #shown: CheckoutState

  constructor(tools: ScreenTools, first: CheckoutState) {
    this.#tools = tools
    this.#shown = first
    if (tools.kept) this.#content.append(tools.kept)
    this.element = make("div", { tabindex: -1 }, this.#problem, this.#content, this.#statusText)
    this.#showScreen(first)
    this.#showWords(first)
  }

  show(state: CheckoutState): void {
    const before = this.#shown
    this.#shown = state
    if (state.screen !== before.screen) this.#showScreen(state)
    else if (state.form !== before.form) this.#tools.blocks.tell?.(state.form)
    this.#showWords(state)
    const { focus } = state
    if (focus && focus !== before.focus)
      (this.element.querySelector<HTMLElement>(PLACES[focus.on]) ?? this.element).focus()
  }

  #showWords({ statusText, problem }: CheckoutState): void {
    this.#problem.hidden = problem === ""
    // Setting the same text again would make screen readers repeat it.
    if (this.#problem.textContent !== problem) this.#problem.textContent = problem
    if (this.#statusText.textContent !== statusText) this.#statusText.textContent = statusText
  }

  #showScreen(state: CheckoutState): void {
    const { step, heading, buttons } = state.screen
    const title = make("h2", { "data-lease-heading": true, tabindex: -1 }, heading)
    const words = [title, ...this.#tools.blocks.make(state)]
    const actions = make("div", { "data-lease-buttons": true }, ...buttons.map((button) => this.#buttonOf(button)))
    for (const element of this.#own) element.remove()
    this.#own = [...words, actions]
    this.#content.prepend(...words)
    this.#content.append(actions)
    this.element.setAttribute("data-lease-screen", step)
  }

  #buttonOf({ action, label, kind, needsConsent }: ScreenButton): HTMLElement {
    // Don't disable the button while its action runs, because a disabled button loses focus.
    const run = async () => {
      if (button.hasAttribute("aria-disabled")) return
      const confirmed = needsConsent && confirmedIn(this.element, this.#shown.screen)
      if (confirmed === null) return
      button.setAttribute("aria-disabled", "true")
      await this.#tools.press(action, confirmed).finally(() => button.removeAttribute("aria-disabled"))
    }
    const button = makeButton(kind, label, run, { "data-lease-action": action })
    return button
  }
}
