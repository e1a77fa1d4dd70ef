import type { Params, Refusal } from "../wire.js"

type LeaseErrorInit = Pick<LeaseError, "code" | "message" | "status" | "retryable"> &
  Pick<Partial<Refusal>, "params" | "fields">

/**
 * Every call of this package throws this when it does not end well. `message` is a text for the shopper: the store's own words, or an
 * English text of this package. It never repeats what was sent.
 */
export class LeaseError extends Error {
  override readonly name = "LeaseError"
  /** The refusal's code (a translation key), or `store_unreachable`, `unexpected_answer`, `busy`. */
  readonly code: string
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** The same call may be made again and may pass. Before a write is repeated, `get()` tells whether it arrived. */
  readonly retryable: boolean
  readonly params: Params
  /** The form's errors, by field; empty when it is not about fields. */
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

/** No answer came: offline, cut off, timed out. Whether the call arrived is not known. */
export function unreachable(status: number, cause?: unknown): LeaseError {
  const message = "We could not reach the store. Check your connection and try again."
  return new LeaseError({ code: "store_unreachable", message, status, retryable: true }, { cause })
}

/** The call that was answered. */
type Asked = { method: string; path: string }

/**
 * An answer that is not the plugin's or Medusa's: the plugin is not installed, the address is wrong, or the store is older than this package.
 * `cause` tells the developer, without the id in the path, which would open the cart.
 */
export function unexpected(status: number, { method, path }: Asked): LeaseError {
  const message = "The store gave an answer that this page cannot read. Try again, or choose another payment method."
  const cause = new Error(`${method} ${path.replace(/s\/[^/?]+/, "s/:id")}: lease-to-own plugin too old?`)
  return new LeaseError({ code: "unexpected_answer", message, status, retryable: !isRefusal(status) }, { cause })
}

/** The error of an answer with a status of 400 or more: the plugin's `Refusal`, or Medusa's `{type, code?, message}`. */
export function errorOf(status: number, body: unknown, asked: Asked): LeaseError {
  const { type, code, message, params, fields } = (body ?? {}) as Partial<Refusal>
  if (typeof message !== "string") return status >= 500 ? unreachable(status) : unexpected(status, asked)
  if (code === "invalid_state_error") {
    // Medusa replaces the words of a conflict by a hint about idempotency keys.
    const busy = "Another action for this cart is running. Wait a moment and try again."
    return new LeaseError({ code: "busy", message: busy, status, retryable: true })
  }
  const retryable = !isRefusal(status)
  return new LeaseError({ code: code ?? type ?? "refused", message, status, retryable, params, fields })
}

/** The store said no; asking again unchanged gives the same answer. Timeouts and "too many requests" are not a no. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}
