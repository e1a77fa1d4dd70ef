/** A failed call's effect on the service (`docs/adr/0013-outbox-from-facts.md`). */
export type Effect = "none" | "unknown"

/** A failed call. All texts are already masked. */
export type Failure = {
  /** The client method that failed. */
  operation: string
  effect: Effect
  message: string
  httpStatus?: number
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
  /** How long the service asked us to wait before the next call (ms), at most five minutes. */
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
  /** Error messages, keyed by the field's path. */
  errors?: Record<string, string[]>
}

/** Thrown if the service, or the client's own validation, refuses a call. The call had no effect, and repeating it won't help. */
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

/**
 * Thrown if there was no connection, the service was too busy, or a read went unanswered. The call had no effect, and it's safe to try again later.
 */
export class LeaseUnreachable extends LeaseServiceError {
  constructor(failure: Omit<Failure, "effect">) {
    super({ ...failure, effect: "none" })
  }
}

/** Thrown instead of making a call, because earlier calls went unanswered. */
export class LeaseHeldBack extends LeaseUnreachable {}

/** Thrown instead of making a call that would exceed the store's own rate limit. */
export class LeaseOverRate extends LeaseHeldBack {}

/** Thrown if a call was sent but didn't get a clear response. The call may have taken effect, so read the state before sending anything again. */
export class LeaseUnknown extends LeaseServiceError {
  constructor(failure: Omit<Failure, "effect">) {
    super({ ...failure, effect: "unknown" })
  }
}

/**
 * Thrown for a 401 or 403: the credentials are wrong, or the store's account lacks permission. The call had no effect, and someone must fix the
 * configuration.
 */
export class LeaseAuthError extends LeaseServiceError {
  constructor(failure: Omit<Failure, "effect">) {
    super({ ...failure, effect: "none" })
  }
}

/** Thrown for a response that doesn't match the spec. A read had no effect; the effect of any other call is unknown. */
export class LeaseProtocolError extends LeaseServiceError {}
