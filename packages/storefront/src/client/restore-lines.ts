import type { LineChange } from "../wire.js"
import type { Ask } from "./transport.js"

/** Changes the cart's lines one by one through Medusa's own routes. Throws LeaseError at the first failure and keeps the earlier changes. */
export async function restoreLines(ask: Ask, cartId: string, changes: readonly LineChange[]): Promise<void> {
  const path = `/store/carts/${encodeURIComponent(cartId)}/line-items`
  for (const change of changes) {
    const isLine = "line_id" in change
    const body = isLine ? { quantity: change.quantity } : change
    await ask({ method: "POST", path: isLine ? `${path}/${encodeURIComponent(change.line_id)}` : path, body }, hasCart)
  }
}

function hasCart({ cart }: Record<string, unknown>): boolean {
  return typeof cart === "object"
}
