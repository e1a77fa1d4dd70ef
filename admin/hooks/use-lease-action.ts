import { type QueryClient, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query"
import type {
  ActionAnswer,
  ActionBody,
  ActionKey,
  AdminLeaseView,
  LeasePageAnswer,
  OrderLeaseAnswer,
} from "../../src/api/admin-types"
import { keyOf } from "../lib/key-of"
import { leaseToOwn } from "../lib/sdk"
import { statusOf } from "../lib/status-of"
import { ATTENTION_KEY } from "./use-attention"
import { LEASE_LIST_KEY } from "./use-lease-list"
import { WAITING_KEY } from "./use-waiting"

/** Why an action failed without a result. Only after `lost` is its outcome unknown. */
export type Failure = "lost" | "expired" | "forbidden" | "missing" | "rejected"

export type Ending = ActionAnswer | { result: "failed"; why: Failure }

type Take = { key: ActionKey; body: ActionBody }

/** The prefix of all order cards' query keys, which don't include the lease's ID. */
const ORDER_CARDS = ["lease-to-own", "order"] as const

const actingKey = (leaseId: string) => ["lease-to-own", "act", leaseId] as const

/**
 * Returns a function that sends an action only once and never throws. Immediately shows the lease in the response, and reloads everything else that
 * shows the lease, including Medusa's cards on the order's page. `onLink` receives the signing link, which must not be cached like results.
 */
export function useLeaseAction(id: string, onLink: (link: string) => void): (take: Take) => Promise<Ending> {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationKey: actingKey(id),
    // By default, React Query would hold back an action while offline and send it long after the user has moved on.
    networkMode: "always",
    retry: false,
    mutationFn: async (take: Take) => {
      const ending = await sendAction(id, take, onLink)
      if (ending.result !== "failed") show(ending.lease)
      else if (ending.why === "expired") return ending
      const reloaded = reloadLeases(client, [id])
      // The response was lost, so load the outcome before showing the buttons again.
      if (ending.result === "failed" && ending.why === "lost") await reloaded
      return ending
    },
  })

  function show(lease: AdminLeaseView) {
    client.setQueriesData<OrderLeaseAnswer>({ queryKey: ORDER_CARDS }, (answer) =>
      answer?.lease && answer.lease.id === id ? { ...answer, lease } : answer,
    )
    // After `replace_contract`, this is the new lease. The former lease's page is reloaded instead.
    client.setQueryData<LeasePageAnswer>(keyOf("lease", lease.id), (page) => page && { ...page, lease })
  }

  return mutateAsync
}

/** Reloads everything that shows these leases. */
export function reloadLeases(client: QueryClient, ids: readonly string[]) {
  const own = [...ids.map((id) => keyOf("lease", id)), ORDER_CARDS, LEASE_LIST_KEY, ATTENTION_KEY, WAITING_KEY]
  // Medusa's own list and cards of orders. The dashboard calls this key `ordersQueryKeys.all`.
  void client.invalidateQueries({ queryKey: ["orders"] })
  return Promise.all(own.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Returns the action in progress on a lease, wherever on the page it was started. */
export function useActing(leaseId: string): ActionKey | undefined {
  const [acting] = useMutationState({
    filters: { mutationKey: actingKey(leaseId), status: "pending" },
    select: ({ state }) => (state.variables as Take).key,
  })
  return acting
}

/** Sends an action once, and never throws. */
export async function sendAction(
  leaseId: string,
  { key, body }: Take,
  onLink: (link: string) => void = () => {},
): Promise<Ending> {
  try {
    const answer = await leaseToOwn.leases.act(leaseId, key, body)
    if (answer.result === "refused") return answer
    const { link, ...done } = answer
    if (link) onLink(link)
    return done
  } catch (error) {
    return { result: "failed", why: failureOf(error) }
  }
}

/** Returns `lost` unless the status shows that the store didn't carry out the action. */
function failureOf(error: unknown): Failure {
  const status = Number(statusOf(error) ?? 0)
  if (status === 401) return "expired"
  if (status === 403) return "forbidden"
  if (status === 404) return "missing"
  return status >= 400 && status < 500 && status !== 408 ? "rejected" : "lost"
}
