import type { ApplyAnswer, ApplyBody } from "../wire.js"
import { LeaseError } from "./errors.js"
import type { Kept } from "./lease-key.js"

export type ApplyOptions = {
  /** The version of the consent text that the shopper accepted (`view.consent.version`). */
  consent: ApplyBody["consent"]
  /** Name of the attempt: 16 to 100 unguessable characters. One attempt is one application, however often it is sent. */
  attemptId?: string
}

/**
 * Sends applications of one cart, each under the name of its attempt. A name made up here is used again while its answer is outstanding: a
 * double click, or a second try after a lost connection, is the same attempt and gives the same application. `kept` holds the name until
 * the answer is there, for a page that is left before; a refused attempt gives way to the one before it.
 */
export function applicationSender(post: (body: ApplyBody) => Promise<ApplyAnswer>, kept: Kept) {
  let unanswered: string | undefined

  return async (application: unknown, { consent, attemptId }: ApplyOptions): Promise<ApplyAnswer> => {
    const attempt = attemptId ?? unanswered ?? randomName()
    if (!attemptId) unanswered = attempt
    const before = kept.read()
    kept.keep(attempt)
    const settle = () => {
      if (unanswered === attempt) unanswered = undefined
    }
    try {
      const answer = await post({ application, consent, attemptId: attempt })
      settle()
      return answer
    } catch (error) {
      if (error instanceof LeaseError && !error.retryable) {
        settle()
        if (before && before !== attempt) kept.keep(before)
        else kept.drop()
      }
      throw error
    }
  }
}

/** `randomUUID` exists only on https and localhost; a store on a test machine's plain http address still works. */
export function randomName(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
