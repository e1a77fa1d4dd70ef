import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "zod"
import { provesSignature, readsReturned, type StatusReading } from "../../../../client"
import { withLock } from "../../../../medusa/lock"
import { medusaSide } from "../../../../medusa/medusa-side"
import { putTaxBackIntoDraft, takeTaxOutOfDraft } from "../../../../medusa/order-tax"
import { runPendingCalls } from "../../../../medusa/pending-calls"
import { askStore } from "../../../../medusa/preflight"
import { queryOf } from "../../../../medusa/read/carts"
import { parcelToSend } from "../../../../medusa/read/facts"
import { readOrderToLease, readPaidOrder } from "../../../../medusa/read/orders"
import { checkFollowUp } from "../../../../medusa/refusals"
import { cancelLeaseOfOrder } from "../../../../medusa/reverse-lease"
import { type LedgerDeps, ledgerDepsOf } from "../../../../modules/lease"
import {
  type ActionKey,
  type Actor,
  attest,
  type CardSources,
  checkAllowed,
  checkReturn,
  checkStatus,
  confirmDelivery,
  isByLink,
  isOpen,
  isVoid,
  type LeaseRecord,
  markDelivered,
  markResolved,
  ofLease,
  releaseHold,
  replaceContract,
  retry,
  returnLease,
  sendOrderId,
  signingLink,
  stillRaised,
  withdrawLink,
} from "../../../../modules/lease/ledger"
import { LedgerRefusal, staffTextOf } from "../../../../modules/lease/texts/messages"
import type { ActionAnswer, DoneCode } from "../../../admin-types"
import type { ActionBody } from "../../../schemas"
import { adminLeaseView, findLease, readSources } from "./lease-sources"

/** A request for an action. Each action validates the fields of `input` that it needs. */
type ActionRequest = { input: z.output<typeof ActionBody>; actor: Actor }

type Acting = ActionRequest & Pick<CardSources, "lease" | "order"> & { scope: MedusaContainer; deps: LedgerDeps }

type Link = { link: string }

/** Takes an action. A check returns its result, and `signing_link` returns the link. Any other return value is ignored. */
type Action = (acting: Acting) => Promise<DoneCode | Link | object | undefined>

const actions: Record<ActionKey, Action> = {
  check_status: async ({ deps, lease, actor }) =>
    doneCodeOf((await checkStatus(ofLease(deps, lease), lease, { actor })).reading),
  release_hold: ({ deps, lease, actor }) => releaseHold(deps, lease, actor),
  attest: ({ deps, lease, input, actor }) => attest(deps, lease, { note: input.note, actor }),
  cancel_contract: ({ scope, deps, lease, actor }) => {
    const query = queryOf(scope)
    const cancel = (now: LeaseRecord) => cancelLeaseOfOrder({ deps, query }, now, actor, { cause: "by_hand" })
    if (lease.order_id) return withLock(scope, lease.order_id, () => cancel(lease))
    // There is no order yet. Lock the cart so nobody completes it in the meantime, and make sure nobody just did.
    return medusaSide(scope).lockCart(lease.cart_id, async () => {
      const now = await deps.store.byId(lease.id)
      if (!now || now.status !== lease.status) throw new LedgerRefusal("state_changed")
      return cancel(now)
    })
  },
  confirm_delivery: confirm,
  mark_delivered: ({ scope, deps, lease, input, actor }) =>
    withLock(scope, lease.order_id ?? lease.cart_id, async () => {
      const query = queryOf(scope)
      const order = await readPaidOrder(query, lease)
      return markDelivered(deps, lease, {
        date: input.date,
        order,
        parcel: await parcelToSend(query, deps, lease),
        actor,
      })
    }),
  check_return: async ({ deps, lease, actor }) =>
    (await checkReturn(deps, lease, actor)) ? "return_allowed" : "return_not_allowed",
  return_lease: ({ scope, deps, lease, input, actor }) =>
    withLock(scope, lease.order_id ?? lease.cart_id, async () => {
      await checkFollowUp(queryOf(scope), lease, { kind: "return_lease" })
      return returnLease(deps, lease, { date: input.date, actor })
    }),
  retry: ({ deps, lease, actor }) => retry(deps, lease, actor),
  mark_resolved: ({ deps, lease, order, input, actor }) => {
    const { note, outcome } = input
    const acknowledged = (input.acknowledged ?? []).flatMap((alert) => stillRaised(deps, order, alert))
    return markResolved(deps, lease, { note, outcome, acknowledged, actor, order })
  },
  replace_contract: async ({ scope, deps, lease, actor }) => {
    const orderId = lease.order_id ?? ""
    return withLock(scope, orderId, async () => {
      const order = await readOrderToLease(queryOf(scope), orderId)
      if (!order) throw new LedgerRefusal("order_is_canceled")
      await askStore(scope, order)
      await checkFollowUp(queryOf(scope), lease, { kind: "cancel_contract" })
      return replaceContract(deps, lease, { order, actor })
    })
  },
  signing_link: async ({ scope, deps, lease, actor }) => {
    // The draft's address may have changed, or an earlier request may have been interrupted.
    if (isByLink(lease) && lease.order_id) await takeTaxOutOfDraft(scope, lease.order_id)
    return { link: await signingLink(deps, lease, actor) }
  },
  withdraw_link: async ({ scope, deps, lease, actor }) => {
    const withdrawn = await withdrawLink(deps, lease, actor)
    if (lease.order_id) await putTaxBackIntoDraft(scope, lease.order_id)
    return withdrawn
  },
  send_order_id: ({ deps, lease, actor }) => sendOrderId(deps, lease, actor),
  send_delivery_date: confirm,
}

