import { useQuery } from "@tanstack/react-query"
import { leaseToOwn } from "../lib/sdk"
import { mayRetry } from "../lib/status-of"

export function customerLeasesKey(customerId: string) {
  return ["lease-to-own", "customer", customerId] as const
}

/** What a customer leases and may lease. */
export function useCustomerLeases(customerId: string) {
  return useQuery({
    queryKey: customerLeasesKey(customerId),
    queryFn: ({ signal }) => leaseToOwn.customers.retrieveLeases(customerId, { signal }),
    staleTime: 10_000,
    retry: mayRetry,
  })
}
