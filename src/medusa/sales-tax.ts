import type { MedusaContainer } from "@medusajs/framework/types"
import { refreshPaymentCollectionForCartWorkflow } from "@medusajs/medusa/core-flows"
import { type CartInput, fingerprint, isTaxed, withoutSalesTax } from "../lease-cart"
import { type LedgerDeps, ledgerDepsOf } from "../modules/lease"
import {
  accountThatTaxes,
  currentLease,
  decideCartTax,
  isChosen,
  isClosed,
  isHosted,
  isNew,
  type LeaseRecord,
  mayTaxByOperator,
  recordChoice,
} from "../modules/lease/ledger"
import { calculateTaxWorkflow } from "./calculate-tax"
import { onceUnlocked } from "./lock"
import { type Query, queryOf, readCart, readSignedCart, type ShopCart } from "./read/carts"
import { hasOurTaxLines, readTaxRegion, TAX_PROVIDER_ID, type TaxedCart } from "./read/taxes"

/*
 * The sales tax of carts whose operator charges it (docs/sales-tax.md). Choosing lease-to-own takes the tax out of the cart, and choosing another
 * payment method puts it back. The tax provider (`src/providers/lease-tax`) follows the recorded choice, so each function here records the choice,
 * then has Medusa recalculate the tax. In case a process dies in between, the payment routes check the cart's tax lines.
 */

/** Whether our tax provider calculates the tax of this cart. */
export async function calculatesTax(query: Query, { shipping_address }: CartInput): Promise<boolean> {
  const country = shipping_address?.country_code
  return country ? (await readTaxRegion(query, country))?.provider_id === TAX_PROVIDER_ID : false
}

/** Has Medusa recalculate a cart's tax. If the total changes, Medusa deletes the cart's open payment sessions. */
async function recalculate(container: MedusaContainer, cart_id: string): Promise<void> {
  await onceUnlocked(() => calculateTaxWorkflow(container).run({ input: { cart_id } }))
}

/** Gives a cart's payment collection the cart's total. If the total has changed, Medusa deletes the cart's open payment sessions. */
export async function refreshCollection(container: MedusaContainer, cart_id: string): Promise<void> {
  await onceUnlocked(() => refreshPaymentCollectionForCartWorkflow(container).run({ input: { cart_id } }))
}

/**
 * Records that the shopper wants to lease this cart. If its operator charges the sales tax, takes the tax out. Returns the resulting cart. Safe to
 * repeat. Does nothing in a country whose tax isn't calculated by our provider.
 */
export async function takeTaxOut(container: MedusaContainer, cart: ShopCart): Promise<ShopCart> {
  const deps = ledgerDepsOf(container)
  if (cart.completed_at || cart.order || !mayTaxByOperator(deps)) return cart
  const query = queryOf(container)
  if (!(await calculatesTax(query, cart))) return cart
  if (!(await chooseLease(deps, cart, await currentLease(deps, cart.id), hasOurTaxLines(cart)))) return cart
  await recalculate(container, cart.id)
  return (await readCart(query, cart.id)) ?? cart
}

/** Records that a cart, or a draft order in the form of a cart, is to be leased. Returns whether Medusa must recalculate its tax. */
export async function chooseLease(
  deps: LedgerDeps,
  cart: CartInput,
  lease: LeaseRecord | null,
  isUntaxed: boolean,
): Promise<boolean> {
  const account = accountThatTaxes(deps, cart, lease)
  const decision = decideCartTax("lease", {
    byOperator: account !== null,
    isChosen: await isChosen(deps, cart.id, account),
    isTaxed: isTaxed(cart, deps.options),
    isUntaxed,
  })
  await recordChoice(deps, cart.id, decision, account?.account_id)
  return decision.recalculate
}

/**
 * Records that the shopper wants to pay for this cart by another method. If the sales tax was taken out, puts it back. Returns whether Medusa
 * recalculated the tax, which may have changed the total.
 */
export async function putTaxBack(container: MedusaContainer, cart: TaxedCart & { id: string }): Promise<boolean> {
  const deps = ledgerDepsOf(container)
  const isUntaxed = hasOurTaxLines(cart)
  const isCard = isUntaxed && (await isPaidByVirtualCard(deps, queryOf(container), cart.id))
  const facts = { byOperator: false, isTaxed: !isUntaxed, isUntaxed, isChosen: await isChosen(deps, cart.id) }
  const decision = decideCartTax(isCard ? "virtual_card" : "other", facts)
  await recordChoice(deps, cart.id, decision)
  if (decision.recalculate) await recalculate(container, cart.id)
  return decision.recalculate
}

/** Whether the hosted widget reported success for exactly this cart. If so, another provider charges the lease's virtual card. */
async function isPaidByVirtualCard(deps: LedgerDeps, query: Query, cartId: string): Promise<boolean> {
  const lease = await currentLease(deps, cartId)
  if (!lease || !isHosted(lease) || isNew(lease) || isClosed(lease)) return false
  const cart = await readSignedCart(query, cartId)
  return cart !== null && lease.fingerprint === fingerprint(cart)
}

/** A cart as it would be leased. `totalChanges` is whether choosing lease-to-own changes its total, because sales tax is removed or added back. */
export type CartToLease = ShopCart & { totalChanges?: boolean }

/**
 * Returns the cart or draft order as it would be leased: without the sales tax that choosing lease-to-own takes out, if that can be known in advance.
 * Doesn't change the cart or order.
 */
export async function asLeased<T extends CartInput & TaxedCart & Partial<Pick<ShopCart, "completed_at" | "order">>>(
  container: MedusaContainer,
  cart: T,
): Promise<T & { totalChanges?: boolean }> {
  const deps = ledgerDepsOf(container)
  if (cart.completed_at || cart.order || !mayTaxByOperator(deps)) return cart
  const isUntaxed = hasOurTaxLines(cart)
  const hasTax = isTaxed(cart, deps.options)
  if (!isUntaxed && !hasTax) return cart
  if (!accountThatTaxes(deps, cart, await currentLease(deps, cart.id))) return { ...cart, totalChanges: isUntaxed }
  if (!hasTax || !(await calculatesTax(queryOf(container), cart))) return cart
  const untaxed = withoutSalesTax(cart, deps.options)
  return untaxed ? { ...cart, ...untaxed, totalChanges: true } : cart
}
