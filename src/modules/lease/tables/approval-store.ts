import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LeaseRecord } from "../rules/records"

/** Statuses of an approval, before it and up to its order: for the words when it cannot be used. */
const UNORDERED = ["approved", "offered", "signing", "signed", "placing", "submitting", "pending", "undecided"]

/** Whose approval is looked for, and for which cart. */
export type ApprovalQuery = {
  customerId: string
  /** The cart that asks; its own lease is none of these. */
  cartId: string
  currency: string
  test: boolean
}

/** Finds the approvals that a person has on other carts. Part of `LeaseStore`, and of its transactions. */
export class ApprovalStore {
  constructor(
    private readonly knex: Knex,
    private readonly now: () => Date,
  ) {}

  /**
   * The lease with the approval that a cart of this customer may use; of several the one for most money, then the one that holds longest. Where none
   * can be used now, one that could be before its order, for its reason.
   */
  async ofCustomer({ customerId, cartId, currency, test }: ApprovalQuery): Promise<LeaseRecord | null> {
    const usable = "status in ('approved', 'offered', 'signing') and (approved_until is null or approved_until > ?)"
    const row = await this.leases()
      .where({ customer_id: customerId, way: "application", currency_code: currency, test })
      .whereNot("cart_id", cartId)
      .whereIn("status", UNORDERED)
      .orderByRaw(
        `(${usable}) desc, approval_amount desc nulls last, approved_until desc nulls last, created_at desc, id`,
        [this.now()],
      )
      .first()
    return row ?? null
  }

  /** Until when an approval of this application holds, as it was written down first; `email` is how its leases are found. */
  async endOf(applicationId: string, email: string): Promise<Date | null> {
    const row = await this.leases()
      .whereRaw("lower(email) = lower(?)", [email])
      .where({ application_id: applicationId })
      .min({ end: "approved_until" })
      .first()
    return row?.end ?? null
  }

  private leases() {
    return this.knex("lease").whereNull("deleted_at")
  }
}
