/** The HTTP status of a request that failed; undefined when there was no answer. The dashboard's client keeps nothing else of it. */
export function statusOf(error: unknown): unknown {
  return error instanceof Error && "status" in error ? error.status : undefined
}

/** The person has no right to see this, and will not have it a second later. */
export function isForbidden(error: unknown): boolean {
  return statusOf(error) === 403
}

/** Why the store cannot show this, in the store's own words: what it would show cannot be read until somebody changes it. */
export function conflictOf(error: unknown): string | undefined {
  return statusOf(error) === 409 && error instanceof Error ? error.message : undefined
}

/** Whether to ask once more: not after an answer that will be the same again. */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && ![400, 403, 404, 409].some((status) => status === statusOf(error))
}
