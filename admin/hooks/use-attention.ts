import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { leaseToOwn } from "../lib/sdk"
import { isForbidden } from "../lib/status-of"

/** Prefix of all query keys of the leases that need somebody. */
export const ATTENTION_KEY = ["lease-to-own", "attention"] as const

/** So many are shown above the orders, which leaves those in sight. */
export const SHOWN = 3

/** How often it is asked for (ms), while the page can be seen. */
const EVERY_MS = 30_000

/** How many leases need somebody, and the newest `limit` of them; undefined before that is known, and for people who may not see leases. */
export function useAttention(limit: number) {
  const { data, error } = useQuery({
    queryKey: [...ATTENTION_KEY, limit],
    queryFn: ({ signal }) => leaseToOwn.attention({ limit }, { signal }),
    staleTime: EVERY_MS,
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => !isForbidden(state.error) && EVERY_MS,
  })
  return isForbidden(error) ? undefined : data
}
