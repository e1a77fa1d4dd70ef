import { Agent, Pool } from "undici"
import { publicLookup } from "../options/one-time-url"
import type { Settings } from "../options/options"
import { valuesIn } from "../values/known-values"
import { msLeft } from "./deadline"
import { LeaseHeldBack, LeaseOverRate, type LeaseProtocolError } from "./errors"
import { isOfOther } from "./read-answer"
import { isPassing, readRetryAfter, shouldRetry } from "./should-retry"
import { answerToError, type FailedCall, faultToError, unreadableToError } from "./to-error"
import { type Fault, type HttpAnswer, type Outgoing, send, TransportError } from "./transport"

export type Request = {
  operation: string
  method: Outgoing["method"]
  origin: string
  path: string
  body?: unknown
  /** The call's application. A response that names a different one is rejected. */
  applicationId?: string | undefined
  /** Set for one-time URLs, which use different headers and connections. */
  oneTime?: { usedStatuses: readonly number[] }
  /** Contains values to mask in errors, in addition to the credentials. */
  secretsIn?: unknown
  /** See {@link FailedCall.fields}. */
  fields?: readonly string[]
}

/** One attempt: how long it took, and its HTTP status or why there was no response. */
export type CallReport = { operation: string; ms: number; outcome: number | Fault }

export type Slot = { release(): Promise<void> }

/** Limits the rate of a client's calls. `acquire` is called before every attempt, including retries. Methods must not throw. */
export type Throttle = {
  /** Waits up to `longestMs` for a slot. If none will be free by then, resolves to the expected wait. */
  acquire(longestMs: number): Promise<Slot | { waitMs: number }>
}

/** How a call ended. `answered` is false if there was no connection or no complete response, or after a 429, 502, 503 or 504. */
export type CallEnd = { answered: boolean; retryAfterMs?: number }

/** Stops a client's calls while the service is down. `retryAfterMs` is called before each call, and `recordEnd` after it. Methods must not throw. */
export type CircuitBreaker = {
  /** True while calls are refused. Reads aren't retried during that time. */
  readonly holdsBack: boolean
  /** Resolves to undefined if a call may be made. Otherwise, the call fails, and this resolves to the time to wait before the next one (ms). */
  retryAfterMs(): Promise<number | undefined>
  recordEnd(end: CallEnd): Promise<void>
}

/** Hooks that limit and observe a client's calls. `onResponse` and `mixedUp` must not throw. */
export type CallHooks = {
  breaker?: CircuitBreaker | undefined
  throttle?: Throttle | undefined
  onResponse?: ((one: CallReport) => void) | undefined
  /** Called with the call's application if the response named a different one. */
  mixedUp?: ((applicationId: string) => Promise<void>) | undefined
}

export type Sleep = (ms: number) => Promise<void>

/** Maximum wait between two attempts at a read. */
export const MAX_WAIT_MS = 15_000
const CONNECT_MS = 10_000
/** Minimum time left to start a read. */
const LEAST_QUESTION_MS = 250
/** Minimum time left to start a write. */
const LEAST_WRITE_MS = 5000
const TOO_LATE = new TransportError("timeout", false, "the time for this request is over")
/** Maximum concurrent calls. Further calls wait for a free connection, and the wait counts toward their timeout. */
const CONNECTIONS = 64

/** Makes calls and handles their connections, headers, retries and errors. */
export class Caller {
  private readonly pool: Pool
  private oneTimeAgent: Agent | undefined
  private readonly headers: string[]
  /** One-time URLs come through a browser, so they get the API's credentials only if `dialect.oneTimeAuth` says so (reference 12). */
  private readonly oneTimeHeaders: string[]

  constructor(
    private readonly settings: Settings,
    private readonly sleep: Sleep,
    private readonly hooks: CallHooks = {},
  ) {
    const { origin, authHash, dialect } = settings
    this.pool = new Pool(origin, { connections: CONNECTIONS, connect: { timeout: this.connectMs() } })
    const login = ["authorization", `Basic ${authHash}`]
    this.headers = [...login, ...headersOf(dialect.contentType, dialect.headers)]
    const oneTime = headersOf(dialect.oneTimeContentType, dialect.oneTimeHeaders)
    this.oneTimeHeaders = dialect.oneTimeAuth === "basic" ? [...login, ...oneTime] : oneTime
  }

