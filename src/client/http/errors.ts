/** The effect of a failed call on the service: none, or unknown (`docs/adr/0013-outbox-from-facts.md`). */
export type Effect = "none" | "unknown"

/** The facts about a failed call. All texts are already masked. */
export type Failure = {
  /** The name of the client's method that failed. */
  operation: string
  effect: Effect
  /** A description of what happened, for the log. */
  message: string
  httpStatus?: number
  /** How long the service asked us to wait before the next call (ms). */
  retryAfterMs?: number
  cause?: Error
}

/**
 * Thrown if a call to the lease service fails. `message` is for the log and contains no applicant data, credentials or one-time URLs. `effect` states
 * whether it's safe to repeat the call.
 */
export class LeaseServiceError extends Error {
  readonly operation: string
  readonly effect: Effect
  declare readonly httpStatus?: number
  /** How long the service asked us to wait before the next call (ms), at most five minutes. Any response may ask for this. */
  declare readonly retryAfterMs?: number

  constructor(failure: Failure) {
    super(`${failure.operation}: ${failure.message}`, failure.cause && { cause: failure.cause })
    this.name = new.target.name
    this.operation = failure.operation
    this.effect = failure.effect
    if (failure.httpStatus !== undefined) this.httpStatus = failure.httpStatus
    if (failure.retryAfterMs !== undefined) this.retryAfterMs = failure.retryAfterMs
  }
}

/** The service's own explanation (reference 10), masked. */
export type Problem = {
  title?: string
  detail?: string
  /** The text after `#` in the problem's `type`. Used only in messages, never to make a decision. */
  code?: string
  /** What is wrong with each field, keyed by the field's path. */
  errors?: Record<string, string[]>
}

/** Thrown if the service or the client's own check refuses a call. Nothing happened, and the same call would only be refused again. */
export class LeaseRefused extends LeaseServiceError {
  declare readonly title?: string
  declare readonly detail?: string
  declare readonly code?: string
  declare readonly errors?: Record<string, string[]>

  constructor(failure: Omit<Failure, "effect">, problem: Problem) {
    super({ ...failure, effect: "none" })
    Object.assign(this, problem)
  }
}

/** Thrown if there was no connection, the service was too busy, or a read wasn't answered. Nothing happened, and it's safe to try again later. */
export class LeaseUnreachable extends LeaseServiceError {
  constructor(failure: Omit<Failure, "effect">) {
    super({ ...failure, effect: "none" })
  }
}

/** Thrown if a call isn't made, because earlier calls went unanswered. */
export class LeaseHeldBack extends LeaseUnreachable {}

/** Thrown if a call isn't made, because the store's own rate limit doesn't allow any more calls right now. */
export class LeaseOverRate extends LeaseHeldBack {}

/** Thrown if a call was sent but didn't get a clear response. The call may have taken effect, so read the state before sending anything again. */
export class LeaseUnknown extends LeaseServiceError {
  constructor(failure: Omit<Failure, "effect">) {
    super({ ...failure, effect: "unknown" })
  }
}

/**
 * Thrown for a 401 or 403: the credentials are wrong, or the store's account lacks permission. Nothing happened, and a person must correct the
 * configuration.
 */
export class LeaseAuthError extends LeaseServiceError {
  constructor(failure: Omit<Failure, "effect">) {
    super({ ...failure, effect: "none" })
  }
}

/** Thrown for a response that doesn't match the spec. If the call was a read, nothing happened. Otherwise, the effect is unknown. */
export class LeaseProtocolError extends LeaseServiceError {}
