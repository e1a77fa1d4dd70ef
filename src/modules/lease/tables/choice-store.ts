import type { ChoiceRecord } from "../rules/records"
import { Table } from "./table"

/** Stores which carts are to be leased without sales tax. */
export class ChoiceStore extends Table {
  /** A cart's standing choice; null if there is none. */
  async of(cartId: string): Promise<ChoiceRecord | null> {
    return (await this.notDeleted("lease_choice").where({ id: cartId }).whereNull("taken_back_at").first()) ?? null
  }

  /** Whether a choice was ever recorded for a cart, even if it was taken back. */
  async wasMade(cartId: string): Promise<boolean> {
    return (await this.notDeleted("lease_choice").where({ id: cartId }).first("id")) !== undefined
  }

  /** Records a choice, or records it again with this account. */
  async choose(cartId: string, account_id: string | null): Promise<void> {
    const now = this.now()
    const row = { account_id, chosen_at: now, taken_back_at: null }
    const insert = this.insert("lease_choice", { id: cartId, ...row })
    await insert.onConflict("id").merge({ ...row, updated_at: now })
  }

  /** Takes back a cart's choice, if it still stands. */
  async takeBack(cartId: string): Promise<void> {
    const now = this.now()
    const set = { taken_back_at: now, updated_at: now }
    await this.notDeleted("lease_choice").where({ id: cartId }).whereNull("taken_back_at").update(set)
  }
}
