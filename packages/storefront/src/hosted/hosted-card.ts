/** How often a card can be declined before the shopper can't try again. */
const MOST_TRIES = 2

/**
 * The shop's own card form, whose inputs the widget fills in. It must be in the page from the beginning, and hidden whenever the state says
 * so. The kit never reads the inputs.
 */
export type HostedCard = {
  /** True once the input for the card number has a value. */
  isFilled(): boolean
  /** Called when the card has arrived. Show which one it is, for example by its last four digits. */
  mask?(): void
  /** Empties the inputs. Called once there is a token, and when the checkout ends. */
  clear(): void
  /**
   * Sends the card to the card provider from the browser. Resolves to its token, or to null if the card was declined. Rejects with a
   * message for the shopper if the provider didn't answer.
   */
  tokenize(): Promise<string | null>
}

/** Tokenizes a card and counts how often it was declined. */
export class CardTries {
  readonly #card
  /** The token of an accepted card whose order isn't placed yet. */
  #token: string | null = null
  #tries = 0

  constructor(card: HostedCard) {
    this.#card = card
  }

  /** False once the card was declined too often. */
  get mayPay(): boolean {
    return this.#tries < MOST_TRIES
  }

  /** Null if the card was declined, or once `signal` is aborted, because a shopper who has left must not be charged. */
  async tokenize(signal: AbortSignal): Promise<string | null> {
    const token = this.#token ?? (await this.#card.tokenize())
    if (signal.aborted) return null
    if (token) this.#card.clear()
    else this.#tries++
    this.#token = token
    return token
  }

  forget(): void {
    this.#token = null
    this.#tries = 0
    this.#card.clear()
  }
}
