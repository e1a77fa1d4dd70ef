import { isPassing, readRetryAfter } from "./should-retry"
import { type Answer, TransportError } from "./transport"

/** How a call ended. `answered` false: no connection, no whole answer, or one that says no more than "not now". */
export type CallEnd = { answered: boolean; retryAfterMs?: number }

/** Stands before every call of a client and hears how each ended. Its methods never throw. */
export type Gate = {
  /** While it is closed no question is repeated. */
  readonly closed: boolean
  /** Undefined: the call may be made. Otherwise it fails at once, and its caller is told to wait so long (ms). */
  closedFor(): Promise<number | undefined>
  ended(end: CallEnd): Promise<void>
}

/** The part of an outcome that a gate is told. A refusal is an answer like another. */
export function endOf(outcome: Answer | TransportError): CallEnd {
  if (outcome instanceof TransportError) return { answered: !isPassing(outcome.fault) }
  const retryAfterMs = readRetryAfter(outcome.retryAfter, Date.now())
  return { answered: !isPassing(outcome.status), ...(retryAfterMs !== undefined && { retryAfterMs }) }
}
