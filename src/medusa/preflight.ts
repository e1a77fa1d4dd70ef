import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { refreshCartItemsWorkflow } from "@medusajs/medusa/core-flows"
import type { CartInput } from "../lease-cart"
import { deskOf } from "../modules/lease"
import { timer } from "../modules/lease/outbox/ceiling"
import { messageOf } from "../modules/lease/outbox/look"
import { isReplacement } from "../modules/lease/rules/standing"
import type { Preflight } from "../modules/lease/shopper/contract"
import { becauseText } from "../modules/lease/texts/reasons"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import { inLedgersWords } from "./errors"
import { type Query, readCart, type ShopCart } from "./read/carts"
import { type OrderProblem, orderProblem } from "./read/order-problem"

/** The store's own check may take this long (ms). */
const CHECK_MS = 15_000
/** Another change of the cart, as in a second tab, is waited for so long (ms). Core itself gives up after two seconds. */
const OTHER_CHANGE_MS = 15_000

/**
 * Asks before a signature whether the cart could become an order now. Core brings it up to date as it does after each change of a cart: prices,
 * promotions with their limits, taxes, and shipping methods, of which it takes out those that are gone. Then the store's own
 * `beforeContract` is asked. A contract that is out already was made for the cart as it is, which stays so.
 *
 * It throws LedgerRefusal: `not_orderable` with the reason, `not_checked` when something failed. Nothing is signed then.
 */
export function preflight(container: MedusaContainer, cart: ShopCart): Preflight {
  return (isRepriced, lease) =>
    checking(container, async () => {
      // The order stands: its goods are reserved, and its prices are those that it was edited to.
      const stands = lease !== null && isReplacement(lease)
      const problem = stands ? null : await orderProblem(container, cart.id)
      if (problem) throw notOrderable(problem)
      const current = isRepriced && !stands ? await repriced(container, cart) : cart
      await askStore(container, current)
      return current
    })
}

/** Brings a cart up to date before its lease is priced. Throws LedgerRefusal as {@link preflight} does. */
export function upToDate(container: MedusaContainer, cart: ShopCart): Promise<ShopCart> {
  return checking(container, () => repriced(container, cart))
}

async function checking<T>(container: MedusaContainer, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = inLedgersWords(error)
    if (known instanceof LedgerRefusal) throw known
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`lease-to-own: a cart could not be checked: ${messageOf(error)}`)
    throw new LedgerRefusal("not_checked", {}, { kind: "unavailable", cause: error })
  }
}

/** The problem before the signature: the shopper can still change the cart. */
function notOrderable({ code, params }: OrderProblem): LedgerRefusal {
  return new LedgerRefusal("not_orderable", becauseText(code, params))
}

async function repriced(container: MedusaContainer, { id }: ShopCart): Promise<ShopCart> {
  const until = Date.now() + OTHER_CHANGE_MS
  for (;;)
    try {
      await refreshCartItemsWorkflow(container).run({ input: { cart_id: id, force_refresh: true } })
      break
    } catch (error) {
      if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.INVALID_DATA)
        throw notOrderable({ code: "not_priced", params: {} })
      // All of Medusa's lock providers say it in these words, and in nothing else.
      if (!messageOf(error).startsWith("Failed to acquire lock") || Date.now() >= until) throw error
    }
  const query: Query = container.resolve(ContainerRegistrationKeys.QUERY)
  const cart = await readCart(query, id)
  if (!cart) throw new LedgerRefusal("cart_not_found", {}, { kind: "not_found" })
  return cart
}

/** Asks the store's own `beforeContract`. Throws LedgerRefusal `not_orderable` with its reasons. */
export async function askStore(container: MedusaContainer, cart: CartInput): Promise<void> {
  const { beforeContract } = deskOf(container).options
  if (!beforeContract) return
  const { elapsed, clear } = timer(CHECK_MS)
  const late = elapsed.then(() => Promise.reject(new Error("beforeContract took too long")))
  const reasons = await Promise.race([beforeContract(cart, container), late]).finally(clear)
  if (reasons?.length) throw notOrderable({ code: "store_declined", params: { words: reasons.join(" ") } })
}
