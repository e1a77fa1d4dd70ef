import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { leaseToOwn } from "../lib/sdk"
import { isForbidden } from "../lib/status-of"

/** The prefix of all query keys for leases that need attention. */
export const ATTENTION_KEY = ["lease-to-own", "attention"] as const

/** How many leases are shown above the orders. The number is small so that the orders remain visible. */
export const SHOWN = 3

/** How often a visible page reloads them (ms). */
const EVERY_MS = 30_000

/** The number of leases that need attention, and the newest `limit` of them. Undefined until loaded, and for people who may not see leases. */
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
