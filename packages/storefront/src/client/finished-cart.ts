/**
 * Returns the cart. If it has become an order, calls `forget` to remove the cart's ID, and returns null. This can happen at any time, because the
 * store may place the order of a signed lease on its own. If items were moved to a separate cart, `forget` gets its ID: make it the shopper's cart.
 * Throws TypeError if the cart was read without `completed_at`.
 */
export async function forgetFinishedCart<
  Cart extends { completed_at?: unknown; items?: unknown; metadata?: object | null | undefined },
>(cart: Cart | null | undefined, forget: (separateCartId?: string) => unknown): Promise<Cart | null> {
  if (!cart) return null
  if (cart.completed_at === undefined) throw new TypeError("Read the cart with fields=+completed_at.")
  if (cart.completed_at === null) return cart
  // Loads what few shoppers need.
  const isNoted = "lease_separate" in (cart.metadata ?? {})
  await forget(isNoted ? (await import("./moved-lines.js")).separateIdOf(cart) : undefined)
  return null
}
