import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { LEASE_MODULE } from "../../../modules/lease"
import { type ActionKey, canOf } from "../../../modules/lease/can"
import { raisedAs } from "../../../modules/lease/card-attention"
import type { MessageCode } from "../../../modules/lease/messages"
import type { Actor, LeaseRecord } from "../../../modules/lease/records"
import { LedgerRefusal } from "../../../modules/lease/refusal"
import type LeaseModuleService from "../../../modules/lease/service"
import { medusaSide } from "../../../workflows/medusa-side"
import { runOwedCalls } from "../../../workflows/owed-calls"
import { cancelLeaseOfOrder } from "../../../workflows/reverse-lease"
import type { ActionAnswer } from "../../admin-types"
import { adminLeaseView, cardFacts } from "./admin-lease-view"
import { readSources, type Sources } from "./lease-sources"
import { findLease } from "./order-lease"

/** What came with an action. Each action judges its own fields: what is missing is told as a refusal, in words. */
export type ActionInput = { note?: unknown; date?: unknown; outcome?: unknown; seen?: readonly string[] }

type Asked = {
  scope: MedusaContainer
  ledger: LeaseModuleService
  sources: Sources
  input: ActionInput
  actor: Actor
}

type Action = (asked: Asked) => Promise<unknown>

const actions: Record<ActionKey, Action> = {
  check_status: ({ ledger, sources, actor }) => ledger.checkStatus(sources.lease, actor),

  attest: ({ ledger, sources, input, actor }) => ledger.attest(sources.lease, { note: input.note, actor }),

  cancel_contract: ({ scope, ledger, sources: { lease }, actor }) => {
    const query = scope.resolve(ContainerRegistrationKeys.QUERY)
    const cancel = (now: LeaseRecord) => cancelLeaseOfOrder({ ledger, query }, now, actor, { cause: "by_hand" })
    if (lease.order_id) return cancel(lease)
    // Before the order the cart must not be completed meanwhile, nor have been.
    return medusaSide(scope).lockCart(lease.cart_id, async () => {
      const now = await ledger.byId(lease.id)
      if (!now || now.status !== lease.status) throw new LedgerRefusal("state_changed")
      return cancel(now)
    })
  },

  confirm_delivery: ({ ledger, sources: { lease, order }, input, actor }) =>
    ledger.confirmDelivery(lease, { date: input.date, count: countOf(order), actor }),

  check_return: ({ ledger, sources, actor }) => ledger.checkReturn(sources.lease, actor),

  return_lease: ({ ledger, sources, input, actor }) => ledger.returnLease(sources.lease, { date: input.date, actor }),

  retry: ({ ledger, sources, actor }) => ledger.retry(sources.lease, actor),

  settle: ({ ledger, sources, input, actor }) => {
    const order = cardFacts(ledger, sources).order
    const { note, outcome } = input
    const seen = (input.seen ?? []).flatMap((code) => raisedAs(code) ?? [])
    const accepted = order && sources.order && { order: { ...order, recipient: sources.order.asCart } }
    return ledger.settle(sources.lease, { note, outcome, seen, actor, ...accepted })
  },

  send_order_id: ({ ledger, sources, actor }) => ledger.sendOrderId(sources.lease, actor),

  send_delivery_date: ({ ledger, sources: { lease, order }, input, actor }) =>
    ledger.sendDeliveryDate(lease, { date: input.date, count: countOf(order), actor }),
}

function countOf(order: Sources["order"]) {
  const { pieces = 0, delivered = 0 } = order?.delivery ?? {}
  return { pieces, delivered }
}

/**
 * Takes an action for a person: judged again by the rules that the card shows, done, and followed at once by what it makes owed, such as the
 * capture after a confirmed signature. A "no" is an answer with the lease as it is now. Throws LedgerRefusal for an unknown lease only.
 */
export async function takeAction(
  scope: MedusaContainer,
  {
    leaseId,
    key,
    input,
    actor,
    permitted,
  }: {
    leaseId: string
    key: ActionKey
    input: ActionInput
    actor: Actor
    permitted: boolean
  },
): Promise<ActionAnswer> {
  const ledger = scope.resolve<LeaseModuleService>(LEASE_MODULE)
  const look = async () => {
    const found = await findLease(ledger, scope.resolve(ContainerRegistrationKeys.QUERY), leaseId)
    return readSources(scope, found, permitted)
  }
  const before = await look()
  const refusal = await attempt(key, { scope, ledger, sources: before, input, actor })
  const later = refusal ? null : await follow(scope, ledger, key, before)
  const lease = adminLeaseView(ledger, await look())
  const no = refusal ?? later
  return no ? { result: "refused", refusal: wordsOf(no), lease } : { result: "done", lease }
}

async function attempt(key: ActionKey, asked: Asked): Promise<LedgerRefusal | null> {
  const { ledger, sources } = asked
  const { name: operator } = ledger.settings().operator
  const judged = canOf(cardFacts(ledger, sources), { permitted: sources.permitted, operator })[key]
  if (!judged.allowed) return new LedgerRefusal(judged.reason, judged.params)
  try {
    await actions[key](asked)
    return null
  } catch (error) {
    if (error instanceof LedgerRefusal) return error
    throw error
  }
}

/** Makes what is owed now. What was tried again and failed again is told to the person who asked for it. */
async function follow(
  scope: MedusaContainer,
  ledger: LeaseModuleService,
  key: ActionKey,
  { lease }: Sources,
): Promise<LedgerRefusal | null> {
  const began = new Date()
  await runOwedCalls(scope, { leaseId: lease.id })
  if (key !== "retry") return null
  const failed = (await ledger.tasks(lease.id)).find(({ last_error }) => last_error && new Date(last_error.at) >= began)
  return failed?.last_error ? new LedgerRefusal(failed.last_error.code, failed.last_error.params) : null
}

function wordsOf({ code, params, message }: LedgerRefusal): {
  code: string
  params: Record<string, string>
  message: string
} {
  return { code: code as MessageCode, params, message }
}
