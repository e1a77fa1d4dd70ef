import { type LedgerDeps, ofLease } from "../../../src/modules/lease/accounts/deps"
import {
  type Actor,
  cancelContract,
  decideReversal,
  endBeforeOrder,
  isEnded,
  isForExistingOrder,
  isOpenPayment,
  type LeaseRecord,
  openByLink,
  reducedBy,
  reduceLease,
  restOf,
  returnLease,
  signingLink,
} from "../../../src/modules/lease/ledger"
import { LedgerRefusal } from "../../../src/modules/lease/texts/messages"
import type { ShopOrder } from "./medusa"

/** The store's staff. Their actions here make the same calls to the ledger as the routes. */
export const MERCHANT: Actor = { by: "merchant", id: "user_1" }

/** Ends a lease before its order is canceled. */
export async function endForOrder(deps: LedgerDeps, lease: LeaseRecord): Promise<void> {
  if (isEnded(lease)) return
  if (isForExistingOrder(lease)) await endBeforeOrder(deps, lease, MERCHANT)
  else await cancelContract(ofLease(deps, lease), lease, MERCHANT, { cancel_order: true })
}

/** Whether a lease could pay for the order. */
export const isUnpaid = (order: ShopOrder | null): order is ShopOrder =>
  order !== null && !order.canceled && !order.shipped && !order.heldByOthers && !order.payments.some(isOpenPayment)

/** Sends the customer of an unpaid order a link. Returns the link's key, or undefined if the applicant continues with their own. */
export async function sendLink(deps: LedgerDeps, order: ShopOrder): Promise<string | undefined> {
  const { asCart, cartId, id: orderId, displayId } = order
  const lease = await openByLink(deps, { cart: { ...asCart, id: cartId }, orderId, displayId }, MERCHANT)
  const { hash } = new URL(await signingLink(deps, lease, MERCHANT))
  return hash ? hash.slice("#lease-key=".length) : undefined
}

type Refund = Pick<Parameters<typeof decideReversal>[0], "amount" | "knowsLines"> & { refunded: number }

/** The effect of a refund on the lease. `refunded`: the earlier refunds in Medusa's books. */
export function reversalOf(lease: LeaseRecord, order: ShopOrder, { refunded, ...refund }: Refund) {
  const { status, amount: leased, reductions, order_id } = lease
  const unbooked = reductions ? reducedBy(reductions) - refunded : 0
  const shipped = order_id === null ? null : order.shipped
  return decideReversal({ status, leased: leased ?? 0, rest: restOf(lease), unbooked, shipped, ...refund })
}

/** Refunds a lease at the service, as Medusa's provider does. Throws the ledger's refusal. `back`: the lines whose goods came back. */
export async function reverse(
  deps: LedgerDeps,
  lease: LeaseRecord,
  order: ShopOrder,
  { back = [], ...refund }: Refund & { back?: ShopOrder["lines"] },
): Promise<void> {
  const { amount, refunded } = refund
  const reversal = reversalOf(lease, order, refund)
  if (reversal.do === "refuse") throw new LedgerRefusal(reversal.code)
  if (reversal.do === "cancel") await cancelContract(ofLease(deps, lease), lease, MERCHANT, { cause: "refunded" })
  if (reversal.do === "return") await returnLease(deps, lease, { actor: MERCHANT })
  if (reversal.do === "reduce") await reduceLease(deps, lease, { amount, whole: true, refunded, back, actor: MERCHANT })
}
