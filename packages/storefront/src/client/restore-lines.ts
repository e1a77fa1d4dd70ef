import type { LineChange } from "../wire.js"
import type { Ask } from "./transport.js"

/** Changes the cart's lines one by one through Medusa's own routes. Throws LeaseError at the first failure, leaving the earlier changes in place. */
export async function restoreLines(ask: Ask, cartId: string, changes: readonly LineChange[]): Promise<void> {
  const path = `/store/carts/${encodeURIComponent(cartId)}/line-items`
  for (const change of changes) {
    const isLine = "line_id" in change
    const body = isLine ? { quantity: change.quantity } : change
    const line = isLine ? `/${encodeURIComponent(change.line_id)}` : ""
    await ask({ method: "POST", path: `${path}${line}`, body }, ({ cart }) => typeof cart === "object")
  }
}
