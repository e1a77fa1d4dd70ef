import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { leaseToOwn } from "../lib/sdk"

export const WAITING_KEY = ["lease-to-own", "waiting"] as const

/** How often a visible page reloads the sums. */
const EVERY_MS = 60_000

/** Returns the money that is awaiting delivery. Undefined until it's loaded, and after a failure, because an outdated sum could be wrong. */
export function useWaiting(enabled: boolean) {
  const { data, isError } = useQuery({
    queryKey: WAITING_KEY,
    queryFn: ({ signal }) => leaseToOwn.waiting({ signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
    refetchInterval: ({ state }) => state.status !== "error" && EVERY_MS,
  })
  return enabled && !isError ? data : undefined
}
