/** A declined card is tried once more. */
const MOST_TRIES = 2

/**
 * The shop's own card form, whose inputs the widget fills in. It stands in the page from the beginning, hidden as long as the state says so. What is in it
 * is between the form and the card provider: nothing here reads it.
 */
export type HostedCard = {
  /** True once the input of the card's number has a value. */
  isFilled(): boolean
  /** The card has come: show which one, by its last four digits for example. */
  mask?(): void
  /** Empties the inputs. Called once there is a token, and when the checkout ends. */
  clear(): void
  /**
   * Hands the card to the card provider in the browser, and resolves to its token, or to null where it was declined. Rejects with words for the
   * shopper where the provider gave no answer.
   */
  tokenize(): Promise<string | null>
}

/** A card form on its way to a token. */
export class CardTries {
  readonly #card
  /** The card was accepted, and its order is not placed. */
  #token: string | null = null
  #tries = 0

  constructor(card: HostedCard) {
    this.#card = card
  }

  /** False once the card was declined too often. */
  get mayPay(): boolean {
    return this.#tries < MOST_TRIES
  }

  /** Null where the card was declined, and once `signal` is aborted: nothing is charged behind the back of a shopper who has left. */
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
