import type { BigNumberInput } from "@medusajs/framework/types"
import { type Amount, cents, dateIn, formatMoney, isWholeCents, parseAmount } from "../lease-cart"
import type { LedgerDeps } from "../modules/lease"
import {
  type Actor,
  awaitsDelivery,
  type CallDetail,
  cancelContract,
  decideReversal,
  isDelivered,
  type LeaseRecord,
  ofLease,
  reducedBy,
  reduceLease,
  refuseHeld,
  refuseNewer,
  restOf,
  returnLease,
  staffParams,
} from "../modules/lease/ledger"
import { LedgerRefusal } from "../modules/lease/texts/messages"
import type { Query } from "./read/carts"
import { readGoods, readLastReturn } from "./read/orders"
import { readRefunded } from "./read/payments"
import { checkFollowUp, checkRefund } from "./refusals"

type Needs = { deps: LedgerDeps; query: Query }

/** A refund that Medusa is making. Medusa has already written the refund's row, whose ID is `refundId`. */
type Refund = { amount: Amount; refundId?: string | undefined; actor: Actor }

/**
 * Cancels the contract, or returns all or part of the lease, as Medusa's refund requires. Doesn't change anything in Medusa. Throws LedgerRefusal.
 */
export async function reverseLease(
  { deps, query }: Needs,
  lease: LeaseRecord,
  { amount: requested, refundId, actor }: Refund,
): Promise<LeaseRecord> {
  const accountDeps = ofLease(deps, lease)
  refuseNewer(accountDeps, lease)
  if (lease.held_at) await refuseHeld(accountDeps, lease)
  const amount = parseAmount(requested)
  const rest = restOf(lease)
  const { knowsLines } = accountDeps.service
  // The goods matter only before the delivery or for a partial refund. Earlier refunds matter only for a partial refund or after one.
  const hasParts = lease.reductions !== null || (knowsLines && isDelivered(lease) && amount !== rest)
  const refunded = hasParts ? await readRefunded(query, lease, refundId) : 0
  const goods = (awaitsDelivery(lease) || hasParts) && lease.order_id ? await readGoods(query, lease.order_id) : null
  const unbooked = hasParts ? reducedBy(lease.reductions) - refunded : 0
  const decision = decideReversal({
    status: lease.status,
    amount,
    leased: lease.amount ?? 0,
    rest,
    unbooked,
    knowsLines,
    shipped: goods?.shipped ?? null,
  })
  // Check that Medusa can both cancel the order and refund its payment, because the provider can't tell which of these staff are doing.
  if (decision.do !== "books_only" && decision.do !== "refuse")
    await checkRefund(query, lease.order_id ?? "", requested as BigNumberInput, decision.do === "cancel")
  switch (decision.do) {
    case "refuse": {
      const due = formatMoney(cents(unbooked > 0 ? unbooked : rest), lease.currency_code)
      throw new LedgerRefusal(decision.code, { amount: due, ...staffParams(accountDeps, lease) })
    }
    case "books_only":
      return lease
    case "cancel":
      return cancelContract(accountDeps, lease, actor, { cause: "refunded" })
    case "return":
      return returnLease(accountDeps, lease, { date: await dayOfReturn({ deps, query }, lease), actor })
    case "reduce": {
      const date = await dayOfReturn({ deps, query }, lease)
      const back = goods?.lines ?? []
      return reduceLease(accountDeps, lease, { amount, whole: isWholeCents(requested), refunded, back, date, actor })
    }
  }
}

/** Returns the date on which the store received the goods. Undefined if Medusa has no return, in which case the refund counts as the return. */
async function dayOfReturn({ deps, query }: Needs, { order_id }: LeaseRecord): Promise<string | undefined> {
  const received = order_id ? await readLastReturn(query, order_id) : null
  return received ? dateIn(received.receivedAt, deps.options.timeZone) : undefined
}

/**
 * Cancels the contract of an order that hasn't shipped. Doesn't change anything in Medusa. Throws LedgerRefusal, including when an open change would
 * keep Medusa from canceling the order afterward.
 */
export async function cancelLeaseOfOrder(
  { deps, query }: Needs,
  lease: LeaseRecord,
  actor: Actor,
  detail?: Pick<CallDetail, "cause" | "cancel_order">,
): Promise<LeaseRecord> {
  const accountDeps = ofLease(deps, lease)
  const goods = lease.order_id ? await readGoods(query, lease.order_id) : null
  if (goods?.shipped) throw new LedgerRefusal("cancel_after_shipping", staffParams(accountDeps, lease))
  await checkFollowUp(query, lease, { kind: "cancel_contract" })
  return cancelContract(accountDeps, lease, actor, detail)
}
