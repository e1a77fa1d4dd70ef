import { type QueryKey, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import type { AdminLeaseState, AdminLeaseView } from "../../src/api/admin-types"

/** How often a lease is asked for again while somebody looks at it (ms): while something is in progress, and otherwise. */
const UNDER_WAY_MS = 5000
const WATCHED_MS = 15_000

/** States that no longer change on their own. */
const OVER: readonly AdminLeaseState[] = ["denied", "expired", "superseded", "canceled", "returned"]

/** When to ask again; false: not by the clock. Browsers pause it while the page cannot be seen. */
export function askAgainAfter(lease: AdminLeaseView | null | undefined, failed: boolean): number | false {
  if (!lease || failed) return false
  if (lease.in_flight) return UNDER_WAY_MS
  return OVER.includes(lease.state) ? false : WATCHED_MS
}

/**
 * Asks again after anything that was changed or tried on this page: Medusa's own buttons know nothing of our queries, and a cancellation
 * that failed has moved the lease all the same. Our own actions refresh it anyway.
 */
export function useAskAfterChanges(queryKey: QueryKey): void {
  const client = useQueryClient()
  const [name, ...rest] = queryKey
  const place = JSON.stringify(rest)
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation, ...event }) => {
        if (type !== "updated" || !("action" in event)) return
        const { type: step } = event.action as { type: string }
        if (step !== "success" && step !== "error") return
        if (mutation.options.mutationKey?.[0] === name) return
        void client.invalidateQueries({ queryKey: [name, ...JSON.parse(place)] })
      }),
    [client, name, place],
  )
}
