import type { CheckoutState } from "../screens/checkout-state.js"
import type { FormProblems } from "../screens/lease-form.js"
import type { Block, ConsentBlock } from "../screens/screen.js"
import { codePart, consentPart, type FieldPart, type FormPart, type FormTools, formPart } from "./form-parts.js"
import { countdownPart, plainPart } from "./parts.js"
import type { ScreenBlocks } from "./screen-part.js"

/** Creates the elements of a checkout screen, including its form. */
export class CheckoutBlocks implements ScreenBlocks {
  readonly #tools
  #form: FormPart | null = null
  #consent: { version: string; part: FieldPart<HTMLInputElement> } | null = null

  constructor(tools: FormTools) {
    this.#tools = tools
  }

  make({ screen, form }: CheckoutState): HTMLElement[] {
    if (this.#form) this.#tools.form.bind(null)
    this.#form = null
    const elements = screen.blocks.flatMap((block) => this.#partOf(block) ?? [])
    this.tell(form)
    return elements
  }

  tell(problems: FormProblems): void {
    this.#form?.tell(problems)
  }

  #partOf(block: Block): HTMLElement | null {
    if (block.kind === "consent") return this.#consentOf(block)
    if (block.kind === "code") return codePart(block, this.#tools)
    if (block.kind === "countdown") return countdownPart(block)
    if (block.kind !== "form") return plainPart(block)
    this.#form = formPart(block, this.#tools)
    return this.#form.element
  }

  /** A checkbox stays checked as long as the same text is shown. */
  #consentOf(block: ConsentBlock): HTMLElement {
    const part = consentPart(block)
    const { version, part: before } = this.#consent ?? {}
    if (before?.control.isConnected && version === block.version) part.control.checked = before.control.checked
    this.#consent = { version: block.version, part }
    return part.element
  }
}
