import { Agent, Pool } from "undici"
import { publicLookup } from "../options/one-time-url"
import type { Settings } from "../options/options"
import { valuesIn } from "../values/known-values"
import { msLeft } from "./deadline"
import { LeaseHeldBack, LeaseOverRate, type LeaseServiceError } from "./errors"
import { isOfOther } from "./read-answer"
import { isPassing, readRetryAfter, shouldRetry } from "./should-retry"
import { answerToError, type Call, faultToError, unreadableToError } from "./to-error"
import { type Answer, type Fault, type Outgoing, send, TransportError } from "./transport"

/** One call in the form in which the client's methods write it. */
export type Request = {
  operation: string
  method: Outgoing["method"]
  origin: string
  path: string
  body?: unknown
  /** What the call is about. An answer that names another application is no answer. */
  applicationId?: string | undefined
  /** One-time URLs: other headers, other connections. */
  oneTime?: { usedStatuses: readonly number[] }
  /** No error may repeat values of this, or the credentials. */
  secretsIn?: unknown
  /** No error repeats a word of the answer, see {@link Call.fields}. */
  fields?: readonly string[]
}

/** One try that was sent: how long it took (ms), and the status of its answer, or why there was none. */
export type CallReport = { operation: string; ms: number; outcome: number | Fault }

/** A place among the calls in progress. */
export type Slot = { leave(): Promise<void> }

/** Limits how many calls a client makes. Called before each outgoing call, retries too. Its methods never throw. */
export type Throttle = {
  /** Waits for a place, up to `longestMs`. `waitMs`: there is none, and none is expected sooner. */
  acquire(longestMs: number): Promise<Slot | { waitMs: number }>
}

/** How a call ended. `answered` false: no connection, no whole answer, or one that says no more than "not now". */
export type CallEnd = { answered: boolean; retryAfterMs?: number }

/** Checked before every call of a client and informed of each result. Its methods never throw. */
export type CircuitBreaker = {
  /** Whether it holds calls back: then no read is retried. */
  readonly holdsBack: boolean
  /** Undefined: the call may be made. Otherwise it fails at once, and the caller should wait this long (ms). */
  heldBackFor(): Promise<number | undefined>
  ended(end: CallEnd): Promise<void>
}

/** Lets a client's calls out and receives their results. `tried` and `mixedUp` must not throw. */
export type CallHooks = {
  breaker?: CircuitBreaker | undefined
  throttle?: Throttle | undefined
  onResponse?: ((one: CallReport) => void) | undefined
  /** Called when an answer to a call about this application named another. */
  mixedUp?: ((applicationId: string) => Promise<void>) | undefined
}

/** Waits this long (ms); tests pass their own. */
export type Sleep = (ms: number) => Promise<void>

/** The longest wait between two tries of a read (ms). */
export const MAX_WAIT_MS = 15_000
/** The longest time to connect (ms). */
const CONNECT_MS = 10_000
/** The least time left for which a try is worth making (ms). */
const LEAST_QUESTION_MS = 250
const LEAST_WRITE_MS = 5000
const TOO_LATE = new TransportError("timeout", false, "the time for this request is over")
/** How many calls are made at once. More wait for a free connection, within their own time. */
const CONNECTIONS = 64

/** Makes calls: connections, headers, retries, errors. It knows HTTP, but none of the spec's calls. */
export class Caller {
  private readonly pool: Pool
  private oneTimeAgent: Agent | undefined
  private readonly headers: string[]
  /** The headers for one-time URLs, which came through a browser: the API's credentials only if an option says so (reference 12). */
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
   * Makes a call and returns its 2xx answer. Throws a LeaseServiceError that states the effect: also for an answer, or a refusal, that
   * names another application, and so says nothing about this one.
   */
  async call(request: Request): Promise<Answer> {
    const { breaker } = this.hooks
    const waitMs = breaker && (await breaker.heldBackFor())
    if (waitMs !== undefined) throw heldBack(request, waitMs)
    const outcome = await this.outcomeOf(request)
    if (outcome !== TOO_LATE) await breaker?.ended(endOf(outcome))
    if (!(outcome instanceof TransportError)) await this.refuseOther(request, outcome)
    if (outcome instanceof TransportError || !isDone(outcome)) throw this.toError(request, outcome)
    return outcome
  }

  private async refuseOther(request: Request, answer: Answer): Promise<void> {
    const { applicationId } = request
    if (applicationId === undefined || !isOfOther(answer, applicationId)) return
    await this.hooks.mixedUp?.(applicationId)
    // The content is somebody else's, so the error repeats none of it.
    throw unreadableToError(this.about(request), { ...answer, body: "" }, "it names another applicationId")
  }

  /** The facts of a call, from which its errors are made. */
  about({ operation, method, oneTime, secretsIn, fields }: Request): Call {
    return {
      operation,
      isRead: method === "GET",
      usedStatuses: oneTime?.usedStatuses,
      secrets: () => valuesIn([this.settings.credentials, secretsIn]),
      fields,
    }
  }

  /** Waits for calls in progress, then closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.oneTimeAgent?.close()])
  }

  /** Makes the tries of a call and returns the last one. */
  private async outcomeOf(request: Request): Promise<Answer | TransportError> {
    const { breaker, throttle } = this.hooks
    let last: Answer | TransportError | undefined
    for (let repeated = 0; ; repeated++) {
      if (msLeft() < this.leastMs(request)) return TOO_LATE
      const place = throttle && (await throttle.acquire(msLeft() - this.leastMs(request)))
      if (place && "waitMs" in place) {
        if (last) return last
        throw overRate(request, place.waitMs)
      }
      const outcome = await this.tryOnce(request)
      if (place) await place.leave()
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

  private async tryOnce({ operation, method, origin, path, body, oneTime }: Request): Promise<Answer | TransportError> {
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

  private toError(request: Request, outcome: Answer | TransportError): LeaseServiceError {
    const call = this.about(request)
    return outcome instanceof TransportError ? faultToError(call, outcome) : answerToError(call, outcome)
  }

  private oneTimeConnections(): Agent {
    this.oneTimeAgent ??= new Agent({ connect: { timeout: this.connectMs(), lookup: publicLookup } })
    return this.oneTimeAgent
  }

  /** The least time for a try (ms). A write without an answer leaves an unknown outcome. */
  private leastMs({ method }: Request): number {
    return method === "GET" ? LEAST_QUESTION_MS : Math.min(LEAST_WRITE_MS, this.settings.timeoutMs)
  }

  private connectMs(): number {
    return Math.min(this.settings.timeoutMs, CONNECT_MS)
  }
}

function isDone({ status }: Answer): boolean {
  return status >= 200 && status <= 299
}

/** The part of an outcome that a gate needs. A refusal is an answer like any other. */
function endOf(outcome: Answer | TransportError): CallEnd {
  if (outcome instanceof TransportError) return { answered: !isPassing(outcome.fault) }
  const retryAfterMs = readRetryAfter(outcome.retryAfter, Date.now())
  return { answered: !isPassing(outcome.status), ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function headersOf(contentType: string, extra: Record<string, string>): string[] {
  return ["accept", "application/json", "content-type", contentType, ...Object.entries(extra).flat()]
}

function overRate({ operation }: Request, retryAfterMs: number): LeaseOverRate {
  return new LeaseOverRate({ operation, message: "not called, because option rate lets no call go now", retryAfterMs })
}

function heldBack({ operation }: Request, retryAfterMs: number): LeaseHeldBack {
  const message = "not called, because the lease service has not answered lately"
  return new LeaseHeldBack({ operation, message, retryAfterMs })
}
