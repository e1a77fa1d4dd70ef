import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import type { AdminLeaseState, AdminLeaseView } from "../../src/api/admin-types"
import { keyOf } from "../lib/key-of"

/** How often a visible lease reloads while something is in progress, and at other times. */
const IN_FLIGHT_MS = 5000
const VISIBLE_MS = 15_000

/** States that no longer change on their own. */
const ENDED: readonly AdminLeaseState[] = ["denied", "expired", "superseded", "canceled", "returned"]

/** Returns the time until the next reload (ms), or false for none. The timer pauses while the page is hidden. */
export function askAgainAfter(lease: AdminLeaseView | null | undefined, failed: boolean): number | false {
  if (!lease || failed) return false
  if (lease.in_flight) return IN_FLIGHT_MS
  return ENDED.includes(lease.state) ? false : VISIBLE_MS
}

/**
 * Reloads the lease after any change attempted on this page. Medusa's own buttons don't invalidate our queries, and even a failed cancellation can
 * change the lease. Our own actions already reload it.
 */
export function useAskAfterChanges(what: "lease" | "order", id: string): void {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation, ...event }) => {
        if (type !== "updated" || !("action" in event)) return
        const { type: step } = event.action as { type: string }
        if (step !== "success" && step !== "error") return
        const queryKey = keyOf(what, id)
        if (mutation.options.mutationKey?.[0] !== queryKey[0]) void client.invalidateQueries({ queryKey })
      }),
    [client, what, id],
  )
}
