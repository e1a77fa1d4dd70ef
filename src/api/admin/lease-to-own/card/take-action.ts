import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { readsDelivered, readsReturned, readsSigned, type StatusReading } from "../../../../client"
import { medusaSide } from "../../../../medusa/medusa-side"
import { runPendingCalls } from "../../../../medusa/pending-calls"
import { askStore } from "../../../../medusa/preflight"
import type { Query } from "../../../../medusa/read/carts"
import { readOrderToLease } from "../../../../medusa/read/orders"
import { cancelLeaseOfOrder } from "../../../../medusa/reverse-lease"
import { LEASE_MODULE } from "../../../../modules/lease"
import { type ActionKey, canOf } from "../../../../modules/lease/card/allowed-actions"
import { type AttentionCode, raisedAs } from "../../../../modules/lease/rules/alerts"
import type { Actor, LeaseRecord } from "../../../../modules/lease/rules/records"
import type LeaseModuleService from "../../../../modules/lease/service"
import { isVoid } from "../../../../modules/lease/status/read-status"
import { isMessageCode, staffTextOf } from "../../../../modules/lease/texts/messages"
import { LedgerRefusal } from "../../../../modules/lease/texts/refusal"
import type { ActionAnswer, DoneCode } from "../../../admin-types"
import { adminLeaseView, cardFacts } from "./admin-lease-view"
import { alertMark } from "./alert-details"
import { readSources, type Sources } from "./lease-sources"
import { findLease } from "./order-lease"

/** An action's input. Each action judges its own fields: a missing one is told as a refusal, in words. */
export type ActionInput = { note?: unknown; date?: unknown; outcome?: unknown; seen?: readonly string[] }

type Asked = {
  scope: MedusaContainer
  ledger: LeaseModuleService
  sources: Sources
  input: ActionInput
  actor: Actor
}

/** A question gets its answer, and who asks for a link the link. For everything else it is enough to say that it was done. */
type Action = (asked: Asked) => Promise<DoneCode | Link | object | undefined>

type Link = { link: string }

const actions: Record<ActionKey, Action> = {
  check_status: async ({ ledger, sources, actor }) =>
    readingSays((await ledger.checkStatus(sources.lease, actor)).reading),

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

  check_return: async ({ ledger, sources, actor }) =>
    (await ledger.checkReturn(sources.lease, actor)) ? "return_allowed" : "return_not_allowed",

  return_lease: ({ ledger, sources, input, actor }) => ledger.returnLease(sources.lease, { date: input.date, actor }),

  retry: ({ ledger, sources, actor }) => ledger.retry(sources.lease, actor),

  settle: ({ ledger, sources, input, actor }) => {
    const { note, outcome } = input
    const { lease, order } = sources
    const seen = (input.seen ?? []).flatMap((alert) => asSeen(alert, (code) => alertMark(ledger, sources, code)))
    return ledger.settle(lease, { note, outcome, seen, actor, order })
  },

  replace_contract: async ({ scope, ledger, sources: { lease }, actor }) => {
    const query: Query = scope.resolve(ContainerRegistrationKeys.QUERY)
    const order = await readOrderToLease(query, lease.order_id ?? "")
    if (!order) throw new LedgerRefusal("order_is_canceled")
    await askStore(scope, order)
    return ledger.replaceContract(lease, { order, actor })
  },

  signing_link: async ({ ledger, sources, actor }) => ({ link: await ledger.signingLink(sources.lease, actor) }),

  send_order_id: ({ ledger, sources, actor }) => ledger.sendOrderId(sources.lease, actor),

  send_delivery_date: ({ ledger, sources: { lease, order }, input, actor }) =>
    ledger.sendDeliveryDate(lease, { date: input.date, count: countOf(order), actor }),
}

/** An alert that a person saw, as it was raised. Throws LedgerRefusal when it is about something else by now. */
function asSeen(alert: string, markNow: (code: string) => string | undefined): AttentionCode[] {
  const [code = "", mark] = alert.split(":")
  const raised = raisedAs(code)
  if (raised && mark !== markNow(code)) throw new LedgerRefusal("state_changed")
  return raised ? [raised] : []
}

/** The contract's state after a look at the service. */
function readingSays(reading: StatusReading): DoneCode {
  if (readsSigned(reading) || readsDelivered(reading)) return "signed"
  if (isVoid(reading) || readsReturned(reading)) return "void"
  if (reading.kind !== "status" || reading.status === "unknown") return "no_word"
  return reading.status === "contracts_received" || reading.status === "lease_accepted"
    ? "first_payment_open"
    : "not_signed"
}

function countOf(order: Sources["order"]) {
  const { pieces = 0, delivered = 0 } = order ?? {}
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
  const look = async (leaseId: string) => {
    const found = await findLease(ledger, scope.resolve(ContainerRegistrationKeys.QUERY), leaseId)
    return readSources(scope, found, permitted)
  }
  const before = await look(leaseId)
  const ended = await attempt(key, { scope, ledger, sources: before, input, actor })
  const later = ended instanceof LedgerRefusal ? null : await follow(scope, ledger, key, before)
  const lease = adminLeaseView(ledger, await look(await successorOf(ledger, before)))
  const answer = later ?? ended
  if (answer instanceof LedgerRefusal) return { result: "refused", refusal: wordsOf(answer), lease }
  return typeof answer === "string"
    ? { result: "done", says: answer, lease }
    : { result: "done", says: key, lease, link: answer.link }
}

/** The lease that is shown afterward: the order of a contract that was replaced just now goes on with another one. A former lease stays. */
async function successorOf(ledger: LeaseModuleService, { lease, order }: Sources): Promise<string> {
  const current = order && (await ledger.ofOrder(order.id))
  return current ? current.id : lease.id
}

async function attempt(key: ActionKey, asked: Asked): Promise<LedgerRefusal | DoneCode | Link> {
  const { ledger, sources } = asked
  const { operator } = ledger.settingsOf(sources.lease)
  const judged = canOf(cardFacts(ledger, sources), { permitted: sources.permitted, operator })[key]
  if (!judged.allowed) return new LedgerRefusal(judged.reason, judged.params)
  try {
    const says = await actions[key](asked)
    if (typeof says === "string") return says
    return says && "link" in says ? says : key
  } catch (error) {
    if (error instanceof LedgerRefusal) return error
    throw error
  }
}

/** Makes the pending calls now. A retry that failed again is told to the person who asked for it. */
async function follow(
  scope: MedusaContainer,
  ledger: LeaseModuleService,
  key: ActionKey,
  { lease }: Sources,
): Promise<LedgerRefusal | null> {
  const began = new Date()
  await runPendingCalls(scope, { leaseId: lease.id })
  if (key !== "retry") return null
  const tasks = await ledger.tasks(lease.id)
  const failed = tasks.find(({ last_error }) => last_error && new Date(last_error.at) >= began)
  if (failed?.last_error) return new LedgerRefusal(failed.last_error.code, failed.last_error.params)
  // In an outage the call waits, as all calls do.
  const waits = tasks.some(({ state, due_at }) => state === "due" && due_at <= began) && (await ledger.outageOf(lease))
  return waits ? new LedgerRefusal("service_unreachable", {}, { kind: "unavailable" }) : null
}

function wordsOf({ code, params, message }: LedgerRefusal): {
  code: string
  params: Record<string, string>
  message: string
} {
  return { code, params, message: isMessageCode(code) ? staffTextOf(code, params) : message }
}
