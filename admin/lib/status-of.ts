/**
 * Returns the HTTP status of a failed request, or undefined if there was no response. The dashboard's client exposes nothing else about the response.
 */
export function statusOf(error: unknown): unknown {
  return error instanceof Error && "status" in error ? error.status : undefined
}

/** True if the user lacks permission, in which case retrying doesn't help. */
export function isForbidden(error: unknown): boolean {
  return statusOf(error) === 403
}

/** Returns the store's own message if someone must fix conflicting data before the store can respond. */
export function conflictOf(error: unknown): string | undefined {
  return statusOf(error) === 409 && error instanceof Error ? error.message : undefined
}

/** True if a failed query should be retried. Responses that would be the same the next time aren't retried. */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && ![400, 403, 404, 409].some((status) => status === statusOf(error))
}
