import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import type { LeaseAlertsAnswer } from "../../src/api/admin-types"
import { leaseToOwn } from "../lib/sdk"
import { ATTENTION_KEY } from "./use-attention"
import { LEASE_LIST_KEY } from "./use-lease-list"
import { useMutationOnce } from "./use-once"

const ALERTS_KEY = ["lease-to-own", "alerts"] as const

/** How often a visible page reloads the groups during a check, and at other times. */
const CHECKING_MS = 3000
const EVERY_MS = 60_000

/**
 * Returns the alerts that leases have now. Undefined until they are loaded, and after a failure, because outdated sums could be wrong. The list is
 * reloaded when a group changes, for example during a check.
 */
export function useAlertGroups(enabled: boolean): LeaseAlertsAnswer | undefined {
  const client = useQueryClient()
  const { data, isError } = useQuery({
    queryKey: ALERTS_KEY,
    queryFn: ({ signal }) => leaseToOwn.alerts.list({ signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
    refetchInterval: ({ state: { status, data } }) =>
      status !== "error" && (data?.alerts.some(({ check }) => check) ? CHECKING_MS : EVERY_MS),
  })
  const counts = data?.alerts.map(({ code, count }) => `${code} ${count}`).join()
  const before = useRef(counts)
  useEffect(() => {
    const isChange = before.current !== undefined && before.current !== counts
    before.current = counts
    if (isChange) for (const queryKey of [LEASE_LIST_KEY, ATTENTION_KEY]) void client.invalidateQueries({ queryKey })
  }, [client, counts])
  return enabled && !isError ? data : undefined
}

/** Starts or stops the check of an alert, and reloads the groups. */
export function useCheck() {
  const client = useQueryClient()
  return useMutationOnce({
    mutationFn: ({ code, stop }: { code: string; stop: boolean }) =>
      stop ? leaseToOwn.alerts.stopCheck(code) : leaseToOwn.alerts.check(code),
    onSettled: () => client.invalidateQueries({ queryKey: ALERTS_KEY }),
  })
}
