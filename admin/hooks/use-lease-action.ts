import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query"
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

/** Why an action has no answer. Only after `lost` its outcome is unknown. */
export type Failure = "lost" | "expired" | "forbidden" | "missing" | "rejected"

/** The outcome of an action for the person who requested it. */
export type Ending = ActionAnswer | { result: "failed"; why: Failure }

type Take = { key: ActionKey; body: ActionBody }

/** Prefix of the query keys of all orders' cards, because the key doesn't contain the lease. */
const ORDER_CARDS = ["lease-to-own", "order"] as const

const actingKey = (leaseId: string) => ["lease-to-own", "act", leaseId] as const

/**
 * Takes actions on a lease, sending each only once. Never throws. Shows the lease in the answer at once, and reloads everything else that
 * shows it, Medusa's own cards of the order included.
 *
 * @param onLink receives the signing link, which must not be kept as results are
 */
export function useLeaseAction(id: string, onLink: (link: string) => void): (take: Take) => Promise<Ending> {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationKey: actingKey(id),
    // An action that waits for the network would be sent automatically, long after the person has moved on.
    networkMode: "always",
    retry: false,
    mutationFn: async (take: Take) => {
      const ending = await send(id, take, onLink)
      if (ending.result !== "failed") show(ending.lease)
      else if (ending.why === "expired") return ending
      const reloaded = reload()
      // Load the outcome of a lost one before the buttons come back.
      if (ending.result === "failed" && ending.why === "lost") await reloaded
      return ending
    },
  })

  function show(lease: AdminLeaseView) {
    client.setQueriesData<OrderLeaseAnswer>({ queryKey: ORDER_CARDS }, (answer) =>
      answer?.lease && answer.lease.id === id ? { ...answer, lease } : answer,
    )
    // After a new contract, the answer holds another lease, so the former one's page is reloaded.
    client.setQueryData<LeasePageAnswer>(keyOf("lease", lease.id), (page) => page && { ...page, lease })
  }

  function reload() {
    const own = [keyOf("lease", id), ORDER_CARDS, LEASE_LIST_KEY, ATTENTION_KEY]
    // Medusa's own cards of the order: `ordersQueryKeys.details()` of the dashboard.
    void client.invalidateQueries({ queryKey: ["orders", "detail"] })
    return Promise.all(own.map((queryKey) => client.invalidateQueries({ queryKey })))
  }

  return mutateAsync
}

/** The action in progress on a lease, wherever on the page it was started. */
export function useActing(leaseId: string): ActionKey | undefined {
  const [acting] = useMutationState({
    filters: { mutationKey: actingKey(leaseId), status: "pending" },
    select: ({ state }) => (state.variables as Take).key,
  })
  return acting
}

async function send(leaseId: string, { key, body }: Take, onLink: (link: string) => void): Promise<Ending> {
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

/** A refusal before the store acts has its own status. After any other failure, the call may have been sent. */
function failureOf(error: unknown): Failure {
  const status = Number(statusOf(error) ?? 0)
  if (status === 401) return "expired"
  if (status === 403) return "forbidden"
  if (status === 404) return "missing"
  return status >= 400 && status < 500 && status !== 408 ? "rejected" : "lost"
}
