import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { LeaseListQuery } from "../../src/api/admin-types"
import { leaseToOwn } from "../lib/sdk"
import { mayRetry, statusOf } from "../lib/status-of"
import type { LeaseQuery } from "./use-lease-filters"

/** The prefix of all query keys for the list. */
export const LEASE_LIST_KEY = ["lease-to-own", "list"] as const

/** The number of leases on a page. */
export const PAGE_SIZE = 20

/** A page of the list. The previous page remains visible until this page is loaded. `refused` is true if the store rejected the query. */
export function useLeaseList(query: LeaseQuery) {
  const list = useQuery({
    queryKey: [...LEASE_LIST_KEY, query],
    queryFn: ({ signal }) => leaseToOwn.leases.list({ ...listQueryOf(query), limit: PAGE_SIZE }, { signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    retry: mayRetry,
  })
  return { ...list, refused: list.isError && statusOf(list.error) === 400 }
}

/** Returns the query to send. The URL may contain any text, and the store rejects invalid filters. */
export function listQueryOf({ page: _page, ...query }: LeaseQuery): LeaseListQuery {
  return query as LeaseListQuery
}
