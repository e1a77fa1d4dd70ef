import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { leaseToOwn } from "../lib/sdk"
import { mayRetry } from "../lib/status-of"

export const FUNNEL_KEY = ["lease-to-own", "funnel"] as const

/** Loads the funnel of this many weeks. The previous one stays visible in the meantime. */
export function useFunnel(weeks: number) {
  return useQuery({
    queryKey: [...FUNNEL_KEY, weeks],
    queryFn: ({ signal }) => leaseToOwn.funnel({ weeks }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: mayRetry,
  })
}
