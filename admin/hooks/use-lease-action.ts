import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query"
import type { ActionBody, ActionKey, AdminLeaseView, DoneCode, LeasePageAnswer } from "../../src/api/admin-types"
import type { Message } from "../../src/api/types"
import { leaseToOwn } from "../lib/sdk"
import { statusOf } from "../lib/status-of"
import { ATTENTION_KEY } from "./use-attention"
import { LEASE_LIST_KEY } from "./use-lease-list"
import { leaseKey } from "./use-lease-page"
import { orderLeaseKey } from "./use-order-lease"

/** Why an action has no answer. Only after `lost` its outcome is unknown. */
export type Failure = "lost" | "expired" | "forbidden" | "missing" | "rejected"

/** How an action ended for the person who asked for it. */
export type Ending =
  | { kind: "done"; says: DoneCode; lease: AdminLeaseView }
  | { kind: "refused"; refusal: Message; lease: AdminLeaseView }
  | { kind: "failed"; why: Failure }

type Take = { key: ActionKey; body: ActionBody }

const actingKey = (leaseId: string) => ["lease-to-own", "act", leaseId] as const

/** Prefix of the query keys of Medusa's own order cards: `ordersQueryKeys.detail(id)` of the dashboard. */
function orderDetailKey(orderId: string) {
  return ["orders", "detail", orderId] as const
}

/**
 * Takes actions on a lease, each sent only once. Never throws. The lease in the answer is shown at once, and everything else that
 * shows it is loaded again, Medusa's own cards of the order included.
 *
 * @param orderId if the lease has an order
 * @param onLink receives the signing link: results are kept for a while, and this must not be
 */
export function useLeaseAction(
  leaseId: string,
  orderId: string | undefined,
  onLink: (link: string) => void,
): (take: Take) => Promise<Ending> {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationKey: actingKey(leaseId),
    // An action that waits for the network would be sent automatically, long after the person has moved on.
    networkMode: "always",
    retry: false,
    mutationFn: async (take: Take) => {
      const ending = await send(leaseId, take, onLink)
      if (ending.kind !== "failed") show(ending.lease)
      else if (ending.why === "expired") return ending
      const asked = askAgain()
      // The outcome of a lost one is loaded before the buttons come back.
      if (ending.kind === "failed" && ending.why === "lost") await asked
      return ending
    },
  })

  function show(lease: AdminLeaseView) {
    if (orderId) client.setQueriesData({ queryKey: orderLeaseKey(orderId) }, { lease })
    // After a new contract it is another lease, so the former one's page is loaded again.
    client.setQueryData<LeasePageAnswer>(leaseKey(lease.id), (page) => page && { ...page, lease })
  }

  function askAgain() {
    const own = [leaseKey(leaseId), LEASE_LIST_KEY, ATTENTION_KEY, ...(orderId ? [orderLeaseKey(orderId)] : [])]
    if (orderId) void client.invalidateQueries({ queryKey: orderDetailKey(orderId) })
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
    if (answer.result === "done" && answer.link) onLink(answer.link)
    if (answer.result === "done") return { kind: "done", says: answer.says, lease: answer.lease }
    if (answer.result === "refused") return { kind: "refused", refusal: answer.refusal, lease: answer.lease }
  } catch (error) {
    return { kind: "failed", why: failureOf(error) }
  }
  return { kind: "failed", why: "lost" }
}

/** A refusal before the store acts has its own status. After any other failure, the call may have been sent. */
function failureOf(error: unknown): Failure {
  const status = Number(statusOf(error) ?? 0)
  if (status === 401) return "expired"
  if (status === 403) return "forbidden"
  if (status === 404) return "missing"
  return status >= 400 && status < 500 && status !== 408 ? "rejected" : "lost"
}
