import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { LeaseListQuery } from "../../src/api/admin-types"
import { leaseToOwn } from "../lib/sdk"
import { mayRetry, statusOf } from "../lib/status-of"
import type { LeaseQuery } from "./use-lease-filters"

export const LEASE_LIST_KEY = ["lease-to-own", "list"] as const

export const PAGE_SIZE = 20

/** Loads a page of the list. The previous page stays visible in the meantime. `refused` is true if the store rejected the query. */
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

/** Returns the query to send. Its filters may be invalid, because the URL may contain any text. The store rejects those. */
export function listQueryOf({ page: _page, ...query }: LeaseQuery): LeaseListQuery {
  return query as LeaseListQuery
}
