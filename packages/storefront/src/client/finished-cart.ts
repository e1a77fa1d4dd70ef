/**
 * Returns the cart, or null if it has become an order, in which case `forget` removes the cart id. The store may place the order of a signed
 * lease on its own. Throws TypeError if the cart was read without its field `completed_at`.
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
