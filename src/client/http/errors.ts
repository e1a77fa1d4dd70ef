/** The effect of a failed call at the service: none, or unknown (`docs/adr/0020-outbox-read-back-before-resending.md`). */
export type Effect = "none" | "unknown"

/** The facts of a failed call. All texts are masked before they come here. */
export type Failure = {
  /** The client's method. */
  operation: string
  effect: Effect
  /** For the log: what happened at the service. */
  message: string
  httpStatus?: number
  /** How long the service asks to wait, in ms. */
  retryAfterMs?: number
  cause?: Error
}

/**
 * A call to the lease service that did not succeed. `message` is for the log. No part of it holds data of an applicant, a credential or a
 * one-time address. `effect` tells whether asking again is safe.
 */
export class LeaseServiceError extends Error {
  readonly operation: string
  readonly effect: Effect
  declare readonly httpStatus?: number
  /** How long the service asks to wait before it is asked again, in ms, a day at most; any of its answers may say so. */
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
  /** Text after `#` in the problem's `type`. For texts only; behavior never depends on it. */
  code?: string
  /** Field path → what is wrong with the field. */
  errors?: Record<string, string[]>
}

/** The service, or the client's own check, said no. Nothing happened; asking the same again will be refused again. */
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

/** Not connected, too busy, or a question that stayed without an answer. Nothing happened; asking again later is safe. */
export class LeaseUnreachable extends LeaseServiceError {
  constructor(failure: Omit<Failure, "effect">) {
    super({ ...failure, effect: "none" })
  }
}

/** Not made, because calls before it stayed without an answer. The service was not asked. */
export class LeaseHeldBack extends LeaseUnreachable {}

/** Not made, because the store's own limit lets no more calls go at present. */
export class LeaseOverRate extends LeaseHeldBack {}

/** Sent, and no clear answer came. It may have taken effect: read the state back before anything is sent again. */
export class LeaseUnknown extends LeaseServiceError {
  constructor(failure: Omit<Failure, "effect">) {
    super({ ...failure, effect: "unknown" })
  }
}

/** 401 or 403: the store's credentials, or what its account may do. Nothing happened; a person must correct the configuration. */
export class LeaseAuthError extends LeaseServiceError {
  constructor(failure: Omit<Failure, "effect">) {
    super({ ...failure, effect: "none" })
  }
}

/** An answer that cannot be read as the spec's. After a read nothing happened; after everything else it is unknown. */
export class LeaseProtocolError extends LeaseServiceError {}
