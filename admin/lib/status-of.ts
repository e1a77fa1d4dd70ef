/** Returns the HTTP status of a failed request, or undefined if there was no response. The dashboard's client exposes only the status. */
export function statusOf(error: unknown): unknown {
  return error instanceof Error && "status" in error ? error.status : undefined
}

/** Whether the user lacks permission, so retrying doesn't help. */
export function isForbidden(error: unknown): boolean {
  return statusOf(error) === 403
}

/** Returns the store's own message if someone must fix conflicting data first. */
export function conflictOf(error: unknown): string | undefined {
  return statusOf(error) === 409 && error instanceof Error ? error.message : undefined
}

/** Whether to retry a failed query. Statuses that a retry wouldn't change aren't retried. */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && ![400, 403, 404, 409].some((status) => status === statusOf(error))
}
