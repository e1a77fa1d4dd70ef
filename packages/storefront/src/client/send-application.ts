import type { ApplyAnswer, ApplyBody } from "../wire.js"
import { LeaseError } from "./errors.js"
import type { StoredText } from "./lease-key.js"

export type ApplyOptions = {
  /** The consent that the shopper gave, with the version of its text (`view.consent.version`). */
  consent: ApplyBody["consent"]
  /** 16 to 100 unguessable characters. A key identifies one application, no matter how many times you send it. */
  idempotencyKey?: string
}

/**
 * Returns a function that sends one cart's applications. It reuses a generated idempotency key until the response arrives, even after a double click.
 * `kept` stores the key in case the shopper leaves the page. A refusal restores the previous key.
 */
export function applicationSender(post: (body: ApplyBody) => Promise<ApplyAnswer>, kept: StoredText) {
  let unanswered: string | undefined

  return async (application: unknown, { consent, idempotencyKey: given }: ApplyOptions): Promise<ApplyAnswer> => {
    const idempotencyKey = given ?? unanswered ?? randomName()
    if (!given) unanswered = idempotencyKey
    const before = kept.read()
    kept.keep(idempotencyKey)
    const markAnswered = () => {
      if (unanswered === idempotencyKey) unanswered = undefined
    }
    try {
      const answer = await post({ application, consent, idempotencyKey })
      markAnswered()
      return answer
    } catch (error) {
      if (error instanceof LeaseError && !error.retryable) {
        markAnswered()
        if (before && before !== idempotencyKey) kept.keep(before)
        else kept.drop()
      }
      throw error
    }
  }
}

/** Returns an unguessable ID. `randomUUID` exists only on https and localhost, but test stores may use plain http. */
export function randomName(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
