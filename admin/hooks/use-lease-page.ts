import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { keyOf } from "../lib/key-of"
import { leaseToOwn } from "../lib/sdk"
import { mayRetry, statusOf } from "../lib/status-of"
import { askAgainAfter, useAskAfterChanges } from "./use-fresh"

/** Loads everything about a lease, and reloads as often as the card on an order's page. */
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
 * The older history entries, loaded one page at a time on request. `first` is the cursor after the entries that came with the lease. It's part of the
 * query key, because it changes when there are newer entries, and pages loaded from the old cursor would leave a gap.
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
