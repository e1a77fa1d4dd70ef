import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { leaseToOwn } from "../lib/sdk"
import { isForbidden } from "../lib/status-of"

/** Prefix of all query keys of the leases that need attention. */
export const ATTENTION_KEY = ["lease-to-own", "attention"] as const

/** How many are shown above the orders, so that those stay in sight. */
export const SHOWN = 3

/** How often a visible page loads them again (ms). */
const EVERY_MS = 30_000

/** How many leases need attention, and the newest `limit` of them; undefined until loaded, and for people who may not see leases. */
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
