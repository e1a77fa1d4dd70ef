import { Table } from "./table"

/** Stores which cart each of the operator's hosted leases counts for. */
export class SuccessStore extends Table {
  /**
   * Counts a hosted lease, identified by `names`, for a cart. Returns the other cart that it already counts for; null if there is none. Waits for any
   * other transaction that is counting it. If it counts for another cart, the caller must roll back.
   */
  async count(cartId: string, names: readonly string[]): Promise<string | null> {
    // Always insert in this order, to avoid deadlocks.
    for (const id of [...names].sort())
      await this.insert("lease_success", { id, cart_id: cartId }).onConflict("id").ignore()
    return this.otherCart(cartId, names)
  }

  /** The other cart that a hosted lease counts for; null if there is none. */
  async otherCart(cartId: string, names: readonly string[]): Promise<string | null> {
    const counted = this.notDeleted("lease_success").whereIn("id", [...names])
    return (await counted.whereNot({ cart_id: cartId }).first())?.cart_id ?? null
  }
}