function doneCodeOf(reading: StatusReading): DoneCode {
  if (provesSignature(reading)) return "signed"
  if (isVoid(reading) || readsReturned(reading)) return "void"
  if (reading.kind !== "status" || reading.status === "unknown") return "no_status"
  return reading.status === "contracts_received" || reading.status === "lease_accepted"
    ? "first_payment_open"
    : "not_signed"
}

async function confirm({ scope, deps, lease, order, input, actor }: Acting): Promise<LeaseRecord> {
  const parcel = await parcelToSend(queryOf(scope), deps, lease)
  return confirmDelivery(deps, lease, { date: input.date, order, parcel, actor })
}

/**
 * Takes an action if the card allows it, and makes the calls that result from it. If the action is refused, returns the refusal and the current
 * lease. Throws only if there is no such lease.
 */
export async function takeAction(
  scope: MedusaContainer,
  { leaseId, key, permitted, ...request }: ActionRequest & { leaseId: string; key: ActionKey; permitted: boolean },
): Promise<ActionAnswer> {
  const deps = ledgerDepsOf(scope)
  const read = async (id: string) => readSources(scope, await findLease(scope, id), permitted)
  const before = await read(leaseId)
  const { order } = before
  const answer = await perform(key, before, { scope, deps, lease: before.lease, order, ...request }).catch(refusalIn)
  // A replaced contract's order has a new lease, so return that one.
  const current = order && (await deps.store.ofOrder(order.id))
  const lease = adminLeaseView(deps, await read((current ?? before.lease).id))
  if (answer instanceof LedgerRefusal) {
    const { code, params } = answer
    return { result: "refused", refusal: { code, params, message: staffTextOf(code, params) }, lease }
  }
  return { result: "done", ...answer, lease }
}

type Done = { code: DoneCode; link?: string }

async function perform(key: ActionKey, sources: CardSources, acting: Acting): Promise<Done> {
  const { scope, deps, lease } = acting
  checkAllowed(deps, sources, key)
  const done = await actions[key](acting)
  const began = new Date()
  await runPendingCalls(scope, { leaseId: lease.id })
  if (key === "retry") await refuseFailed(deps, lease, began)
  if (typeof done === "string") return { code: done }
  // The service has the delivery. If Medusa's parcels aren't marked yet, the job will mark them, so report only the confirmation.
  if (key === "mark_delivered" && (await isUnmarked(deps, lease))) return { code: "confirm_delivery" }
  return { code: key, ...(done && "link" in done && { link: done.link }) }
}

async function isUnmarked({ store }: LedgerDeps, { id }: LeaseRecord): Promise<boolean> {
  return (await store.pendingCalls.ofLease(id)).some((call) => call.kind === "mark_delivered" && isOpen(call))
}

/** Throws LedgerRefusal if the retry failed again or couldn't be made. */
async function refuseFailed(
  { store, accounts }: LedgerDeps,
  { id, account_id }: LeaseRecord,
  began: Date,
): Promise<void> {
  const pendingCalls = await store.pendingCalls.ofLease(id)
  const failed = pendingCalls.find(({ last_error }) => last_error && new Date(last_error.at) >= began)
  if (failed?.last_error) throw new LedgerRefusal(failed.last_error.code, failed.last_error.params)
  // Also refuse if an outage has postponed a call that was due.
  const waits = pendingCalls.some(({ state, due_at }) => state === "due" && due_at <= began)
  if (waits && (await accounts.outageOf(account_id)))
    throw new LedgerRefusal("service_unreachable", {}, { kind: "unavailable" })
}

function refusalIn(error: unknown): LedgerRefusal {
  if (error instanceof LedgerRefusal) return error
  throw error
}
