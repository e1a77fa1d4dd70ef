import { randomUUID } from "node:crypto"

/** Codes of refusals, each with its HTTP status and title (reference 10). */
export const problems = {
  validation: [400, "The request is not valid"],
  "cart-over-limit": [400, "The cart is above the approved amount"],
  "cart-under-minimum": [400, "The cart is below the minimum for a lease"],
  "item-not-leasable": [400, "An item cannot be leased"],
  unauthorized: [401, "The credentials were refused"],
  forbidden: [403, "This account may not do this"],
  "not-found": [404, "There is nothing here"],
  "wrong-state": [409, "The lease's state doesn't allow this call"],
  "approval-expired": [409, "The approval has expired"],
  "contracts-expired": [409, "The contract has expired"],
  "link-used": [410, "This one-time URL was already used"],
  "too-large": [413, "The body is too large"],
  "unsupported-media-type": [415, "The media type is not accepted"],
  "rate-limited": [429, "Too many calls"],
  server: [500, "The service failed"],
} as const
export type ProblemCode = keyof typeof problems

/** Maps a field's path (`items[0].deliveryDate`) to what is wrong with the field, never to what was sent (reference 10). */
export type FieldErrors = Record<string, string[]>
type More = { errors?: FieldErrors; status?: number; headers?: Record<string, string> }

/** A refused call. `message` is for the caller. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly more: More = {},
  ) {
    super(message)
    this.name = "Problem"
  }

  get status(): number {
    return this.more.status ?? problems[this.code][0]
  }
}

export function validationProblem(errors: FieldErrors): Problem {
  const message = "See errors for each field. Nothing was recorded; correct the request and send it again."
  return new Problem("validation", message, { errors })
}

/** Turns any failure into a Problem. Writes an unexpected error's stack to stderr without the message, and gives the caller no details. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : []
  console.error(["The lease sandbox failed.", ...frames].join("\n"))
  return new Problem("server", "The sandbox itself failed. The call may or may not have been carried out.")
}

/** Returns the body of `application/problem+json` (reference 10). `instance` is the route, never the requested URL. */
export function problemBody(problem: Problem, instance?: string): Record<string, unknown> {
  const { errors } = problem.more
  return {
    type: `urn:lease-sandbox:error#${problem.code}`,
    title: problems[problem.code][1],
    status: problem.status,
    detail: problem.message,
    ...(instance && { instance }),
    ...(errors && { errors, traceId: randomUUID() }),
  }
}
