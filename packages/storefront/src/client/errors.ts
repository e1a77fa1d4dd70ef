import type { Params, Refusal } from "../wire.js"

type LeaseErrorInit = Pick<LeaseError, "code" | "message" | "status" | "retryable"> &
  Pick<Partial<Refusal>, "params" | "fields">

/** The error of every call. `message` is for the shopper, and never contains what the shopper sent. */
export class LeaseError extends Error {
  override readonly name = "LeaseError"
  /** The code of the refusal, which is also its translation key, or `store_unreachable`, `page_failed`, `unexpected_answer` or `busy`. */
  readonly code: string
  /** The HTTP status, or 0 without an answer. */
  readonly status: number
  /** True if the same call may succeed later. Before you repeat a write, call `get()` to see whether it arrived. */
  readonly retryable: boolean
  readonly params: Params
  /** The errors of form fields. Empty for any other error. */
  readonly fields: NonNullable<Refusal["fields"]>

  constructor({ code, message, status, retryable, params, fields }: LeaseErrorInit, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = status
    this.retryable = retryable
    this.params = params ?? {}
    this.fields = fields ?? []
  }
}

/** The error for a call without an answer (offline, interrupted, timed out). The call may have arrived. */
export function unreachable(status: number, cause?: unknown): LeaseError {
  const message = "We could not reach the store. Check your connection and try again."
  return new LeaseError({ code: "store_unreachable", message, status, retryable: true }, { cause })
}

/** What JavaScript engines write in their own messages. A connection's errors have no such words ("A data connection is not currently allowed." in Safari). */
const OF_SCRIPTS = /\bis not (an?|defined|iterable)\b|undefined|\bnull\b/

/** True for a mistake in a script, such as a function that the browser doesn't have. `fetch` rejects with TypeError, too. */
export function isMistake(error: unknown): boolean {
  if (error instanceof TypeError) return OF_SCRIPTS.test(error.message)
  return error instanceof ReferenceError || error instanceof RangeError
}

/** The error for a request that failed: a mistake in the page, or no answer. */
export function failureOf(error: unknown): LeaseError {
  if (error instanceof LeaseError) return error
  return isMistake(error) ? pageFailed(error) : unreachable(0, error)
}

/** Returns the words of whatever was thrown or reported, by whatever script. Empty if it has none. */
export function wordsOf(given: unknown): string {
  const { message } = (given ?? {}) as { message?: unknown }
  const words = typeof given === "string" ? given : message
  return typeof words === "string" ? words : ""
}

/** Returns the error to show for whatever an action threw. A shop's own function may throw words for the shopper, but not a mistake. */
export function shownError(error: unknown): Error {
  if (!wordsOf(error) || isMistake(error)) return pageFailed(error)
  return typeof error === "string" ? new Error(error) : (error as Error)
}

/** The error for whatever in the page keeps it from asking the store, also reported in the console. It isn't the shopper's connection. */
export function pageFailed(cause: unknown): LeaseError {
  // A server's log would keep the headers and the address, which such an error may quote.
  console.error(
    "Lease-to-own: this page could not ask the store.",
    globalThis.document ? cause : String(cause).split(":")[0],
  )
  const message =
    "This page could not ask the store. Nothing was lost. Reload the page. If that does not help, contact the store."
  return new LeaseError({ code: "page_failed", message, status: 0, retryable: true }, { cause })
}

type Asked = { method: string; path: string }

/**
 * The error for an answer that comes from neither the plugin nor Medusa: the plugin isn't installed, the address is wrong, or the store is
 * older than this package. `cause` is for developers, and in the console. It leaves out the id in the path, because the id gives access to the cart.
 */
export function unexpected(status: number, { method, path }: Asked): LeaseError {
  const message = "The store gave an answer that this page cannot read. Try again, or choose another payment method."
  const cause = new Error(
    `${method} ${path.replace(/s\/[^/?]+/, "s/:id")}: lease-to-own plugin too old, or baseUrl wrong?`,
  )
  console.error("Lease-to-own: the store gave no answer of the plugin.", cause)
  return new LeaseError({ code: "unexpected_answer", message, status, retryable: !isRefusal(status) }, { cause })
}

/** The error for an answer with a status of 400 or more: the plugin's `Refusal`, or Medusa's `{type, code?, message}`. */
export function errorOf(status: number, body: unknown, asked: Asked): LeaseError {
  const { type, code, message, params, fields } = (body ?? {}) as Partial<Refusal>
  if (typeof message !== "string") return status >= 500 ? unreachable(status) : unexpected(status, asked)
  if (code === "invalid_state_error") {
    // Medusa replaces the message of a conflict with a hint about idempotency keys.
    const busy = "Another action for this cart is running. Wait a moment and try again."
    return new LeaseError({ code: "busy", message: busy, status, retryable: true })
  }
  const retryable = !isRefusal(status)
  return new LeaseError({ code: code ?? type ?? "refused", message, status, retryable, params, fields })
}

/** True if the same request would be refused again. Timeouts and "too many requests" can be retried. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}
