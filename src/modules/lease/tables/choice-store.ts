import type { ChoiceRecord } from "../rules/records"
import { Table } from "./table"

/** Stores which carts are to be leased without sales tax. */
export class ChoiceStore extends Table {
  /** A cart's standing choice; null if there is none. */
  async of(cartId: string): Promise<ChoiceRecord | null> {
    return (await this.notDeleted("lease_choice").where({ id: cartId }).whereNull("taken_back_at").first()) ?? null
  }

  /** Records a choice. Returns false if it already stands with this account. */
  async choose(cartId: string, account_id: string | null): Promise<boolean> {
    const now = this.now()
    const row = { account_id, chosen_at: now, taken_back_at: null }
    const stands =
      "lease_choice.taken_back_at is null and lease_choice.account_id is not distinct from excluded.account_id"
    const chosen = await this.insert("lease_choice", { id: cartId, ...row })
      .onConflict("id")
      .merge({ ...row, updated_at: now })
      .whereRaw(`not (${stands})`)
      .returning("id")
    return chosen.length > 0
  }

  /** Takes a choice back. Returns false if none stands. */
  async takeBack(cartId: string): Promise<boolean> {
    const now = this.now()
    const set = { taken_back_at: now, updated_at: now }
    return (await this.notDeleted("lease_choice").where({ id: cartId }).whereNull("taken_back_at").update(set)) > 0
  }
}
