import { randomUUID } from "node:crypto"

/** Codes of refused calls and the HTTP status each arrives with (reference 10). */
export const problemStatus = {
  validation: 400,
  "cart-over-limit": 400,
  "cart-under-minimum": 400,
  "item-not-leasable": 400,
  unauthorized: 401,
  forbidden: 403,
  "not-found": 404,
  "wrong-state": 409,
  "approval-expired": 409,
  "contracts-expired": 409,
  "link-used": 410,
  "too-large": 413,
  "unsupported-media-type": 415,
  "rate-limited": 429,
  server: 500,
} as const
export type ProblemCode = keyof typeof problemStatus

const titles: Record<ProblemCode, string> = {
  validation: "The request is not valid",
  "cart-over-limit": "The cart is over the approved amount",
  "cart-under-minimum": "The cart is under the minimum lease",
  "item-not-leasable": "An item cannot be leased",
  unauthorized: "The credentials were refused",
  forbidden: "This account may not do this",
  "not-found": "Nothing is here",
  "wrong-state": "The lease is not in a state for this call",
  "approval-expired": "The approval has expired",
  "contracts-expired": "The contract has expired",
  "link-used": "This one-time address was used",
  "too-large": "The body is too large",
  "unsupported-media-type": "The media type is not taken",
  "rate-limited": "Too many calls",
  server: "The service failed",
}

/** Field path (`items[0].deliveryDate`) → what is wrong with it, never the value that was sent (reference 10). */
export type FieldErrors = Record<string, string[]>

/** A refused call. `message` is what the caller is told. */
export class Problem extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly more: { errors?: FieldErrors; status?: number; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = "Problem"
    this.status = more.status ?? problemStatus[code]
    this.headers = more.headers ?? {}
  }
}

/** A failure as an answer. One of our own gets no particulars; where it happened goes to stderr, without its text. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : []
  console.error(["The lease sandbox failed.", ...frames].join("\n"))
  return new Problem("server", "The sandbox itself failed. What became of the call is not known.")
}

/** The body of `application/problem+json` (reference 10). `instance` is the route, never the address as sent. */
export function problemBody(problem: Problem, instance?: string): Record<string, unknown> {
  const { errors } = problem.more
  return {
    type: `urn:lease-sandbox:error#${problem.code}`,
    title: titles[problem.code],
    status: problem.status,
    detail: problem.message,
    ...(instance ? { instance } : {}),
    ...(errors ? { errors, traceId: randomUUID() } : {}),
  }
}
