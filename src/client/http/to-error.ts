import { z } from "zod"
import { clip } from "../values/mask"
import { text, tryJson } from "../values/read"
import {
  type Effect,
  type Failure,
  LeaseAuthError,
  LeaseProtocolError,
  LeaseRefused,
  LeaseServiceError,
  LeaseUnknown,
  LeaseUnreachable,
  type Problem,
} from "./errors"
import { readRetryAfter } from "./should-retry"
import type { HttpAnswer, TransportError } from "./transport"

export type FailedCall = {
  operation: string
  /** A read doesn't change anything, even if its response is lost. */
  isRead: boolean
  /** Statuses of a one-time URL that has already been used. They are a refusal even without a problem body. */
  usedStatuses?: readonly number[]
  /** Returns the values to mask in error texts. Called only if there is an error. */
  secrets: () => readonly string[]
  /**
   * Set for a call that sends applicant data. Its error then contains only the status, the problem's code, and which of these fields are wrong. It
   * contains no free text, not even masked.
   */
  fields?: readonly string[]
}

/**
 * Returns the error for a response that isn't 2xx. Only these prove that a write had no effect: 401, 403, 415, 429, a 4xx with an `errors` map, or a
 * problem body with 400, 404 or 409. Without such a body, those three may come from a gateway and don't prove anything.
 */
export function answerToError(call: FailedCall, answer: HttpAnswer): LeaseServiceError {
  const { status } = answer
  const secrets = call.secrets()
  const content = tryJson(answer.body)
  const problem = call.fields ? readBareProblem(content, call.fields) : readProblem(content, secrets)
  const explanation = problem ? describeProblem(problem) : wordsOf(call, answer, secrets)
  const failure = {
    operation: call.operation,
    httpStatus: status,
    retryAfterMs: readRetryAfter(answer.retryAfter, Date.now()),
    message: `the lease service responded with HTTP ${status}${explanation && `: ${explanation}`}`,
  }
  const isOfCaller = Math.floor(status / 100) === 4
  if (isOfCaller && problem?.errors) return new LeaseRefused(failure, problem)
  if (status === 401 || status === 403) return new LeaseAuthError(failure)
  if (status === 415) return new LeaseRefused(failure, problem ?? {})
  if (status === 429) return new LeaseUnreachable(failure)
  if (call.usedStatuses?.includes(status)) return new LeaseRefused(failure, { code: "link-used", ...problem })
  if (problem && (status === 400 || status === 404 || status === 409)) return new LeaseRefused(failure, problem)
  if (!call.isRead) return new LeaseUnknown(failure)
  if (status >= 500) return new LeaseUnreachable(failure)
  return problem && isOfCaller
    ? new LeaseRefused(failure, problem)
    : new LeaseProtocolError({ ...failure, effect: "none" })
}

export function faultToError(call: FailedCall, error: TransportError): LeaseServiceError {
  const cause = cleanCause(error, call.secrets())
  const failure: Omit<Failure, "effect"> = { operation: call.operation, message: cause.message, cause }
  if (!error.sent) {
    failure.message = `no connection to the lease service, nothing was sent (${cause.message})`
    return new LeaseUnreachable(failure)
  }
  const unreadable = error.fault === "garbage" || error.fault === "oversized"
  if (unreadable) return new LeaseProtocolError({ ...failure, effect: effectOf(call) })
  failure.message = `the lease service did not answer to the end (${cause.message})`
  return call.isRead ? new LeaseUnreachable(failure) : new LeaseUnknown(failure)
}

/** Returns the error for a response whose content can't be used. `reason` must not quote that content. */
export function unreadableToError(call: FailedCall, answer: HttpAnswer, reason: string): LeaseProtocolError {
  const explanation = wordsOf(call, answer, call.secrets())
  const message = `the answer (HTTP ${answer.status}) cannot be read: ${reason}${explanation && `: ${explanation}`}`
  return new LeaseProtocolError({
    operation: call.operation,
    httpStatus: answer.status,
    effect: effectOf(call),
    message,
  })
}

function effectOf(call: FailedCall): Effect {
  return call.isRead ? "none" : "unknown"
}

/** Returns the start of a body that isn't a problem (reference 10), masked. */
function wordsOf({ fields }: FailedCall, answer: HttpAnswer, secrets: readonly string[]): string {
  return fields ? "" : clip(answer.body, secrets)
}

/** Copies the transport's error without the objects attached to it, because some contain received data. */
function cleanCause(error: TransportError, secrets: readonly string[]): Error {
  const cause = new Error(clip(error.message, secrets))
  cause.name = error.name
  return error.code ? Object.assign(cause, { code: error.code }) : cause
}

const texts = z.union([z.string().transform((only) => [only]), z.array(z.string())])

/** Matches a problem or validation body (reference 10). Only the service itself sends one, never a gateway. */
const ProblemSchema = z
  .looseObject({
    type: text.catch(undefined),
    title: text.catch(undefined),
    detail: text.catch(undefined),
    errors: z.record(z.string(), texts).nullish().catch(undefined),
  })
  .refine(
    ({ title, detail, errors }) => title !== undefined || detail !== undefined || Object.keys(errors ?? {}).length > 0,
  )

const MOST_FIELDS = 50
const MOST_TEXTS = 5

/** Returns the problem in a response's JSON, masked, or undefined if there is none. */
function readProblem(answer: unknown, secrets: readonly string[]): Problem | undefined {
  const read = ProblemSchema.safeParse(answer)
  if (!read.success) return undefined
  const { type, title, detail, errors } = read.data
  const masked = (words: string) => clip(words, secrets)
  const fields = Object.entries(errors ?? {})
    .slice(0, MOST_FIELDS)
    .map(([field, texts]) => [masked(field), texts.slice(0, MOST_TEXTS).map(masked)])
  const code = type && /#([\w.-]{1,64})$/.exec(type)?.[1]
  return {
    ...(title !== undefined && { title: masked(title) }),
    ...(detail !== undefined && { detail: masked(detail) }),
    ...(code && { code: masked(code) }),
    ...(fields.length > 0 && { errors: Object.fromEntries(fields) }),
  }
}

/** Matches a problem's code, but not long text or long numbers, which could be personal data. */
const CODE = /#([a-z][a-z.-]{0,40}\d{0,4})$/i

/**
 * Returns a problem's code and which of `fields` are wrong, without any of the service's free text ({@link FailedCall.fields}). Ignores case and a
 * leading `$.` in paths.
 */
function readBareProblem(answer: unknown, fields: readonly string[]): Problem | undefined {
  const read = ProblemSchema.safeParse(answer)
  if (!read.success) return undefined
  const { type, errors } = read.data
  const code = CODE.exec(type ?? "")?.[1]
  const named = new Set(Object.keys(errors ?? {}).map((path) => path.replace(/^\$\./, "").toLowerCase()))
  const wrong = fields.filter((field) => named.has(field.toLowerCase()))
  return {
    ...(code && { code }),
    ...(named.size > 0 && { errors: Object.fromEntries(wrong.map((field) => [field, []])) }),
  }
}

function describeProblem({ code, title, detail, errors }: Problem): string {
  const fields = Object.entries(errors ?? {}).map(([field, texts]) =>
    texts.length ? `${field} (${texts.join(" ")})` : field,
  )
  return [code && `[${code}]`, title, detail, ...fields].filter(Boolean).join(" | ").slice(0, 2000)
}
