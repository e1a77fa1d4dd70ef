import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { keyOf } from "../lib/key-of"
import { leaseToOwn } from "../lib/sdk"
import { mayRetry, statusOf } from "../lib/status-of"
import { askAgainAfter, useAskAfterChanges } from "./use-fresh"

/** Loads a lease's page, and reloads it as often as an order's Lease card. */
export function useLeasePage(leaseId: string) {
  useAskAfterChanges("lease", leaseId)
  const page = useQuery({
    queryKey: keyOf("lease", leaseId),
    queryFn: ({ signal }) => leaseToOwn.leases.retrieve(leaseId, { signal }),
    staleTime: 10_000,
    retry: mayRetry,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => askAgainAfter(state.data?.lease, state.status === "error"),
  })
  return { ...page, missing: statusOf(page.error) === 404 }
}

/**
 * Loads older history entries, one page at a time on request. `first` is the cursor after the entries that came with the lease. The query key
 * includes `first`, because it changes when entries are added, and pages loaded from the old cursor would leave a gap.
 */
export function useOlderHistory(leaseId: string, first: string | null) {
  return useInfiniteQuery({
    queryKey: [...keyOf("lease", leaseId), "history", first],
    queryFn: ({ pageParam, signal }) => leaseToOwn.leases.history(leaseId, { before: pageParam }, { signal }),
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    enabled: false,
    retry: false,
  })
}
