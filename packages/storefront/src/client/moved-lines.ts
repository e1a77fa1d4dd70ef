type Units = { variant_id: string | null; quantity: number }
type WithItems = { items: readonly (Units & { id: string })[] }

/** A moved line. `before` is set while the line is put back: how many units of the variant the cart had without it. */
export type Moved = Units & { title: string; metadata?: object | null; line_id: string; before?: number }

/** Returns the noted lines that were removed from the cart. */
export function missingFrom({ items }: WithItems, noted: readonly Moved[]): Moved[] {
  return noted.filter(({ line_id }) => !items.some(({ id }) => id === line_id))
}

/** Whether an interrupted call put the line back. */
export function isBack({ variant_id, quantity, before }: Moved, { items }: WithItems): boolean {
  return before !== undefined && unitsOf(items, variant_id) >= before + quantity
}

export function unitsOf(lines: readonly Units[], variantId: string | null): number {
  return lines.filter(({ variant_id }) => variant_id === variantId).reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * Returns the ID that the cart's metadata gives for its separate cart. Undefined if the cart still has, or has again, every line that was to be moved,
 * because the page was closed before the last step.
 */
export function separateIdOf(cart: { items?: unknown; metadata?: object | null | undefined }): string | undefined {
  const { lease_separate } = (cart.metadata ?? {}) as { lease_separate?: { cart_id?: string; items?: Moved[] } }
  const { cart_id, items: noted } = lease_separate ?? {}
  if (!Array.isArray(cart.items) || !Array.isArray(noted)) return cart_id
  const whole = cart as WithItems
  return missingFrom(whole, noted).some((line) => !isBack(line, whole)) ? cart_id : undefined
}
