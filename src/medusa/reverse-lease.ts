import { cents, dateIn, formatMoney } from "../lease-cart"
import { whomToAsk } from "../modules/lease/options/operator"
import type { Actor, LeaseRecord } from "../modules/lease/rules/records"
import { decideReversal } from "../modules/lease/rules/reversal"
import { awaitsDelivery } from "../modules/lease/rules/standing"
import type LeaseModuleService from "../modules/lease/service"
import type { TaskDetail } from "../modules/lease/tables/tasks"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import type { Query } from "./read/carts"
import { readGoods, readLastReturn } from "./read/orders"

type Needs = { ledger: LeaseModuleService; query: Query }

/**
 * Does at the service what a refund of the whole payment means: the contract is canceled while nothing has shipped, else the lease is
 * returned. `amount` in cents. Throws LedgerRefusal and changes nothing in Medusa.
 */
export async function reverseLease(
  { ledger, query }: Needs,
  lease: LeaseRecord,
  { amount, actor }: { amount: number; actor: Actor },
): Promise<LeaseRecord> {
  // Only of a placed lease does it matter where the goods are.
  const goods = awaitsDelivery(lease) && lease.order_id ? await readGoods(query, lease.order_id) : null
  const leased = cents(lease.amount ?? 0)
  const decision = decideReversal({
    status: lease.status,
    amount,
    leased,
    shipped: goods?.delivery.shipped ?? false,
    hasOrder: goods !== null,
  })
  switch (decision.do) {
    case "refuse":
      throw new LedgerRefusal(decision.code, {
        amount: formatMoney(leased, lease.currency_code),
        whom: whomToAsk(ledger.settingsOf(lease).operator, lease),
      })
    case "books_only":
      return lease
    case "cancel":
      return ledger.cancelContract(lease, actor, { cause: "refunded" })
    case "return":
      return ledger.returnLease(lease, { date: await dayOfReturn({ ledger, query }, lease), actor })
  }
}

/** The day on which the store received the goods; undefined where it did not book a return, and the refund is the return. */
async function dayOfReturn({ ledger, query }: Needs, { order_id }: LeaseRecord): Promise<string | undefined> {
  const received = order_id ? await readLastReturn(query, order_id) : null
  return received ? dateIn(received.receivedAt, ledger.settings().timeZone) : undefined
}

/** Cancels the contract behind an order of which nothing has shipped. Throws LedgerRefusal and changes nothing in Medusa. */
export async function cancelLeaseOfOrder(
  { ledger, query }: Needs,
  lease: LeaseRecord,
  actor: Actor,
  detail?: Pick<TaskDetail, "cause" | "cancel_order">,
): Promise<LeaseRecord> {
  const goods = lease.order_id ? await readGoods(query, lease.order_id) : null
  const { operator } = ledger.settingsOf(lease)
  if (goods?.delivery.shipped)
    throw new LedgerRefusal("cancel_after_shipping", { operator: operator.name, whom: whomToAsk(operator, lease) })
  return ledger.cancelContract(lease, actor, detail)
}
