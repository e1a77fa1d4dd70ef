import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { leaseToOwn } from "../lib/sdk"
import { isForbidden } from "../lib/status-of"

export const ATTENTION_KEY = ["lease-to-own", "attention"] as const

/** How many leases are shown above the orders. Kept small so the orders stay visible. */
export const SHOWN = 3

/** How often a visible page reloads the leases. */
const EVERY_MS = 30_000

/**
 * Returns the number of leases that need attention, and the newest `limit` of them. Undefined until they are loaded, and for users who can't view
 * leases.
 */
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
