/** The HTTP status of a failed request; undefined if there was no answer. The dashboard's client keeps nothing else of it. */
export function statusOf(error: unknown): unknown {
  return error instanceof Error && "status" in error ? error.status : undefined
}

/** True if the person has no right to see this, which a retry doesn't change. */
export function isForbidden(error: unknown): boolean {
  return statusOf(error) === 403
}

/** The store's own message if it can't show this until somebody changes the data. */
export function conflictOf(error: unknown): string | undefined {
  return statusOf(error) === 409 && error instanceof Error ? error.message : undefined
}

/** Whether to try once more: not after an answer that would be the same again. */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && ![400, 403, 404, 409].some((status) => status === statusOf(error))
}
