import { model } from "@medusajs/framework/utils"

/**
 * A shopper's choice of lease-to-own for a cart whose operator charges the sales tax. While it stands, Medusa calculates no sales tax in the cart or
 * its order (docs/sales-tax.md). The payment session can't record the choice, because Medusa deletes it when the total changes.
 */
export const LeaseChoice = model.define("lease_choice", {
  /** The cart's ID, or the order's if a draft order is leased by link. */
  id: model.text().primaryKey(),
  /** The account whose operator charges the tax; null for the top-level account. */
  account_id: model.text().nullable(),
  chosen_at: model.dateTime(),
  /** When the shopper chose another payment method; null while the choice stands. */
  taken_back_at: model.dateTime().nullable(),
})
