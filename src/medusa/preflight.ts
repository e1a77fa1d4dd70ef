import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { refreshCartItemsWorkflow } from "@medusajs/medusa/core-flows"
import type { CartInput } from "../lease-cart"
import { ledgerDepsOf } from "../modules/lease"
import { isByLink, isForExistingOrder, type Preflight, timer } from "../modules/lease/ledger"
import { LedgerRefusal, messageOf } from "../modules/lease/texts/messages"
import { becauseText } from "../modules/lease/texts/reasons"
import { type OrderProblem, toLedgerRefusal } from "./errors"
import { onceUnlocked } from "./lock"
import { draftProblem, orderProblem } from "./order-problem"
import { queryOf, readCart, type ShopCart } from "./read/carts"
import { readHeldByOthers } from "./read/payments"

/** The time limit for the store's `beforeContract` (ms). */
const CHECK_MS = 15_000

/**
 * Checks before a signature that the cart can become an order now. Unless the contract was already handed out, has Medusa refresh the cart, which
 * updates prices, promotions and taxes, and removes shipping methods that no longer exist. Then calls the store's own `beforeContract`. Throws
 * LedgerRefusal `not_orderable` with the reason, or `not_checked` if a check failed with an error.
 */
export function preflight(container: MedusaContainer, cart: ShopCart): Preflight {
  return (isRepriced, lease) =>
    checking(container, async () => {
      // Don't reprice an existing order, because staff have set its prices. Its items are already reserved unless the order is a draft.
      const exists = lease !== null && isForExistingOrder(lease)
      if (exists && isByLink(lease) && (await readHeldByOthers(queryOf(container), lease.order_id ?? "")))
        throw new LedgerRefusal("replacement_unavailable")
      const ask = () => (exists ? draftProblem(container, lease.order_id ?? "") : orderProblem(container, cart.id))
      const problem = await ask()
      // Don't refuse the cart because of a used-up promotion yet: the refresh below removes most of them, and the shopper then sees the new price.
      if (problem && !(isRepriced && problem.code === "promotion_used_up")) throw notOrderable(problem)
      const current = isRepriced && !exists ? await repriced(container, cart) : cart
      const left = problem && (await ask())
      if (left) throw notOrderable(left)
      await runBeforeContract(container, current)
      return current
    })
}

/** Refreshes a cart before its lease is priced. Throws the same refusals as {@link preflight}. */
export function upToDate(container: MedusaContainer, cart: ShopCart): Promise<ShopCart> {
  return checking(container, () => repriced(container, cart))
}

/** Runs `work`, and turns any error other than a refusal into the refusal `not_checked`. */
async function checking<T>(container: MedusaContainer, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = toLedgerRefusal(error)
    if (known instanceof LedgerRefusal) throw known
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.error(`lease-to-own: a cart could not be checked: ${messageOf(error)}`)
    throw new LedgerRefusal("not_checked", {}, { kind: "unavailable", cause: error })
  }
}

function notOrderable({ code, params }: OrderProblem): LedgerRefusal {
  return new LedgerRefusal("not_orderable", becauseText(code, params))
}

/** Has Medusa refresh the cart and returns it. Waits if another change to the cart is in progress. */
async function repriced(container: MedusaContainer, { id }: ShopCart): Promise<ShopCart> {
  const input = { cart_id: id, force_refresh: true }
  await onceUnlocked(() => refreshCartItemsWorkflow(container).run({ input })).catch((error) => {
    const isUnpriced = MedusaError.isMedusaError(error) && error.type === MedusaError.Types.INVALID_DATA
    throw isUnpriced ? notOrderable({ code: "not_priced", params: {} }) : error
  })
  const cart = await readCart(queryOf(container), id)
  if (!cart) throw new LedgerRefusal("cart_not_found", {}, { kind: "not_found" })
  return cart
}

/** Calls only the store's own `beforeContract`. Throws the same refusals as {@link preflight}. */
export function askStore(container: MedusaContainer, cart: CartInput): Promise<void> {
  return checking(container, () => runBeforeContract(container, cart))
}

/** Calls the store's `beforeContract`, if any. Throws LedgerRefusal with the reasons that it returns, or an Error if it takes too long. */
async function runBeforeContract(container: MedusaContainer, cart: CartInput): Promise<void> {
  const { beforeContract } = ledgerDepsOf(container).options
  if (!beforeContract) return
  const { elapsed, clear } = timer(CHECK_MS)
  const late = elapsed.then(() => Promise.reject(new Error("beforeContract took too long")))
  const reasons = await Promise.race([beforeContract(cart, container), late]).finally(clear)
  if (reasons?.length) throw notOrderable({ code: "store_declined", params: { words: reasons.join(" ") } })
}
