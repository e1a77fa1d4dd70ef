import type { Params, Refusal } from "../wire.js"

type LeaseErrorInit = Pick<LeaseError, "code" | "message" | "status" | "retryable"> &
  Pick<Partial<Refusal>, "params" | "fields">

/** The error thrown by every call. `message` is written for the shopper and never contains the shopper's input. */
export class LeaseError extends Error {
  override readonly name = "LeaseError"
  /** The refusal's code, which is also its translation key, or one of `store_unreachable`, `page_failed`, `unexpected_answer` and `busy`. */
  readonly code: string
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number
  /** True if the same call may succeed later. Before you repeat a write, call `get()` to see whether the first one went through. */
  readonly retryable: boolean
  readonly params: Params
  /** The form fields' errors, if any. */
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

/** Creates the error for a call without a response (offline, interrupted, timed out). The store may still have received the call. */
export function unreachable(status: number, cause?: unknown): LeaseError {
  const message = "We could not reach the store. Check your connection and try again."
  return new LeaseError({ code: "store_unreachable", message, status, retryable: true }, { cause })
}

/**
 * Matches the errors that JavaScript engines throw for bugs, but not connection errors, such as Safari's "A data connection is not currently
 * allowed."
 */
const OF_SCRIPTS = /\bis not (an?|defined|iterable)\b|undefined|\bnull\b/

/**
 * Whether a script's bug caused the error, such as a call to a function that the browser lacks. Not every TypeError is a bug: `fetch` also throws one
 * if there is no connection.
 */
export function isMistake(error: unknown): boolean {
  if (error instanceof TypeError) return OF_SCRIPTS.test(error.message)
  return error instanceof ReferenceError || error instanceof RangeError
}

/** Returns the error for a failed request: a bug in the page, or no response. */
export function failureOf(error: unknown): LeaseError {
  if (error instanceof LeaseError) return error
  return isMistake(error) ? pageFailed(error) : unreachable(0, error)
}

/** Returns the message of whatever a script threw or reported, or an empty string if it has none. */
export function wordsOf(given: unknown): string {
  const { message } = (given ?? {}) as { message?: unknown }
  const words = typeof given === "string" ? given : message
  return typeof words === "string" ? words : ""
}

/** Returns the error to show for whatever an action threw: the error itself, or a general one for a bug or an error without a message. */
export function shownError(error: unknown): Error {
  if (!wordsOf(error) || isMistake(error)) return pageFailed(error)
  return typeof error === "string" ? new Error(error) : (error as Error)
}

/** Creates and logs the error for a problem in the page itself that keeps it from calling the store. */
export function pageFailed(cause: unknown): LeaseError {
  // On a server, log only the part before the first colon, because the rest may quote headers and the URL.
  console.error(
    "Lease-to-own: this page could not contact the store.",
    globalThis.document ? cause : String(cause).split(":")[0],
  )
  const message =
    "This page could not contact the store. Nothing was lost. Reload the page. If that does not help, contact the store."
  return new LeaseError({ code: "page_failed", message, status: 0, retryable: true }, { cause })
}

type Asked = { method: string; path: string }

/**
 * Creates the error for a response that came from neither the plugin nor Medusa: the plugin is missing or older than this package, or the URL is
 * wrong. Logs a `cause` for developers, without the ID in the path, because that ID gives access to the cart.
 */
export function unexpected(status: number, { method, path }: Asked): LeaseError {
  const message = "The store sent a response that this page cannot read. Try again, or choose another payment method."
  const cause = new Error(
    `${method} ${path.replace(/s\/[^/?]+/, "s/:id")}: lease-to-own plugin too old, or baseUrl wrong?`,
  )
  console.error("Lease-to-own: the response did not come from the plugin.", cause)
  return new LeaseError({ code: "unexpected_answer", message, status, retryable: !isRefusal(status) }, { cause })
}

/** Creates the error for a status of 400 or more from the plugin's `Refusal` or Medusa's `{type, code?, message}`. */
export function errorOf(status: number, body: unknown, asked: Asked): LeaseError {
  const { type, code, message, params, fields } = (body ?? {}) as Partial<Refusal>
  if (typeof message !== "string") return status >= 500 ? unreachable(status) : unexpected(status, asked)
  if (code === "invalid_state_error") {
    // Medusa replaces a conflict's message with a hint about idempotency keys, so use our own message.
    return busy(status)
  }
  const retryable = !isRefusal(status)
  return new LeaseError({ code: code ?? type ?? "refused", message, status, retryable, params, fields })
}

export function busy(status: number): LeaseError {
  const message = "Another action for this cart is in progress. Wait a moment and try again."
  return new LeaseError({ code: "busy", message, status, retryable: true })
}

/** Whether the same request would be refused again. Timeouts and "too many requests" can be retried. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}
