/**
 * The cart to go on with: null for one that became an order, whose id `forget` then drops from where it is kept. The store places the order of a
 * signed lease on its own, so a cookie may name a finished cart, and adding to that one fails.
 *
 * Throws where the cart was read without its field `completed_at`.
 */
export async function forgetFinishedCart<Cart extends { completed_at?: unknown }>(
  cart: Cart | null | undefined,
  forget: () => unknown,
): Promise<Cart | null> {
  if (!cart) return null
  if (cart.completed_at === undefined) throw new TypeError("Read the cart with fields=+completed_at.")
  if (cart.completed_at === null) return cart
  await forget()
  return null
}
