import { useQuery, useQueryClient } from "@tanstack/react-query"
import { leaseToOwn } from "../lib/sdk"
import { mayRetry } from "../lib/status-of"
import { useMutationOnce } from "./use-once"

export const SETUP_KEY = ["lease-to-own", "settings"] as const

export function useSetup() {
  return useQuery({
    queryKey: SETUP_KEY,
    queryFn: ({ signal }) => leaseToOwn.setup({ signal }),
    staleTime: 10_000,
    retry: mayRetry,
  })
}

/** Checks the connection to the lease service. A successful check ends the service's outage, so reload the page's data. */
export function useConnectionCheck() {
  const client = useQueryClient()
  return useMutationOnce({
    onSuccess: () => void client.invalidateQueries({ queryKey: SETUP_KEY }),
    mutationFn: () => leaseToOwn.connectionCheck(),
  })
}
