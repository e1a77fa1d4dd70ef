import { z } from "zod"
import { articlesOf, type CartInput } from "../../lease-cart"
import { type Query, readRow, type SeparateCart } from "./carts"

/** What the storefront kit notes in a cart's metadata when it moves items that can't be leased to a separate cart. */
const Note = z.object({ lease_separate: z.object({ cart_id: z.string().regex(/^\w{1,100}$/) }) })

type Row = Pick<CartInput, "id" | "items"> & { completed_at: unknown; metadata?: Record<string, unknown> | null }

/**
 * Returns the open cart with the items that were moved out of this one. Metadata can name any cart, so the separate cart's own metadata must name
 * this one, too.
 */
export async function readSeparateCart(
  query: Query,
  { id, metadata }: { id: string; metadata?: Record<string, unknown> | null },
): Promise<SeparateCart | null> {
  const note = Note.safeParse(metadata)
  if (!note.success) return null
  const { cart_id } = note.data.lease_separate
  const line = ["id", "title", "product_title", "variant_id", "quantity"].map((field) => `items.${field}`)
  const separate = await readRow<Row>(query, "cart", cart_id, ["id", "completed_at", "metadata", ...line])
  if (!separate || separate.completed_at || separate.metadata?.lease_separate_from !== id) return null
  const items = articlesOf(separate).map(({ title, quantity }) => ({ title, quantity }))
  return items.length > 0 ? { id: cart_id, items } : null
}

/** Like {@link readSeparateCart}, for the cart of an order. */
export async function readSeparateCartOf(query: Query, cartId: string): Promise<SeparateCart | null> {
  const cart = await readRow<Pick<Row, "id" | "metadata">>(query, "cart", cartId, ["id", "metadata"])
  return cart && readSeparateCart(query, cart)
}
