import type { MedusaContainer } from "@medusajs/framework/types"
import { createOrUpdateOrderPaymentCollectionWorkflow, updateOrderTaxLinesWorkflow } from "@medusajs/medusa/core-flows"
import { ledgerDepsOf } from "../modules/lease"
import { isEnded, mayTaxByOperator, recordChoice } from "../modules/lease/ledger"
import { LedgerRefusal } from "../modules/lease/texts/messages"
import { withLock } from "./lock"
import { queryOf } from "./read/carts"
import { readOrderToLease } from "./read/orders"
import { readOrderTax } from "./read/taxes"
import { calculatesTax, chooseLease } from "./sales-tax"

/*
 * The sales tax of orders whose operator charges it (docs/sales-tax.md). A placed order keeps its tax, because books and tax engines have recorded
 * it. An order placed without tax is paid by its lease or not at all. A draft order is treated like a cart: creating its lease link takes the tax
 * out, and ending the link puts it back.
 */

/**
 * Takes the sales tax out of a draft order that was offered by link, if its operator charges the tax. Does nothing for a placed order. Safe to
 * repeat.
 */
export async function takeTaxOutOfDraft(container: MedusaContainer, orderId: string): Promise<void> {
  const [deps, query] = [ledgerDepsOf(container), queryOf(container)]
  if (!mayTaxByOperator(deps)) return
  const [order, cart] = [await readOrderTax(query, orderId), await readOrderToLease(query, orderId)]
  if (!order?.isDraft || !cart || !(await calculatesTax(query, cart))) return
  // The cart's ID is the order's, because a draft order has no cart.
  if (await chooseLease(deps, cart, null, order.isUntaxed)) await recalculate(container, orderId)
}

/** Puts the sales tax back into a draft order that is no longer offered by link. Does nothing for any other order. Safe to repeat. */
export async function putTaxBackIntoDraft(container: MedusaContainer, orderId: string): Promise<void> {
  const order = await readOrderTax(queryOf(container), orderId)
  if (!order?.isDraft || !order.isUntaxed) return
  await recordChoice(ledgerDepsOf(container), orderId, { choice: "take_back", recalculate: true })
  await recalculate(container, orderId)
}

/**
 * Throws LedgerRefusal if an order has no sales tax, because only its lease may pay for it. If the order is a draft that is no longer offered by
 * link, puts the tax back first. This request is still refused, because nobody has seen the total with tax.
 */
export async function refuseOtherPayment(container: MedusaContainer, orderId: string): Promise<void> {
  const order = await readOrderTax(queryOf(container), orderId)
  if (!order?.isUntaxed) return
  if (!order.isDraft) throw new LedgerRefusal("order_untaxed")
  const lease = await ledgerDepsOf(container).store.ofOrder(orderId)
  if (lease && !isEnded(lease)) throw new LedgerRefusal("link_untaxed")
  await putTaxBackIntoDraft(container, orderId)
  throw new LedgerRefusal("draft_tax_is_back")
}

/** Has Medusa recalculate all of a draft order's tax, and correct the amount of its payment collection. */
function recalculate(container: MedusaContainer, order_id: string): Promise<void> {
  return withLock(container, order_id, async () => {
    await updateOrderTaxLinesWorkflow(container).run({ input: { order_id } })
    const { data } = await queryOf(container).graph({
      entity: "order_payment_collection",
      fields: ["payment_collection_id"],
      filters: { order_id },
    })
    // The workflow would also create a missing collection.
    if (data.length) await createOrUpdateOrderPaymentCollectionWorkflow(container).run({ input: { order_id } })
  })
}