  /**
   * Makes a call and returns its 2xx response. If there is none, or if the response names a different application, throws a LeaseServiceError that
   * states the call's effect.
   */
  async call(request: Request): Promise<HttpAnswer> {
    const { breaker } = this.hooks
    const retryAfterMs = breaker && (await breaker.retryAfterMs())
    if (retryAfterMs !== undefined) {
      const message = "not called, because the lease service has not answered lately"
      throw new LeaseHeldBack({ operation: request.operation, message, retryAfterMs })
    }
    const outcome = await this.outcomeOf(request)
    if (outcome !== TOO_LATE) await breaker?.recordEnd(endOf(outcome))
    if (outcome instanceof TransportError) throw faultToError(this.about(request), outcome)
    if (request.applicationId !== undefined && isOfOther(outcome, request.applicationId))
      throw await this.toMixedUp(request, outcome, request.applicationId)
    if (!isDone(outcome)) throw answerToError(this.about(request), outcome)
    return outcome
  }

  private async toMixedUp(request: Request, answer: HttpAnswer, applicationId: string): Promise<LeaseProtocolError> {
    await this.hooks.mixedUp?.(applicationId)
    // Leave out the response, because it's about a different applicant.
    return unreadableToError(this.about(request), { ...answer, body: "" }, "it names another applicationId")
  }

  about({ operation, method, oneTime, secretsIn, fields }: Request): FailedCall {
    return {
      operation,
      isRead: method === "GET",
      usedStatuses: oneTime?.usedStatuses,
      secrets: () => valuesIn([this.settings.credentials, secretsIn]),
      fields,
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.oneTimeAgent?.close()])
  }

  private async outcomeOf(request: Request): Promise<HttpAnswer | TransportError> {
    const { breaker, throttle } = this.hooks
    let last: HttpAnswer | TransportError | undefined
    for (let repeated = 0; ; repeated++) {
      if (msLeft() < this.leastMs(request)) return TOO_LATE
      const place = throttle && (await throttle.acquire(msLeft() - this.leastMs(request)))
      if (place && "waitMs" in place) {
        if (last) return last
        const message = "not called, because option rate lets no call go now"
        throw new LeaseOverRate({ operation: request.operation, message, retryAfterMs: place.waitMs })
      }
      const outcome = await this.tryOnce(request)
      if (place) await place.release()
      const failed = outcome instanceof TransportError
      if (!failed && isDone(outcome)) return outcome
      last = outcome
      const waitMs = shouldRetry({
        method: request.method,
        repeated,
        limit: this.settings.dialect.retry,
        maxWaitMs: Math.min(this.settings.timeoutMs, MAX_WAIT_MS, msLeft()),
        outcome: failed ? outcome.fault : outcome.status,
        retryAfterMs: failed ? undefined : readRetryAfter(outcome.retryAfter, Date.now()),
      })
      if (waitMs === undefined || breaker?.holdsBack || msLeft() - waitMs < LEAST_QUESTION_MS) return outcome
      await this.sleep(waitMs)
    }
  }

  private async tryOnce({
    operation,
    method,
    origin,
    path,
    body,
    oneTime,
  }: Request): Promise<HttpAnswer | TransportError> {
    const dispatcher = oneTime ? this.oneTimeConnections() : this.pool
    const headers = oneTime ? this.oneTimeHeaders : this.headers
    const content = body === undefined ? undefined : JSON.stringify(body)
    const began = performance.now()
    const outgoing = { method, origin, path, headers, body: content }
    const outcome = await send(dispatcher, outgoing, Math.min(this.settings.timeoutMs, msLeft()))
    this.hooks.onResponse?.({
      operation,
      ms: performance.now() - began,
      outcome: outcome instanceof TransportError ? outcome.fault : outcome.status,
    })
    return outcome
  }

  private oneTimeConnections(): Agent {
    this.oneTimeAgent ??= new Agent({ connect: { timeout: this.connectMs(), lookup: publicLookup } })
    return this.oneTimeAgent
  }

  /** A write gets more time than a read, because its outcome is unknown if there is no response. */
  private leastMs({ method }: Request): number {
    return method === "GET" ? LEAST_QUESTION_MS : Math.min(LEAST_WRITE_MS, this.settings.timeoutMs)
  }

  private connectMs(): number {
    return Math.min(this.settings.timeoutMs, CONNECT_MS)
  }
}

function isDone({ status }: HttpAnswer): boolean {
  return status >= 200 && status <= 299
}

/** Converts an outcome for the circuit breaker. A refusal counts as answered, too. */
function endOf(outcome: HttpAnswer | TransportError): CallEnd {
  if (outcome instanceof TransportError) return { answered: !isPassing(outcome.fault) }
  const retryAfterMs = readRetryAfter(outcome.retryAfter, Date.now())
  return { answered: !isPassing(outcome.status), ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function headersOf(contentType: string, extra: Record<string, string>): string[] {
  return ["accept", "application/json", "content-type", contentType, ...Object.entries(extra).flat()]
}
